import type { Host } from '../../platform/ports.ts';
import { formatRecordedEnd } from '../../report/run/run-state-text.ts';
import { isUnderWay } from '../../run/run-state.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';
import { seeNow } from '../status/outlook.ts';
import { type CommandContext, completeCommands, formatCommand } from './format-command.ts';

/**
 * Says beside a plan why the run stopped, and that what it shows of a run that is paused or cancelled starts only after a person has
 * resumed it.
 */
export async function tellHeld(opened: OpenedCampaign, options: CommandContext, host: Host): Promise<void> {
  const { reader, run } = opened;
  if (reader === undefined) return;
  await tellEnd(opened, options, host);
  const { control } = await reader.status();
  if (control === 'run') return;
  const held = control === 'pause' ? 'paused' : 'cancelled';
  const resume = formatCommand(options)('resume');
  host.console.err(
    `Run ${run} is ${held}: nothing starts until \`${resume}\`. The times assume that it is resumed by then.\n`,
  );
}

/** Why the latest process ended, where that was not its end. */
export async function tellEnd(opened: OpenedCampaign, options: CommandContext, host: Host): Promise<void> {
  const { seen } = await seeNow(opened, options, host);
  const ended = seen.state === 'stopped' ? formatRecordedEnd(seen, opened.campaign.timezone) : undefined;
  if (ended !== undefined) host.console.err(`${completeCommands(ended, options)}.\n`);
}

/** A process does not read its files again: what is shown of the files of now, it does not do. */
export async function tellOtherFiles(
  { reader, run, digest }: Pick<OpenedCampaign, 'reader' | 'run' | 'digest'>,
  host: Host,
): Promise<void> {
  if (reader === undefined || !(await isUnderWay(reader))) return;
  const { inputs } = await reader.status();
  if (inputs === undefined || inputs === digest) return;
  host.console.err(
    `The files, inputs or variables have changed since the process of run ${run} started, and it continues with the old ones. To use the new ones, stop it and run again.\n`,
  );
}
