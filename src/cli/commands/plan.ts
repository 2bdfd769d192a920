import { dirname, resolve } from 'node:path';
import { partOf } from '../../campaign/audiences/part.ts';
import { nameColumns, personName } from '../../campaign/audiences/person-name.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { JobId, RecipientKey } from '../../job/address.ts';
import { noticeFault } from '../../notice/notice-target.ts';
import { renameQuestion } from '../../plan/begun.ts';
import { usedUp } from '../../plan/budget.ts';
import { isSame } from '../../plan/difference/plan-difference.ts';
import { planCampaign } from '../../plan/make-plan.ts';
import type { Plan, PlanCampaignInput, PlannedJob } from '../../plan/plan.ts';
import { plannedContacts } from '../../plan/planned-contacts.ts';
import { variableDigests } from '../../plan/saved/digests.ts';
import { readSavedPlan, type SavedPlan } from '../../plan/saved/saved-plan.ts';
import { whatNext } from '../../plan/what-next.ts';
import { type Host, isUnreadable } from '../../platform/ports.ts';
import { staleListOf } from '../../project/contacts.ts';
import { formatAnswerTime } from '../../report/plan/answer-time.ts';
import { differenceToJson } from '../../report/plan/difference.ts';
import { messagesDocument, planDocument } from '../../report/plan/document.ts';
import { jobToLine, planToJson } from '../../report/plan/json.ts';
import { stepNames } from '../../report/plan/words.ts';
import { peopleAtMost } from '../../report/render/people-html.ts';
import { formatUnpaid, promotionLine } from '../../report/run/next-text.ts';
import { isUnderWay } from '../../run/run-state.ts';
import { unknownRecipient } from '../contacts/read-people.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { completeCommands, formatCommand, formatService, shellWord } from '../messages/format-command.ts';
import { tellRefusals } from '../messages/held-run.ts';
import { type OpenedCampaign, withCampaign } from '../open/open-campaign.ts';
import { refuse } from '../open/refuse.ts';
import { campaignFiles } from '../options/campaign-files.ts';
import { type CampaignOptions, namesFault, partName, showsNames } from '../options/shared-options.ts';
import { createChunks, printDocument } from '../output/print-document.ts';
import { createComparison, writeSavedPlan } from '../plan/compare-plan.ts';
import { askBalance, listsDue, planInput, plannedFrom } from '../plan/plan-input.ts';
import { openPlanSamples } from '../plan/previews.ts';
import type { Given } from '../program.ts';

/** `plan` of one campaign, or of several together. */
export async function planFiles({ files: written, ...options }: Given<'plan'>, host: Host): Promise<ExitCode> {
  const { jobs, format } = options;
  if (jobs && format !== 'text' && format !== 'json') return couldNot(host, `--jobs prints NDJSON, not ${format}`);
  const fault = namesFault(options);
  if (fault !== undefined) return couldNot(host, fault);
  const files = await campaignFiles(written, host);
  if (typeof files === 'string') return couldNot(host, files);
  const [file = '', ...others] = files;
  if (others.length === 0) return plan({ ...options, file }, host);
  const alone = ofOneCampaign(options);
  if (alone !== undefined)
    return couldNot(host, `${alone} is for the plan of one campaign, and these are ${files.length}`);
  return (await import('../plan/plan-together.ts')).planCampaigns({ ...options, files }, host);
}

function ofOneCampaign(options: Omit<Given<'plan'>, 'files'>): string | undefined {
  const { out, against, exitCode, show, showNames, run } = options;
  if (out !== undefined) return '--out';
  if (against !== undefined) return '--against';
  if (exitCode) return '--exit-code';
  if (show !== undefined) return '--show';
  if (showNames) return '--show-names';
  return run === undefined ? partName(options) : '--run';
}

/** Of one campaign. A flag that is left out is off. */
type PlanOptions = CampaignOptions & Pick<Given<'plan'>, 'format' | 'jobs'> & Partial<Omit<Given<'plan'>, 'files'>>;

