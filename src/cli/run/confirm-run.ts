import { createHash } from 'node:crypto';
import type { Step } from '../../campaign/campaign.ts';
import { audioFiles } from '../../campaign/load-audio.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { formatCount } from '../../diagnostic/count-words.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { RunLease } from '../../ledger/backend.ts';
import {
  type CampaignSettings,
  campaignSettings,
  compareSettings,
  isLooser,
  type SettingChange,
} from '../../plan/difference/campaign-settings.ts';
import { planCampaign } from '../../plan/make-plan.ts';
import type { Plan } from '../../plan/plan.ts';
import { variableDigests } from '../../plan/saved/digests.ts';
import type { SavedPlan } from '../../plan/saved/saved-plan.ts';
import { laterJobs } from '../../plan/unsent-jobs.ts';
import type { Instant } from '../../platform/ports.ts';
import { formatAnswerTime } from '../../report/plan/answer-time.ts';
import { formatSettingChange } from '../../report/plan/difference.ts';
import { planDocument } from '../../report/plan/document.ts';
import { formatDate, formatPeople, sendWords, stepNames } from '../../report/plan/words.ts';
import { renderText } from '../../report/render/text.ts';
import { runPlanInput } from '../../run/claim-contacts.ts';
import { summarise } from '../../run/summary.ts';
import { isSameService } from '../../service/contract/addresses.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { completeCommands, formatService } from '../messages/format-command.ts';
import type { OpenedRun } from '../open/opened-run.ts';
import { saysYes } from '../output/at-terminal.ts';
import { fitTerminal } from '../output/print-document.ts';
import {
  type ConfirmedPeople,
  comparePeople,
  countPeople,
  peopleOf,
  readPeople,
  stillCovered,
  writePeople,
} from './confirmed-people.ts';

/**
 * Nothing reaches the real service that a person has not confirmed: the campaign as it was when they said yes, or an approved plan.
 * Records a yes before anything is sent; a yes to some recipients covers this process alone. The exit code where there is none.
 */
export async function confirmRun(opened: OpenedRun): Promise<ExitCode | undefined> {
  const { loaded, lease, clock, approved, service, options } = opened;
  if (options.sandbox) return undefined;
  if (approved !== undefined) return confirmService(approved, opened);
  const confirmed = readConfirmed((await lease.status()).confirmed, service);
  if (confirmed?.inputs === loaded.digest) return undefined;
  const present = confirmedBy(loaded, service, clock.now());
  const people = peopleOf(loaded);
  const { steps, summary } = await summarise(loaded, lease);
  const asked = { opened, present, people, pending: summary.pending, confirmed };
  if (confirmed === undefined) return ask({ ...asked, more: [] });
  // What was skipped or expired is decided again.
  const left = new Map(steps.map(({ id, summary: of }) => [id, of.pending + of.skipped + of.expired]));
  const covered = readPeople(await lease.confirmedPeople(), confirmed.people);
  const known = underPresentNames({ ...confirmed, people: covered }, loaded.campaign.steps);
  const open = loaded.campaign.steps.filter(({ id }) => (left.get(id) ?? 0) > 0);
  const more = unconfirmed(known, { ...present, people }, open);
  if (more.length > 0) return ask({ ...asked, more });
  const still = stillCovered(known.people, people);
  if (still === covered) await record(lease, { ...confirmed, inputs: loaded.digest });
  else {
    const { settings } = known;
    await record(lease, { ...confirmed, settings, inputs: loaded.digest, people: present.people }, still);
  }
  return undefined;
}

async function record(lease: RunLease, confirmed: Confirmed, people?: ConfirmedPeople): Promise<void> {
  let part = 0;
  for (const text of people === undefined ? [] : writePeople(people, confirmed.people)) {
    await lease.apply([{ kind: 'confirmedPeople', part: part++, text }]);
  }
  await lease.apply([{ kind: 'confirmed', text: JSON.stringify(confirmed) }]);
}

/** To name an approved plan is a yes to its jobs, but not at another service than the one that it was made for. */
async function confirmService(
  approved: SavedPlan,
  { service, options, host }: OpenedRun,
): Promise<ExitCode | undefined> {
  if (approved.service === undefined || isSameService(approved.service, service) || options.yes) return undefined;
  const plan = visibleLine(options.plan ?? 'The approved plan');
  host.console.err(`${plan} was made for ${formatService(approved.service)}, and this run sends to ${service}.\n`);
  const answer = await host.console.ask(`Send the jobs of ${plan} to ${service}? Type y or yes: `);
  if (saysYes(answer)) return undefined;
  const refused =
    'That needs confirmation, and stdin or stderr is not a terminal. Pass --yes, or make a plan for this service. ';
  host.console.err(`${answer === undefined ? refused : ''}Nothing was sent.\n`);
  return exitCode.couldNotRun;
}

