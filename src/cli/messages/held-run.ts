import type { Campaign } from '../../campaign/campaign.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { formatCount } from '../../diagnostic/count-words.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { runName } from '../../job/address.ts';
import type { Host } from '../../platform/ports.ts';
import { openProject, type Project } from '../../project/project.ts';
import { pinsOf } from '../../project/snapshots.ts';
import { backendOf, findRun } from '../../project/state.ts';
import { formatDate, formatPeople } from '../../report/plan/words.ts';
import { formatRecordedEnd } from '../../report/run/run-state-text.ts';
import { type EarlierRun, earlierRuns, unknownSnapshots } from '../../run/before-run.ts';
import { isUnderWay, seeRecorded } from '../../run/run-state.ts';
import { jobCounts } from '../../run/summary.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';
import type { CampaignOptions } from '../options/shared-options.ts';
import { seeNow } from '../plan/outlook.ts';
import { type CommandContext, completeCommands, formatCommand, formatFresh } from './format-command.ts';
import { readRecorded, refusalWords, unknownSnapshotsText } from './missing-run.ts';

/**
 * Says beside a plan why the run stopped, and that what it shows of a run that is paused or cancelled starts only after a person has
 * resumed it.
 */
export async function tellHeld(opened: OpenedCampaign): Promise<void> {
  const { reader, run, options, host } = opened;
  if (reader === undefined) return;
  await tellEnd(opened);
  const { control } = await reader.status();
  if (control === 'run') return;
  const held = control === 'pause' ? 'paused' : 'cancelled';
  const resume = formatCommand(options)('resume');
  host.console.err(
    `Run ${run} is ${held}: nothing starts until \`${resume}\`. The times assume that it is resumed by then.\n`,
  );
}

/** Why the latest process ended, where that was not its end. */
export async function tellEnd(opened: OpenedCampaign): Promise<void> {
  const { seen } = await seeNow(opened);
  const ended = seen.state === 'stopped' ? formatRecordedEnd(seen, opened.campaign.timezone) : undefined;
  if (ended !== undefined) opened.host.console.err(`${completeCommands(ended, opened.options)}.\n`);
}

/** A process does not read its files again: what is shown of the files of now, it does not do. */
export async function tellOtherFiles({ reader, run, digest, host }: OpenedCampaign): Promise<void> {
  if (reader === undefined || !(await isUnderWay(reader))) return;
  const { inputs } = await reader.status();
  if (inputs === undefined || inputs === digest) return;
  host.console.err(
    `The files, inputs or variables have changed since the process of run ${run} started, and it continues with the old ones. To use the new ones, stop it and run again.\n`,
  );
}

/**
 * Says beside a plan what keeps a run from doing now what it shows: a pause, a process with other files, and why a run that starts would
 * be refused. Returns the latter, in sentences.
 */
export async function tellRefusals(opened: OpenedCampaign): Promise<readonly string[]> {
  const { console } = opened.host;
  const refused = await refusals(opened);
  for (const sentence of refused) console.err(`${visibleLine(sentence)} Until then, \`run\` refuses to start.\n`);
  await tellHeld(opened);
  await tellOtherFiles(opened);
  return refused;
}

async function refusals(opened: OpenedCampaign): Promise<readonly string[]> {
  const { reader } = opened;
  if (reader !== undefined && (await isUnderWay(reader))) return [];
  const refused = await refusalWords(opened);
  const newRun = await newRunWords(opened);
  const pins = pinsOf(opened.project, opened.run);
  const unknown = reader === undefined ? [] : await unknownSnapshots({ loaded: opened, reader, pins });
  const unset = opened.diagnostics.filter(({ code }) => code === 'CS3014');
  return [
    ...(refused === undefined ? [] : [`${refused}.`]),
    ...(newRun === undefined ? [] : [newRun]),
    ...(unknown.length === 0 ? [] : [unknownSnapshotsText(unknown, opened)]),
    ...unset.map(({ message, hint }) => `${message}: ${hint}.`),
  ];
}

/**
 * A run without --run is named by `starts`: when that is added, moved or removed, the same command would contact everybody again. Says
 * which runs did so before, and how to go on with the latest.
 */
