import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/run/event.ts';
import { type CampaignRig, createCampaignRig, once, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';
import { jobsOf, runEngine } from '../rig/engine.ts';

/** What each of the service's answers means for its job. The engine's clock skips waits; the sandbox keeps its own. */
async function rigOf(steps: string, recipients = 3): Promise<CampaignRig> {
  const rig = await createCampaignRig({ world: { timestampValid: '7d' } });
  await rig.members(people(recipients));
  await rig.campaign(steps, 'limits: { concurrency: 1 }');
  return rig;
}

async function engineOn(rig: CampaignRig) {
  const { result, events } = await runEngine({ file: rig.file, url: rig.sandbox.url });
  return { ...result, events, jobs: await jobsOf(rig.file) };
}

const redial = `
call: { uses: voice.redial, with: { taskId: 1001, taskName: spring, source: 3, text: "Hello", lan: EN } }
`;

describe('an answer of the service', () => {
  test('"try again" (-18): the same order once more, with another attempt counted', async () => {
    await using rig = await rigOf(otpStep, 1);
    await rig.fault({ kind: 'status', status: '-18', times: 2 });
    const { summary, jobs } = await engineOn(rig);
    expect(summary).toMatchObject({ accepted: 1 });
    expect(jobs.get('code[2348030000001]')).toMatchObject({ state: 'accepted', attempts: 3 });
    expect(new Set(rig.requests().map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test('"try again" without end: refused after five attempts', async () => {
    await using rig = await rigOf(otpStep, 1);
    await rig.fault({ kind: 'status', status: '-18' });
    const { summary, jobs } = await engineOn(rig);
    expect(rig.requests()).toHaveLength(5);
    expect(summary).toMatchObject({ rejected: 1, pending: 0 });
    expect(jobs.get('code[2348030000001]')).toMatchObject({ state: 'rejected', code: '-18', attempts: 5 });
  });

  test('HTTP 429 with Retry-After: nothing at all starts before, and no attempt is used up', async () => {
    await using rig = await rigOf(whatsappStep);
    await rig.fault({ kind: 'http', http: 429, headers: { 'retry-after': '90' }, times: 1 });
    const { summary, jobs, events } = await engineOn(rig);
    expect(summary).toMatchObject({ accepted: 3, inDoubt: 0 });
    expect(jobs.get('hello[2348030000001]')).toMatchObject({ state: 'accepted', attempts: 1 });
    const news = events.filter((event): event is JobEvent => event.event === 'job');
    const [held, ...rest] = news;
    expect(held).toMatchObject({ state: 'again', notBefore: expect.any(Number) });
    expect(held!.notBefore! - held!.at).toBe(90_000);
    for (const { at } of rest) expect(at).toBeGreaterThanOrEqual(held!.notBefore!);
  });

  test('too many tasks at once (-37): it waits, as long as it takes, and no attempt is used up', async () => {
    await using rig = await rigOf(redial);
    await rig.fault({ kind: 'status', status: '-37', times: 7 });
    const { summary, jobs } = await engineOn(rig);
    expect(summary).toMatchObject({ accepted: 1 });
    expect(rig.requests()).toHaveLength(8);
    expect(jobs.get('call')).toMatchObject({ state: 'accepted', attempts: 1 });
  });

  test('a task of AI voice that does not exist (-32) refuses its job alone: the others are paused', async () => {
    const world = {
      timestampValid: '7d',
      aiVoiceJobs: [2001, 2002].map((jobId) => ({ jobId, state: 'running' }) as const),
    };
    await using rig = await createCampaignRig({ world });
    await rig.write(
      'members.csv',
      people(3).reduce((rows, phone, index) => `${rows}${phone},${2000 + index}\n`, 'phone,job\n'),
    );
    await rig.campaign('stop: { uses: aivoice.pause, forEach: members, with: { jobId: "{{ recipient.job }}" } }');
    const { summary, jobs } = await engineOn(rig);
    expect(summary).toMatchObject({ accepted: 2, rejected: 1, pending: 0 });
    expect(jobs.get('stop[2348030000001]')).toMatchObject({ state: 'rejected', code: '-32' });
  });

  test('a name that is taken (-41): on a first attempt somebody else has it', async () => {
    await using rig = await rigOf(redial);
    const before = await rig.sandbox.call('/voice/group/call/resend', taken);
    expect(before.body).toMatchObject({ code: '0' });
    const { summary, jobs } = await engineOn(rig);
    expect(summary).toMatchObject({ rejected: 1 });
    expect(jobs.get('call')).toMatchObject({ state: 'rejected', code: '-41', attempts: 1 });
    expect(rig.effects('voice.redial')).toEqual({ spring: 1 });
  });

  test('a name that is taken (-41): after a lost answer it is the receipt of our own', async () => {
    await using rig = await rigOf(redial);
    await rig.fault({ kind: 'reset-after', times: 1 });
    const { summary, jobs, events } = await engineOn(rig);
    expect(summary).toMatchObject({ accepted: 1, inDoubt: 0 });
    expect(jobs.get('call')).toMatchObject({ state: 'accepted', attempts: 2 });
    expect(events).toContainEqual(expect.objectContaining({ event: 'job', state: 'accepted', receipt: true }));
    expect(rig.effects('voice.redial')).toEqual({ spring: 1 });
  });

  test('an order that is known (-20): a collision at first, a receipt after a lost answer', async () => {
    await using rig = await rigOf(otpStep, 2);
    const [a, b] = people(2) as [string, string];
    await rig.fault({ kind: 'status', status: '-20', recipient: a, times: 1 });
    await rig.fault({ kind: 'reset-after', recipient: b, times: 1 });
    const { jobs } = await engineOn(rig);
    expect(jobs.get(`code[${a}]`)).toMatchObject({ state: 'rejected', code: '-20', attempts: 1 });
    expect(jobs.get(`code[${b}]`)).toMatchObject({ state: 'accepted', code: '-20', attempts: 2 });
    expect(rig.effects('otp.send')).toEqual(once([b]));
  });

  test.each(['null', '""', "\"{{ recipient.first_name | default: 'x' | remove: 'x' | remove: 'Ada0' }}\""])(
    'an order that is written as empty (%s) still has one: its retry is not a second code',
    async (orderId) => {
      await using rig = await rigOf(`${otpStep.trimEnd().replace(' }', `, orderId: ${orderId} }`)}\n`, 1);
      await rig.fault({ kind: 'reset-after', times: 1 });
      const { summary } = await engineOn(rig);
      expect(summary).toMatchObject({ accepted: 1 });
      expect(rig.effects('otp.send')).toEqual(once(people(1)));
    },
  );

  test('a lost answer whose repeat is refused for another reason is in doubt, not refused', async () => {
    await using rig = await rigOf(otpStep, 1);
    await rig.fault({ kind: 'reset-before', times: 1 });
    await rig.fault({ kind: 'status', status: '-26', times: 1, skip: 0 });
    await rig.fault({ kind: 'status', status: '-99' });
    const { jobs, summary } = await engineOn(rig);
    expect(summary).toMatchObject({ rejected: 0, inDoubt: 1 });
    expect(jobs.get('code[2348030000001]')).toMatchObject({ state: 'inDoubt', code: '-99', attempts: 3 });
  });

  test('an upload whose answer was lost is sent once more under a new name', async () => {
    await using rig = await rigOf('greeting: { uses: audio.upload, with: { file: spring.mp3 } }');
    await rig.write('spring.mp3', 'ID3');
    await rig.fault({ kind: 'reset-after', times: 1 });
    const { summary } = await engineOn(rig);
    expect(summary).toMatchObject({ accepted: 1 });
    const names = Object.keys(rig.effects('audio.upload'));
    expect(names).toEqual([
      expect.stringMatching(/^spring-[0-9a-f]{12}\.mp3$/),
      expect.stringMatching(/^spring-[0-9a-f]{12}-2\.mp3$/),
    ]);
  });

  test('an upload under a name of the campaign’s own is never renamed: where its answer was lost it is in doubt', async () => {
    await using rig = await rigOf(
      'greeting: { uses: audio.upload, with: { file: spring.mp3, fileName: greeting.mp3 } }',
    );
    await rig.write('spring.mp3', 'ID3');
    await rig.fault({ kind: 'reset-after', times: 1 });
    const { jobs } = await engineOn(rig);
    expect(jobs.get('greeting')).toMatchObject({ state: 'inDoubt', code: '-20', attempts: 2 });
    expect(rig.effects('audio.upload')).toEqual({ 'greeting.mp3': 1 });
  });

  test('a code that nobody has described refuses its job alone, with its reason', async () => {
    await using rig = await rigOf(whatsappStep);
    await rig.fault({ kind: 'status', status: '-777', reason: 'nobody knows', recipient: '2348030000002', times: 1 });
    const { summary, jobs } = await engineOn(rig);
    expect(summary).toMatchObject({ accepted: 2, rejected: 1 });
    expect(jobs.get('hello[2348030000002]')).toMatchObject({ code: '-777', reason: 'nobody knows' });
  });

  test.each(['garbage', 'truncate', 'wrong-type', 'hang'])(
    'a message whose answer is spoilt (%s) is in doubt, and not sent again',
    async (kind) => {
      await using rig = await rigOf(whatsappStep);
      await rig.campaign(whatsappStep, 'limits: { concurrency: 1, doubts: 5 }');
      await rig.fault({ kind, times: 1 });
      const input = { file: rig.file, url: rig.sandbox.url, answerWithinMs: 300 };
      expect((await runEngine(input)).result.summary).toMatchObject({ accepted: 2, inDoubt: 1 });
      expect((await runEngine(input)).result.summary).toMatchObject({ accepted: 2, inDoubt: 1 });
      expect(rig.requests()).toHaveLength(3);
    },
  );

  test('`onUnknown: resend` is the author’s own choice', async () => {
    await using rig = await rigOf(`${whatsappStep.trimEnd()}\n  onUnknown: resend\n`, 1);
    await rig.fault({ kind: 'reset-after', times: 1 });
    const { summary } = await engineOn(rig);
    expect(summary).toMatchObject({ accepted: 1, inDoubt: 0 });
    expect(rig.effects('whatsapp.send')).toEqual({ '2348030000001': 2 });
  });

  test('a code whose use is over is not sent late: it is in doubt', async () => {
    await using rig = await rigOf(`${otpStep.trimEnd()}\n  expires: 1s\n`, 1);
    await rig.fault({ kind: 'reset-before', times: 1 });
    await rig.fault({ kind: 'http', http: 429, headers: { 'retry-after': '60' }, times: 1 });
    const { jobs, summary } = await engineOn(rig);
    expect(jobs.get('code[2348030000001]')).toMatchObject({
      state: 'inDoubt',
      reason: 'an answer was lost, and the code would have expired',
    });
    expect(summary).toMatchObject({ inDoubt: 1, expired: 0 });
    expect(rig.effects('otp.send')).toEqual({});
  });

  test('who may have been reached is not taken for expired by a fallback step', async () => {
    const ladder = `
      code: { uses: otp.send, forEach: members, expires: 1s, with: { templateId: 31 } }
      call:
        uses: otp.send
        needs: code
        forEach: { audience: members, onlyIf: { step: code, outcome: expired } }
        with: { templateId: 31, channel: call }`;
    await using rig = await rigOf(ladder, 1);
    await rig.fault({ kind: 'reset-after', times: 1 });
    await rig.fault({ kind: 'http', http: 429, headers: { 'retry-after': '60' }, times: 1 });
    const { summary } = await engineOn(rig);
    expect(summary).toMatchObject({ inDoubt: 1, skipped: 1 });
    expect(rig.effects('otp.send')).toEqual({ '2348030000001': 1 });
  });
});

type JobEvent = Extract<RunEvent, { event: 'job' }>;

const taken = { taskId: 1002, taskName: 'spring', source: 3, text: 'Hello', lan: 'EN' };