/** callsheet plan FILE: what will happen, when, for how many, and why not. No network, no lock, nothing written but `--out`. */
export async function plan(options: PlanOptions, host: Host): Promise<ExitCode> {
  // What is approved is what a run may do, and none starts without its variables.
  const unsetEnv = options.out === undefined ? 'warning' : 'error';
  const looking = options.jobs ? ({ ...options, findings: 'aside' } as const) : options;
  const columns = showsNames(options) ? nameColumns : [];
  return withCampaign(looking, host, { depth: 'rendered', unsetEnv, snapshots: 'missing', columns }, async (opened) => {
    const now = await plannedFrom(opened, options.at);
    if (typeof now === 'string') return couldNot(host, now);
    const stale = opened.contacts && (await staleListOf(opened.project, opened, opened.contacts, now));
    if (stale !== undefined) return refuse({ kind: 'staleList', stale, now }, options, host);
    const before = options.against === undefined ? undefined : await readPlanFile(options.against, host);
    if (before !== undefined && 'wrong' in before) return couldNot(host, `${options.against}: ${before.wrong}`);
    if (before !== undefined && before.campaign !== opened.campaign.id) {
      const both = `${options.against} is a plan of the campaign \`${before.campaign}\`, and ${options.file} is \`${opened.campaign.id}\``;
      return couldNot(host, `${both}: only plans of one campaign can be compared`);
    }
    const balance = options.withBalance ? await askBalance(opened.project, host) : undefined;
    if (typeof balance === 'string') return couldNot(host, balance);
    const variables = variableDigests(opened.campaign.id, opened.env);
    const part = await partOf(options, opened);
    if (part !== undefined && 'unknown' in part) return couldNot(host, unknownRecipient(part, options));
    const input = { ...(await planInput(opened, now)), part, variables, ...(balance !== undefined && { balance }) };
    const refused = await tellRefusals(opened);
    if (options.jobs) return printJobs(input, host);
    const { sandbox = false, allowCommands = false } = options;
    const unsent = noticeFault(opened.campaign, { sandbox, allowCommands }, opened.project.env);
    // `tellRefusals` and a finding say the first two, and who only plans needs no settings for the last.
    const asked = [
      ...(await haltedWaves(opened, input)),
      ...(input.renames?.length ? [renameQuestion] : []),
      ...(unsent === undefined ? [] : [unsent]),
    ];
    return printPlan(opened, options, input, before, [...refused, ...asked]);
  });
}

/** Of waves that have broken `haltIf`: what lets each of them go on. */
async function haltedWaves(
  { campaign, reader, options }: OpenedCampaign,
  input: PlanCampaignInput,
): Promise<readonly string[]> {
  if (reader === undefined || input.history.waves.begun.length === 0 || (await isUnderWay(reader))) return [];
  const { promotions } = whatNext({ ...input, contacts: plannedContacts(input) });
  const [name, command] = [stepNames(campaign.steps), formatCommand(options)];
  const broken = promotions.filter(({ isBroken }) => isBroken);
  return broken.map((one) =>
    promotionLine(one, name(one.step), command('promote', promotions.length > 1 ? `--step ${one.step}` : undefined)),
  );
}

function printJobs(input: PlanCampaignInput, host: Host): ExitCode {
  const lines = createChunks(host.console);
  planCampaign({ ...input, onJob: (job) => void lines.write(jobToLine(job)) });
  lines.flush();
  return exitCode.done;
}

