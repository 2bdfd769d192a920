import type { Host } from '../../platform/ports.ts';
import type { Project } from '../../project/project.ts';
import { readSettings } from '../../project/settings.ts';
import { readOutputs, unreadOutput } from '../../service/contract/outputs.ts';
import { formatDoctor } from '../messages/format-command.ts';

/** What the account holds in all, or in words why it is not known. One query, which changes nothing. */
export async function askBalance(project: Project, host: Pick<Host, 'clock'>): Promise<number | string> {
  const settings = readSettings({ ...project, sandbox: false });
  if ('fault' in settings) return settings.fault;
  // Planning loads no HTTP client unless it asks.
  const { createClient } = await import('../../service/http/client.ts');
  const client = createClient({ ...settings, clock: host.clock, connections: 1 });
  try {
    const outcome = await client.send('sms.balance', undefined);
    if (outcome.kind !== 'accepted')
      return `The balance query failed (${outcome.kind}): \`${formatDoctor({ envFile: project.envFile?.path })}\` shows why`;
    const available = Number(readOutputs('sms.balance', outcome.answer)['available']);
    if (Number.isFinite(available)) return available;
    const words = unreadOutput('sms.balance', 'available', outcome.answer);
    return `The answer to the balance query contains no balance${words === undefined ? '' : ` that can be read: ${words}`}`;
  } finally {
    await client.close();
  }
}
