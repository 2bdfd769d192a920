import { expect, test } from 'vitest';
import { type CampaignRig, createCampaignRig, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';
import { jobsOf, runEngine } from '../rig/engine.ts';

/** A wrong base URL, or a gateway that refuses us: redirects and pages of refusal, in place of the service's answers. */
async function rigOf(steps: string): Promise<CampaignRig> {
  const rig = await createCampaignRig({ world: { timestampValid: '7d' } });
  await rig.members(people(20));
  await rig.campaign(steps, 'limits: { concurrency: 16, doubts: 40 }');
  return rig;
}

async function engineOn(rig: CampaignRig) {
  const { result } = await runEngine({ file: rig.file, url: rig.sandbox.url });
  return { ...result, jobs: await jobsOf(rig.file) };
}

test.each([301, 400, 401, 403, 404, 405, 407, 501])(
  'HTTP %i without an envelope, as the first answer, halts at once: one message is in doubt, and nothing else leaves',
  async (http) => {
    await using rig = await rigOf(whatsappStep);
    await rig.fault({ kind: 'http', http });
    const { ended, reason, summary } = await engineOn(rig);
    expect({ ended, summary }).toMatchObject({ ended: 'stopped', summary: { inDoubt: 1, pending: 19 } });
    expect(reason).toEqual({ kind: 'turnedAway', reason: expect.stringContaining(`HTTP ${http}`) });
    expect(rig.requests()).toHaveLength(1);
  },
);

test.each(['hello', 'call'])(
  'a failure that has the code 0, as some servers write it, is nobody’s success (%s)',
  async (step) => {
    const call = 'call: { uses: voice.redial, with: { taskId: 1001, source: 3, text: "Hello", lan: EN } }';
    await using rig = await rigOf(step === 'call' ? call : whatsappStep);
    await rig.fault({ kind: 'http', http: 404, body: '{"name":"Not Found","message":"404: Not Found","code":0}' });
    const { ended, reason, summary } = await engineOn(rig);
    expect({ ended, summary }).toMatchObject({ ended: 'stopped', summary: { accepted: 0 } });
    expect(reason).toMatchObject({ kind: 'turnedAway', reason: expect.stringContaining('HTTP 404, a failure') });
    expect(rig.requests()).toHaveLength(1);
  },
);

test('what has a name of its own stays pending, and is sent under that name when the address is right', async () => {
  await using rig = await rigOf(otpStep);
  await rig.fault({ kind: 'http', http: 404, times: 1 });
  expect((await engineOn(rig)).summary).toMatchObject({ pending: 20, inDoubt: 0 });
  expect((await engineOn(rig)).summary).toMatchObject({ accepted: 20 });
});

test('a query that is turned away halts, too', async () => {
  await using rig = await rigOf('funds: { uses: sms.balance }');
  await rig.fault({ kind: 'http', http: 403 });
  expect(await engineOn(rig)).toMatchObject({ ended: 'stopped', summary: { pending: 1 } });
  expect(rig.requests()).toHaveLength(1);
});

test('once something was accepted, such a page is a lost answer like another', async () => {
  await using rig = await rigOf(whatsappStep);
  await rig.fault({ kind: 'http', http: 404, skip: 1, times: 1 });
  expect(await engineOn(rig)).toMatchObject({ ended: 'finished', summary: { accepted: 19, inDoubt: 1 } });
});

test('the first answer is awaited before others leave: a wrong key is said once', async () => {
  await using rig = await rigOf(whatsappStep);
  await rig.fault({ kind: 'status', status: '-1' });
  expect(await engineOn(rig)).toMatchObject({ ended: 'stopped', summary: { pending: 20 } });
  expect(rig.requests()).toHaveLength(1);
});

test('others do not wait without end for a first answer that does not come', async () => {
  await using rig = await rigOf(otpStep);
  await rig.fault({ kind: 'hang', times: 1 });
  const { result } = await runEngine({ file: rig.file, url: rig.sandbox.url, answerWithinMs: 300 });
  expect(result).toMatchObject({ ended: 'finished', summary: { accepted: 20 } });
});
