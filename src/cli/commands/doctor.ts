import { constants, existsSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Campaign } from '../../campaign/campaign.ts';
import { fixedFields } from '../../campaign/request/default-fields.ts';
import { isTemplate } from '../../campaign/template/template.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { shownStore } from '../../ledger/store-address.ts';
import { noticeFault } from '../../notice/notice-target.ts';
import { formatMoney } from '../../plan/budget.ts';
import { tzdata } from '../../platform/clocks.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import { loadFrom } from '../../project/load.ts';
import { openProject, type Project } from '../../project/project.ts';
import { readSettings, type Settings } from '../../project/settings.ts';
import { shownReason } from '../../report/mask.ts';
import { formatBytes } from '../../report/plan/words.ts';
import { judgeStore, type Verdict, verdictsText } from '../../report/store/judge-store.ts';
import type { Outcome } from '../../service/contract/outcome.ts';
import { readOutputs } from '../../service/contract/outputs.ts';
import { statusOf } from '../../service/contract/statuses.ts';
import { createClient } from '../../service/http/client.ts';
import { type OperationId, operations } from '../../service/operations/operations.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { shellWord } from '../messages/format-command.ts';
import { absentFileMessage, placeRefusal } from '../open/refuse.ts';
import { campaignFiles } from '../options/campaign-files.ts';
import type { Given } from '../program.ts';

/** A clock that is further off than this risks -16. */
const clockMsMost = 60_000;

/** A run writes down each message before it is sent, and stops where there is no room for that. */
const freeBytesLeast = 50e6;

/**
 * callsheet doctor [FILE…]: settings, key, clock, disk, store and versions, each with what to do. Asks for the balance, and once
 * for whatever else the campaigns read from the service, so that a wrong path is seen before a run.
 */
export async function doctor(options: Given<'doctor'>, host: Host): Promise<ExitCode> {
  const files = options.files.length === 0 ? [] : await campaignFiles(options.files, host);
  if (typeof files === 'string') return couldNot(host, files);
  const project = openProject(options, host);
  const campaigns = await Promise.all(files.map((file) => readCampaign(file, host)));
  const read = campaigns.filter((campaign) => 'steps' in campaign);
  const findings = [
    ...versions(),
    ...(await folders(files, host)),
    ...(await store(project)),
    ...campaigns.filter((campaign) => 'verdict' in campaign),
    ...read.flatMap((campaign) => notices(campaign, project)),
    ...(await service(project, read, host)),
  ];
  host.console.out(verdictsText(findings));
  return findings.every(({ verdict }) => verdict === 'good') ? exitCode.done : exitCode.findings;
}

function good(what: string): Verdict {
  return { verdict: 'good', what, fix: undefined };
}

function wrong(what: string, fix: string | undefined): Verdict {
  return { verdict: 'wrong', what, fix };
}

function versions(): Verdict[] {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const node = `Node ${process.versions.node}`;
  const isNew = major > 20 || (major === 20 && minor >= 19);
  const known = isNew ? good(node) : wrong(node, 'Callsheet needs Node 20.19 or newer.');
  return [known, good(`time zone data: tzdata ${tzdata}`)];
}

/** The state folders of the campaigns, which may be on disks of their own, or the working directory. */
async function folders(files: readonly string[], host: Host): Promise<Verdict[]> {
  if (files.length === 0) return [await folder(host.cwd, 'this folder', 'campaigns in it can keep their state')];
  const places = files.map((file) => join(dirname(resolve(host.cwd, file)), '.callsheet'));
  const found = places.map((place) => (existsSync(place) ? place : dirname(place)));
  return Promise.all(
    [...new Set(found)].map((path) =>
      folder(path, visibleLine(relative(host.cwd, path) || 'this folder'), 'the state can be kept there'),
    ),
  );
}

async function folder(path: string, shown: string, so: string): Promise<Verdict> {
  try {
    await access(path, constants.W_OK);
    const { bavail, bsize } = await statfs(path);
    const free = formatBytes(bavail * bsize);
    return bavail * bsize < freeBytesLeast
      ? wrong(`${shown} has only ${free} free`, 'Make room: a run stops when its disk is full.')
      : good(`${shown} is writable, with ${free} free, so ${so}`);
  } catch {
    const fix = 'State is kept in .callsheet beside the campaign. Choose another folder with --state.';
    return wrong(`${shown} is not writable`, fix);
  }
}

/** Nothing where there is none. `callsheet store doctor` says more of it. */
async function store({ store: url }: Project): Promise<Verdict[]> {
  if (url === undefined) return [];
  const { inspect } = await import('../../ledger/store-admin.ts');
  const location = shownStore(url);
  const facts = await inspect(url);
  if ('refused' in facts) return [wrong('the store cannot be used', placeRefusal(facts.refused, location))];
  const broken = judgeStore(facts, location).filter(({ verdict }) => verdict === 'wrong');
  if (broken.length === 0) return [good(`the store ${location} is in order`)];
  return broken.map(({ what, fix }) => wrong(`the store: ${what}`, fix));
}

