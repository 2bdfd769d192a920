import type { Host } from '../../platform/ports.ts';
import { formatRecordedEnd } from '../../report/run/run-state-text.ts';
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