async function printPlan(
  opened: OpenedCampaign,
  options: PlanOptions,
  input: PlanCampaignInput,
  before: SavedPlan | undefined,
  refused: readonly string[],
): Promise<ExitCode> {
  const { host } = opened;
  const { console } = host;
  const { out, showNumbers = false } = options;
  if (out !== undefined && (await isRead(out, opened)))
    return couldNot(host, `--out ${out} is a file of this campaign, and would be lost. Nothing was written.`);
  const messages = await openPlanSamples(options, opened);
  if (typeof messages === 'string') return couldNot(host, messages);
  const people = createPeopleList(peopleAtMost(opened.campaign.steps.length));
  const comparison = before && createComparison(opened, input.variables ?? {});
  let first: JobId | undefined;
  const onJob = (job: PlannedJob): void => {
    if (job.at !== undefined) first ??= job.id;
    if (options.format === 'html') people.note(job);
    comparison?.note(job);
    messages?.note(job);
  };
  const planned = planCampaign({ ...input, onJob });
  const made = options.sandbox === true ? withoutPromotions(planned) : planned;
  const isHeld = opened.reader !== undefined && (await isUnderWay(opened.reader));
  const unpaid = first === undefined || isHeld ? undefined : usedUp(input.campaign, input.history, first);
  for (const due of await listsDue(opened, made.ends)) console.err(`${due}\n`);
  // A plan can be made without the settings.
  const service = opened.project.sandbox ? 'sandbox' : opened.service || undefined;
  const newFolder = out === undefined ? undefined : await missingFolder(out, host);
  if (out !== undefined && !(await writeSavedPlan(out, made, { opened, input, service }))) {
    const why = 'The state changed during planning: a run is in progress. Pause it, or try again.';
    return couldNot(host, `${why} Nothing was written.`);
  }
  if (newFolder !== undefined) console.err(`Created the folder ${visibleLine(newFolder)}.\n`);
  if (comparison !== undefined && before !== undefined) {
    const { difference, about, document } = await comparison.since(before, made, input.history, showNumbers);
    if (options.format === 'json') console.out(differenceToJson(difference, about));
    else printDocument(document, options.format, console);
    tellSaved(options, made, service, host);
    return options.exitCode && !isSame(difference) ? exitCode.different : exitCode.done;
  }
  const { budget } = opened.campaign.limits;
  const answerTime = formatAnswerTime(opened.campaign, made);
  const rendered = await messages?.samples(made);
  const samples = rendered && { campaign: opened.campaign, samples: rendered, isVaried: options.show === undefined };
  const nameOf = showsNames(options)
    ? ({ id, recipient }: PlannedJob) => personName(opened, id.step, recipient)
    : undefined;
  const about = { showNumbers, budget, answerTime, messages: samples };
  const { format } = options;
  if (format === 'json') {
    // A finding says it, too.
    const halts = unpaid === undefined ? [] : [`Nothing would start: ${formatUnpaid(unpaid)}.`];
    console.out(planToJson(made, samples, [...refused, ...halts]));
  } else if (format === 'text' && samples !== undefined)
    printDocument(messagesDocument(made, samples, showNumbers), format, console);
  else
    printDocument(
      planDocument(made, { ...about, people: { nameOf, jobs: people.jobs, morePeople: people.more() } }),
      format,
      console,
      (text) => completeCommands(text, options),
    );
  tellSaved(options, made, service, host);
  return exitCode.done;
}

/** In the sandbox no person is there: each wave begins by itself. */
function withoutPromotions(plan: Plan): Plan {
  const steps = plan.steps.map((step) => ({
    ...step,
    ...(step.waves && { waves: step.waves.map(({ wave, people, from }) => ({ wave, people, from })) }),
  }));
  return { ...plan, steps };
}

/** On stderr: stdout is for the plan, which may be read by a machine. */
function tellSaved(options: PlanOptions, { hash, diagnostics }: Plan, service: string | undefined, host: Host): void {
  if (options.out === undefined) return;
  const [where, needed] =
    service === undefined
      ? [', made without the settings of a service', '. Both need these settings, or --sandbox.']
      : [` for ${formatService(service)}`, ''];
  const command = formatCommand({ ...options, plan: options.out });
  const late = diagnostics.some(({ code }) => code === 'CS5101') ? '--late' : undefined;
  const approve = command('approve', `--plan ${shellWord(options.out)}`);
  host.console.err(
    `${visibleLine(options.out)} has the plan ${hash.slice(0, 12)}${where}. To approve it: \`${approve}\`. To run exactly this plan: \`${command('run', late)}\`${needed}\n`,
  );
}

/** Whether a file is the campaign, or a list or another file that it names. */
async function isRead(path: string, { directory, fileHashes, host }: OpenedCampaign): Promise<boolean> {
  const { files, cwd } = host;
  const there = await files.realPath(resolve(cwd, path));
  const names = there === undefined ? [] : Object.keys(fileHashes);
  const own = await Promise.all(names.map((name) => files.realPath(resolve(cwd, directory, name))));
  return own.includes(there);
}

/** The folder of this file, if writing the file creates it. */
async function missingFolder(path: string, { files, cwd }: Host): Promise<string | undefined> {
  const folder = dirname(path);
  return (await files.realPath(resolve(cwd, folder))) === undefined ? folder : undefined;
}

async function readPlanFile(path: string, host: Host): Promise<SavedPlan | { readonly wrong: string }> {
  const text = await host.files.readText(path);
  if (text === undefined) return { wrong: 'there is no such file' };
  return isUnreadable(text) ? { wrong: `it ${text.words}` } : readSavedPlan(text);
}

/** The jobs of the first people of each audience, in order of their starts, and how many people there are beyond. */
function createPeopleList(atMost: number) {
  const jobs: PlannedJob[] = [];
  const others = new Set<RecipientKey | undefined>();
  return {
    jobs,
    note(job: PlannedJob): void {
      if (job.recipient === undefined || job.recipient < atMost) jobs.push(job);
      else others.add(job.id.key);
    },
    more(): number {
      for (const { id } of jobs) others.delete(id.key);
      return others.size;
    },
  };
}
