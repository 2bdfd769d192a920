import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCampaignRig } from '../rig/campaign-rig.ts';

test.each([
  [0, /✓ the service's clock agrees with ours\n/],
  [5_000, /✓ the service's clock is \d s ahead of ours\n/],
  [-90_000, /✗ the service's clock is 9\d s behind ours\n/],
])('clocks that differ by less than the second of a Date header agree: %d ms', async (ahead, said) => {
  await using rig = await createCampaignRig();
  const service = createServer((_, response) => {
    // Late in a second, most of it is missing.
    void setTimeout((1_650 - (Date.now() % 1_000)) % 1_000).then(() => {
      response.setHeader('date', new Date(Date.now() + ahead).toUTCString());
      response.end('{"status":"0"}');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => service.once('listening', resolve));
  const { port } = service.address() as AddressInfo;
  try {
    const { stdout } = await rig.callsheet(['doctor'], { CALLSHEET_BASE_URL: `http://127.0.0.1:${port}` }).ended;
    expect(stdout).toMatch(said);
  } finally {
    service.close();
  }
});
