import type { Host } from '../platform/ports.ts';
import { checkBaseUrl } from '../service/base-url.ts';
import { readOutputs } from '../service/outputs.ts';

/** What the account holds in all, or in words why it is not known. One query, which changes nothing. */
export async function askBalance(host: Host): Promise<number | string> {
  const { CALLSHEET_BASE_URL: baseUrl, CALLSHEET_API_KEY: apiKey, CALLSHEET_API_SECRET: apiSecret } = host.env;
  if (!baseUrl || !apiKey || !apiSecret) {
    return 'To ask for the balance, CALLSHEET_BASE_URL, CALLSHEET_API_KEY and CALLSHEET_API_SECRET must be set';
  }
  const fault = checkBaseUrl(baseUrl);
  if (fault !== undefined) return fault;
  // Planning loads no HTTP client unless it asks.
  const { createClient } = await import('../service/client.ts');
  const client = createClient({ baseUrl, apiKey, apiSecret, clock: host.clock, connections: 1 });
  try {
    const outcome = await client.send('sms.balance', undefined);
    if (outcome.kind !== 'accepted') return `The balance could not be asked (${outcome.kind})`;
    const available = Number(readOutputs('sms.balance', outcome.answer)['available']);
    return Number.isFinite(available) ? available : 'The answer to the balance query holds no balance';
  } finally {
    await client.close();
  }
}