/** The campaign as its text says, or a finding. Its lists and inputs do not matter here. */
async function readCampaign(file: string, host: Host): Promise<Campaign | Verdict> {
  let campaign: Campaign | undefined;
  const onCampaign = (understood: Campaign): void => {
    campaign = understood;
  };
  const { absent } = await loadFrom(openProject({}, host), { path: file, depth: 'text', onCampaign });
  if (campaign !== undefined) return campaign;
  const fix = absent ? await absentFileMessage(file, host) : `\`callsheet check ${shellWord(file)}\` says why.`;
  return wrong(visibleLine(`the campaign ${file} cannot be read`), fix);
}

/** A program is started with an option, whose absence a run says. */
function notices(campaign: Campaign, { env }: Project): Verdict[] {
  const fix = noticeFault(campaign, { sandbox: false, allowCommands: true }, env);
  return fix === undefined ? [] : [wrong(`${campaign.id} cannot send its notices`, fix)];
}

async function service(project: Project, campaigns: readonly Campaign[], host: Host): Promise<Verdict[]> {
  const settings = readSettings(project);
  if ('fault' in settings) return [wrong('no settings for the service', settings.fault)];
  const { baseUrl, proxy } = settings;
  const proxied = proxy === undefined ? '' : `, through the proxy ${new URL(proxy).host}`;
  return [good(`settings for ${baseUrl}${proxied}`), ...(await ask(settings, campaigns, host))];
}

/** Without campaigns only the balance. The first answer also shows the clock. A service that cannot be reached is not asked again. */
async function ask(settings: Settings, campaigns: readonly Campaign[], host: Host): Promise<Verdict[]> {
  const client = createClient({ ...settings, clock: host.clock, connections: 1 });
  const findings: Verdict[] = [];
  let serviceTime: Instant | undefined;
  try {
    for (const [operation, body] of queriesOf(campaigns)) {
      const outcome = await client.send(operation, body);
      findings.push(...found(operation, outcome));
      if ('serviceTime' in outcome && serviceTime === undefined) {
        ({ serviceTime } = outcome);
        if (serviceTime !== undefined) findings.push(clock(serviceTime - host.clock.now()));
      }
      if (outcome.kind === 'unsent') break;
    }
  } finally {
    await client.close();
  }
  return findings;
}

/** One query of each reading operation, the balance first: its answer is the only one without an application. */
function queriesOf(campaigns: readonly Campaign[]): readonly (readonly [OperationId, string])[] {
  const steps = campaigns
    .flatMap((campaign) => campaign.steps)
    .filter(({ uses }) => operations[uses].effect === 'query');
  const bodies = new Map<OperationId, object>([['sms.balance', {}]]);
  for (const { uses, with: written } of steps) {
    if (bodies.has(uses)) continue;
    // What a template says may not be known before other steps have run.
    const params = isTemplate(JSON.stringify(written['params'] ?? {})) ? {} : written['params'];
    bodies.set(uses, { ...Object.fromEntries(fixedFields(uses)), size: 1, ...(params !== undefined && { params }) });
  }
  return [...bodies].map(([operation, body]) => [operation, JSON.stringify(body)] as const);
}

function found(operation: OperationId, outcome: Outcome): Verdict[] {
  const query = operation === 'sms.balance' ? '' : ` for ${operations[operation].asksFor}`;
  switch (outcome.kind) {
    case 'accepted':
      return operation === 'sms.balance'
        ? [good('the service accepts the key and the signature'), ...money(outcome.answer)]
        : [good(`the service answers the query${query}`)];
    case 'rejected': {
      const cause = statusOf(operation, outcome.code)?.advice?.cause;
      const usual = cause === undefined ? '' : ` Usual cause: ${cause}.`;
      const fix = `The service answered ${outcome.code}: ${shownReason(outcome.reason, false)}.${usual} \`callsheet explain ${operation} ${outcome.code}\` explains it.`;
      return [wrong(`the service rejected the request${query}`, fix)];
    }
    case 'throttled':
      return [wrong(`the service is throttling requests${query}`, 'Try again in a minute.')];
    case 'unsent':
    case 'unknown': {
      const what =
        outcome.kind === 'unsent'
          ? 'cannot reach the service'
          : `no valid answer to the query for ${operations[operation].asksFor}`;
      return [wrong(what, `${outcome.reason}. Check CALLSHEET_BASE_URL and the network.`)];
    }
    default:
      return outcome satisfies never;
  }
}

function money(answer: Parameters<typeof readOutputs>[1]): Verdict[] {
  const available = Number(readOutputs('sms.balance', answer)['available']);
  if (!Number.isFinite(available)) return [];
  const what = `the account has ${formatMoney(available, undefined)}`;
  return [available > 0 ? good(what) : wrong(what, 'Top it up: a run stops at -10.')];
}

/** The Date header has whole seconds: the service's time is up to a second later. */
function clock(headerAheadMs: number): Verdict {
  const aheadMs = headerAheadMs + 500;
  const seconds = Math.abs(aheadMs) < 1_000 ? 0 : Math.round(aheadMs / 1_000);
  const where = `${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} ours`;
  const what = seconds === 0 ? "the service's clock agrees with ours" : `the service's clock is ${where}`;
  return Math.abs(aheadMs) < clockMsMost
    ? good(what)
    : wrong(what, "Set this machine's clock: the service rejects old timestamps with -16.");
}