/** Anybody may type a letter too soon; nobody types a number without reading it. */
const typedFrom = 1000;

interface Asked {
  readonly opened: OpenedRun;
  readonly present: Confirmed;
  readonly people: ConfirmedPeople;
  readonly pending: number;
  readonly confirmed: Confirmed | undefined;
  readonly more: readonly Unconfirmed[];
}

async function ask(given: Asked): Promise<ExitCode | undefined> {
  const { opened, present, people, pending, confirmed } = given;
  const { options, host } = opened;
  if (!options.yes) {
    const plan = planCampaign(await runPlanInput(opened, host));
    const { toSend, cost } = plan.totals;
    const later = laterJobs(plan.steps);
    // Jobs outside the part are not asked about: the next run asks.
    if (toSend === 0 && (pending === 0 || (opened.part !== undefined && later === 0))) return undefined;
    host.console.err(`${planText(plan, opened)}${await sinceThen(given)}\n`);
    const number = [toSend, toSend + later].find((jobs) => jobs >= typedFrom);
    const typed = number === undefined ? 'y or yes' : formatCount(number);
    const { currency } = opened.loaded.campaign;
    const words = sendWords({ toSend, later, service: opened.service, cost, currency });
    const answer = await host.console.ask(`Send ${words}? Type ${typed}: `);
    const isYes = number === undefined ? saysYes(answer) : answer?.replace(/[\s.,'’_]/g, '') === String(number);
    if (!isYes) {
      const what = confirmed === undefined ? 'Sending to a live service' : 'What has changed since the last time';
      const refused = `${what} needs confirmation, and stdin or stderr is not a terminal. Pass --yes. `;
      host.console.err(`${answer === undefined ? refused : ''}Nothing was sent.\n`);
      return exitCode.couldNotRun;
    }
  }
  if (opened.part === undefined) await record(opened.lease, present, people);
  return undefined;
}

function planText(plan: Plan, { loaded, options, host }: OpenedRun): string {
  const { console } = host;
  const { budget } = loaded.campaign.limits;
  const answerTime = formatAnswerTime(loaded.campaign, plan);
  const text = renderText(planDocument(plan, { showNumbers: options.showNumbers, budget, answerTime }), console);
  return fitTerminal(completeCommands(text, options), console, 'err');
}

async function sinceThen({ opened, confirmed, more }: Asked): Promise<string> {
  if (confirmed === undefined) return '';
  const { byWords } = await import('../../plan/difference/compare-plans.ts');
  const names = stepNames(opened.loaded.campaign.steps);
  const lines = more
    .map((item) => (item.kind === 'setting' ? { ...item, change: byWords(item.change) } : item))
    .map((item) => `  ${unconfirmedText(item, names, opened.options.showNumbers)}\n`);
  return `\nChanged since this run was confirmed on ${formatDate(confirmed.at, opened.loaded.campaign.timezone)}:\n${lines.join('')}`;
}

/** One line of what a person is asked to confirm on top of the last time. */
function unconfirmedText(item: Unconfirmed, stepName: (id: string) => string, showNumbers: boolean): string {
  switch (item.kind) {
    case 'step':
      return item.people === 0
        ? `${stepName(item.step)}: new`
        : `${stepName(item.step)}: new, ${formatPeople(item.people)}`;
    case 'people':
      return `${stepName(item.step)}: ${formatPeople(item.added)} added`;
    case 'cells':
      return `${stepName(item.step)}: ${formatPeople(item.people)} with other values in their columns`;
    case 'values':
      return 'an --input value or an environment variable has changed';
    case 'file':
      return `${visibleLine(item.file)} has changed`;
    case 'setting':
      return formatSettingChange(item.change, showNumbers);
    default:
      return item satisfies never;
  }
}

/** What a person confirmed, but for the people (`ConfirmedPeople`). It does not change as jobs are done. */
interface Confirmed {
  readonly version: 4;
  readonly at: Instant;
  /** Base URL of the service that it was confirmed for. */
  readonly service: string;
  /** Digest of all inputs that it covers (`LoadedCampaign.digest`): with these, nothing needs to be compared. */
  readonly inputs: string;
  readonly settings: CampaignSettings;
  /** Digest of the `--input` values and of the variables that templates read. */
  readonly values: string;
  /** The audio that steps send, with its SHA-256. */
  readonly files: Readonly<Record<string, string>>;
  /** Which people belong to it: the digest that their parts begin with, as a crash may come between those and this. */
  readonly people: string;
}

/** What is confirmed by a yes to this campaign at this service. */
function confirmedBy(loaded: LoadedCampaign, service: string, at: Instant): Confirmed {
  const { campaign, digest: inputs, fileHashes } = loaded;
  return {
    version: 4,
    at,
    service,
    inputs,
    people: inputs,
    settings: campaignSettings(campaign),
    values: createHash('sha256')
      .update(JSON.stringify([loaded.inputs, variableDigests(campaign.id, loaded.env)]))
      .digest('hex')
      .slice(0, 32),
    files: Object.fromEntries(audioFiles(campaign).map(({ path }) => [path, fileHashes[path]!])),
  };
}

/**
 * What was confirmed for this service; undefined where nobody has confirmed anything, or it was written by another version. A state
 * file may change its service until the first request leaves, and a yes does not follow it.
 */
function readConfirmed(text: string | undefined, service: string): Confirmed | undefined {
  if (text === undefined) return undefined;
  const value = JSON.parse(text) as Confirmed;
  return value.version === 4 && isSameService(value.service, service) ? value : undefined;
}

/** Something that nobody has confirmed: it has come, or has grown, since the last yes. */
type Unconfirmed =
  | { readonly kind: 'step'; readonly step: string; readonly people: number }
  /** People whom the yes did not cover. */
  | { readonly kind: 'people'; readonly step: string; readonly added: number }
  /** People whom it covered, with changed cells in what they are sent or in their time zone. */
  | { readonly kind: 'cells'; readonly step: string; readonly people: number }
  | { readonly kind: 'values' }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'setting'; readonly change: SettingChange };

/** What one yes covers. */
interface Covered extends Pick<Confirmed, 'settings' | 'values' | 'files'> {
  readonly people: ConfirmedPeople;
}

/**
 * What is not covered by the last yes, under the present names of its steps, of steps that have jobs left. Whatever only holds back more
 * than then is covered.
 */
function unconfirmed(confirmed: Covered, present: Covered, open: readonly Step[]): readonly Unconfirmed[] {
  if (open.length === 0) return [];
  const openIds = new Set(open.map(({ id }) => id));
  const isAboutOpen = (key: string): boolean =>
    openIds.has(/^steps\.([^.]+)\./.exec(key)?.[1] ?? '') || !key.startsWith('steps.');
  const [then, now] = [ownersOf(confirmed.settings), ownersOf(present.settings)];
  /** A step or audience that is new, or gone, is more than its settings. */
  const isAboutBoth = (key: string): boolean => then.has(ownerOf(key)) && now.has(ownerOf(key));
  return [
    ...open.flatMap(({ id }): readonly Unconfirmed[] => {
      if (!confirmed.people.steps.has(id)) return [{ kind: 'step', step: id, people: countPeople(present.people, id) }];
      const { added, changed } = comparePeople(confirmed.people, present.people, id);
      return [
        ...(added === 0 ? [] : [{ kind: 'people', step: id, added } as const]),
        ...(changed === 0 ? [] : [{ kind: 'cells', step: id, people: changed } as const]),
      ];
    }),
    ...(confirmed.values === present.values ? [] : [{ kind: 'values' } as const]),
    ...Object.entries(present.files).flatMap(([file, hash]) =>
      confirmed.files[file] === hash ? [] : [{ kind: 'file', file } as const],
    ),
    ...compareSettings(confirmed.settings, present.settings)
      .filter((change) => isAboutOpen(change.key) && isAboutBoth(change.key) && isLooser(change))
      .map((change) => ({ kind: 'setting', change }) as const),
  ];
}

/** A step that was renamed with `was` was confirmed under its earlier name. */
function underPresentNames(confirmed: Covered, steps: readonly Step[]): Covered {
  const { people } = confirmed;
  const renamed = new Map(
    steps.flatMap(({ id, was }) => (was === undefined || people.steps.has(id) ? [] : [[was, id] as const])),
  );
  if (renamed.size === 0) return confirmed;
  const nameNow = (key: string): string =>
    key.replace(/^steps\.([^.]+)/, (_, id: string) => `steps.${renamed.get(id) ?? id}`);
  return {
    ...confirmed,
    settings: Object.fromEntries(Object.entries(confirmed.settings).map(([key, value]) => [nameNow(key), value])),
    people: { ...people, steps: new Map([...people.steps].map(([id, step]) => [renamed.get(id) ?? id, step])) },
  };
}

/** `steps.hello`, `audiences.members`; nothing for what belongs to the campaign. */
function ownerOf(key: string): string {
  return /^(?:steps|audiences)\.[^.]+/.exec(key)?.[0] ?? '';
}

function ownersOf(settings: CampaignSettings): ReadonlySet<string> {
  return new Set(['', ...Object.keys(settings).map(ownerOf)]);
}
