import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createCampaignRig } from '../rig/campaign-rig.ts';

const code = ['otp.send', '--data', '{"appId": "sandbox-app", "templateId": 31, "to": "2340001000900"}', '--yes'];
const mayBeDone = /HTTP 503\): the request may have been carried out\. Check before you repeat it\./;
const laterWords = /^The service refuses requests for now \(HTTP \d+\)\. Try again later\.$/m;

test.each([
  // As for a run: what answers so may have passed the request on.
  ['a code', 503, code, mayBeDone],
  ['a code', 429, code, laterWords],
  ['a query, which changes nothing', 503, ['sms.balance'], laterWords],
])('a call says what may have become of %s that is answered %d', async (_, http, args, words) => {
  await using rig = await createCampaignRig();
  const service = createServer((__, response) => {
    response.writeHead(http, { 'retry-after': '1' });
    response.end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => service.once('listening', resolve));
  const { port } = service.address() as AddressInfo;
  try {
    const ended = await rig.callsheet(['call', ...args], { CALLSHEET_BASE_URL: `http://127.0.0.1:${port}` }).ended;
    expect(ended).toMatchObject({ code: 3, stdout: '', stderr: expect.stringMatching(words) });
  } finally {
    service.close();
  }
});

test('a call that is refused says what a run would make of that', async () => {
  await using rig = await createCampaignRig();
  const data = '{"appId": "another-app", "jobId": 2001}';
  const ended = await rig.callsheet(['call', 'aivoice.pause', '--data', data, '--yes']).ended;
  expect(ended).toMatchObject({
    code: 3,
    stdout: '-37: application does not exist\n',
    stderr: 'In a run: the step stops; `callsheet explain aivoice.pause -37` explains it.\n',
  });
});
