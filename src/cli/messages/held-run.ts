import type { Host } from '../../platform/ports.ts';
import { formatRecordedEnd } from '../../report/run/run-state-text.ts';
import { seeRun } from '../../run/run-state.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';
import { type CommandContext, formatCommand } from './format-command.ts';

type Seen = Pick<OpenedCampaign, 'reader' | 'run' | 'campaign'>;

/**
 * Says beside a plan why the run stopped, and that what it shows of a run that is paused or cancelled starts only after a person has
 * resumed it.
 */
export async function tellHeld(opened: Seen, options: CommandContext, host: Host): Promise<void> {
  const { reader, run } = opened;
  if (reader === undefined) return;
  await tellEnd(opened, host);
  const { control } = await reader.status();
  if (control === 'run') return;
  const held = control === 'pause' ? 'paused' : 'cancelled';
  const resume = formatCommand(options)('resume');
  host.console.err(
    `Run ${run} is ${held}: nothing starts until \`${resume}\`. The times are those of a run that is resumed by then.\n`,
  );
}

/** Why the latest process ended, where that was not its end. */
export async function tellEnd({ reader, campaign }: Seen, { console }: Host): Promise<void> {
  const seen = await seeRun(reader);
  const ended = seen.state === 'stopped' ? formatRecordedEnd(seen, campaign.timezone) : undefined;
  if (ended !== undefined) console.err(`${ended}.\n`);
}
