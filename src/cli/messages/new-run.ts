import type { Campaign } from '../../campaign/campaign.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { formatCount } from '../../diagnostic/count-words.ts';
import { runName } from '../../job/address.ts';
import type { Host } from '../../platform/ports.ts';
import type { Project } from '../../project/project.ts';
import { backendOf } from '../../project/state.ts';
import { formatDate, formatPeople } from '../../report/plan/words.ts';
import { type EarlierRun, earlierRuns } from '../../run/before-run.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';
import { type CommandContext, formatCommand } from './format-command.ts';
import { readRecorded } from './read-recorded.ts';

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
  const why = isDerived(latest.run) ? ', which was added, changed or removed since' : '';
  const afresh =
    options.sandbox === true ? ` To start the trial over: \`${formatCommand(options)('run', '--fresh')}\`.` : '';
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

/** Named by `starts`, and not by --run. */
function isDerived(run: string): boolean {
  return run === '1' || /^\d{4}-\d{2}-\d{2}$/.test(run);
}