export function newRunText(
  earlier: readonly [EarlierRun, ...EarlierRun[]],
  { options, campaign, run }: { readonly options: CommandContext; readonly campaign: Campaign; readonly run: string },
): string {
  const [latest] = earlier;
  const command = (name: string): string => formatCommand({ ...options, run: name })('run');
  const done = earlier.slice(0, shown).map((each) => contactedWords(each, campaign.timezone));
  const more = earlier.length > shown ? [`so did ${earlier.length - shown} more`] : [];
  // It is named by `starts`, and not by --run.
  const isDerived = latest.run === '1' || /^\d{4}-\d{2}-\d{2}$/.test(latest.run);
  const why = isDerived ? ', which was added, changed or removed since' : '';
  const afresh = options.sandbox === true ? ` To start the trial over: \`${formatFresh(options)}\`.` : '';
  return `${options.file} would start a new run, ${run}, but ${[...done, ...more].join('; ')}. Without --run, a run is named by \`starts\`${why}. To continue that run: \`${command(latest.run)}\`. To contact people again in a new run: \`${command(run)}\`.${afresh}`;
}

const shown = 3;

/** The same of the real state beside a campaign, of which nothing but its files is asked. What is wrong with the state, others say. */
export async function tellNewRunOf(project: Project, loaded: LoadedCampaign, host: Host): Promise<void> {
  const { campaign, source } = loaded;
  const options = { file: source.path, input: [] };
  const run = runName(campaign);
  const backend = backendOf(project, loaded, run);
  await readRecorded({ backend, campaign: campaign.id, run, orNew: true }, (shared) =>
    tellNewRun({ campaign, run, shared, options, host }),
  );
}

type RunToStart = Pick<OpenedCampaign, 'campaign' | 'run' | 'shared' | 'options'>;

/** Says it beside what a command prints. Returns whether it did. */
export async function tellNewRun(opened: RunToStart & Pick<OpenedCampaign, 'host'>): Promise<boolean> {
  const words = await newRunWords(opened);
  if (words !== undefined) opened.host.console.err(`${words} Until then, \`run\` refuses to start.\n`);
  return words !== undefined;
}

/** Undefined where the run has begun, or is the first, or has a name of its own. */
export async function newRunWords(opened: RunToStart): Promise<string | undefined> {
  const { campaign, shared: reader, options } = opened;
  if (options.run !== undefined || reader === undefined) return undefined;
  const [latest, ...more] = await earlierRuns(campaign, reader);
  return latest && newRunText([latest, ...more], opened);
}

function contactedWords({ run, people, tasks, lastAt }: EarlierRun, timezone: string): string {
  const whom = [
    ...(people === 0 ? [] : [formatPeople(people)]),
    ...(tasks === 0 ? [] : [`the lists of ${formatCount(tasks)} redial ${tasks === 1 ? 'task' : 'tasks'}`]),
  ];
  return `run ${run} has already contacted ${whom.join(' and ')} (last on ${formatDate(lastAt, timezone)})`;
}

const named = [
  ['accepted', 'accepted'],
  ['rejected', 'rejected'],
  ['inDoubt', 'in doubt'],
  ['sending', 'in flight'],
] as const;

/** Of a campaign with errors: what is recorded of its run, and whether a process carries it out, which does not read the files again. */
export async function tellDespiteErrors(options: CampaignOptions, host: Host): Promise<void> {
  const found = await findRun(openProject(options, host), { file: options.file, run: options.run });
  if (found === undefined) return;
  const { campaign, run } = found;
  await readRecorded(found, async (reader) => {
    const { state } = await seeRecorded(reader);
    if (state === 'new') return;
    const counts = [...(await jobCounts(reader)).values()];
    const sums = named.flatMap(([name, words]) => {
      const sum = counts.reduce((total, states) => total + (states[name] ?? 0), 0);
      return sum === 0 ? [] : [`${formatCount(sum)} ${words}`];
    });
    const held = state === 'paused' || state === 'cancelled' ? ` It is ${state}.` : '';
    const process = (await isUnderWay(reader))
      ? 'A process carries it out, and goes on with the files as they were when it began. If it ends, no other can go on until the errors are corrected.'
      : 'No process carries it out. None can until the errors are corrected.';
    const recorded = sums.length === 0 ? 'nothing was sent' : sums.join(', ');
    host.console.out(`\nRun ${run} of ${campaign}, as it is recorded: ${recorded}.${held}\n${process}\n`);
  });
}
