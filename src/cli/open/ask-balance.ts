import type { Host } from '../../platform/ports.ts';
import { readOutputs, unreadOutput } from '../../service/contract/outputs.ts';
import { shellWord } from '../messages/format-command.ts';
import { readSettings } from '../options/settings.ts';

/** What the account holds in all, or in words why it is not known. One query, which changes nothing. */
export async function askBalance(options: { readonly envFile?: string }, host: Host): Promise<number | string> {
  const settings = readSettings({ ...options, sandbox: false }, host);
  if ('fault' in settings) return settings.fault;
  const { baseUrl, apiKey, apiSecret } = settings;
  // Planning loads no HTTP client unless it asks.
  const { createClient } = await import('../../service/http/client.ts');
  const client = createClient({ baseUrl, apiKey, apiSecret, clock: host.clock, connections: 1 });
  try {
    const outcome = await client.send('sms.balance', undefined);
    if (outcome.kind !== 'accepted')
      return `The balance query failed (${outcome.kind}): \`callsheet doctor${options.envFile === undefined ? '' : ` --env-file ${shellWord(options.envFile)}`}\` shows why`;
    const available = Number(readOutputs('sms.balance', outcome.answer)['available']);
    if (Number.isFinite(available)) return available;
    const words = unreadOutput('sms.balance', 'available', outcome.answer);
    return `The answer to the balance query contains no balance${words === undefined ? '' : ` that can be read: ${words}`}`;
  } finally {
    await client.close();
  }
}
