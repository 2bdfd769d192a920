import type { Host } from '../../platform/ports.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';
import { type CommandContext, formatCommand } from './format-command.ts';

/** What a plan shows of a run that is paused or cancelled starts only after a person has resumed it: says so beside the plan. */
export async function tellHeld(
  { reader, run }: Pick<OpenedCampaign, 'reader' | 'run'>,
  options: CommandContext,
  host: Host,
): Promise<void> {
  if (reader === undefined) return;
  const { control } = await reader.status();
  if (control === 'run') return;
  const held = control === 'pause' ? 'paused' : 'cancelled';
  const resume = formatCommand(options)('resume');
  host.console.err(
    `Run ${run} is ${held}: nothing starts until \`${resume}\`. The times are those of a run that is resumed by then.\n`,
  );
}
