import { visibleLine } from '../../diagnostic/visible-text.ts';
import { pinsOf } from '../../project/snapshots.ts';
import { formatRecordedEnd } from '../../report/run/run-state-text.ts';
import { unknownSnapshots } from '../../run/before-run.ts';
import { isUnderWay } from '../../run/run-state.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';
import { seeNow } from '../status/outlook.ts';
import { completeCommands, formatCommand } from './format-command.ts';
import { refusalWords, unknownSnapshotsText } from './missing-run.ts';
import { newRunWords } from './new-run.ts';

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
