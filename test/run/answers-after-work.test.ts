import { describe, expect, test } from 'vitest';
import { type CampaignRig, createCampaignRig, once, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';
import { jobsOf, resend, runEngine } from '../rig/engine.ts';

/**
 * A service, or a gateway before it, does the work and then answers that it did not. The engine's clock skips waits; the
 * sandbox keeps its own.
 */
async function rigOf(steps: string, recipients = 3): Promise<CampaignRig> {
  const rig = await createCampaignRig({ world: { timestampValid: '7d' } });
  await rig.members(people(recipients));
  await rig.campaign(steps, 'limits: { concurrency: 1, doubts: 20 }');
  return rig;
}

async function engineOn(rig: CampaignRig) {
  const { result, events } = await runEngine({ file: rig.file, url: rig.sandbox.url });
  return { ...result, events, jobs: await jobsOf(rig.file) };
}

const fallback = (of: string) => `
other: { uses: whatsapp.send, forEach: { audience: members, onlyIf: { step: ${of}, outcome: rejected } }, needs: ${of}, with: { type: text, text: { body: "Call us" } } }
`;
const alsoOnRejected = (of: string) => `
other: { uses: whatsapp.send, runs: on-failure, needs: ${of}, forEach: members, with: { type: text, text: { body: "Call us" } } }
`;
const redial = `
call: { uses: voice.redial, with: { taskId: 1001, source: 3, text: "Hello", lan: EN } }
`;
const soon = { headers: { 'retry-after': '1' } };
const later = { kind: 'http', http: 503, ...soon, when: 'after' };
const throttled = { kind: 'http', http: 429, ...soon, when: 'after' };
const foreign = (http: number) => ({
  kind: 'http',
  http,
  body: '{"status":"500","code":"500","reason":"Internal Server Error"}',
  when: 'after',
});

const afterWork: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['503 with Retry-After', later],
  ['429', throttled],
  ['-18', { kind: 'status', status: '-18', when: 'after' }],
  ['-26', { kind: 'status', status: '-26', when: 'after' }],
  ['HTTP 500 with {"status":"500"}', foreign(500)],
  ['HTTP 200 with {"status":"500"}', foreign(200)],
];

describe('an answer that the work was not done, though it was', () => {
  test.each(afterWork)('to a code (%s): its repeat earns a receipt, and no fallback is sent', async (_, fault) => {
    await using rig = await rigOf(`${otpStep}${fallback('code')}`);
    for (const recipient of people(3)) await rig.fault({ ...fault, operation: 'otp.send', recipient, times: 1 });
    const { summary } = await engineOn(rig);
    expect(summary).toMatchObject({ accepted: 3, rejected: 0, inDoubt: 0 });
    expect(rig.effects('otp.send')).toEqual(once(people(3)));
    expect(rig.effects('whatsapp.send')).toEqual({});
  });

  test.each([...afterWork, ['-37', { kind: 'status', status: '-37', when: 'after' }] as const])(
    'to a redial (%s): its repeat earns a receipt, and no fallback is sent',
    async (_, fault) => {
      await using rig = await rigOf(`${redial}${alsoOnRejected('call')}`);
      await rig.fault({ ...fault, operation: 'voice.redial', times: 1 });
      const { jobs } = await engineOn(rig);
      expect(jobs.get('call')).toMatchObject({ state: 'accepted', code: '-41' });
      expect(Object.values(rig.effects('voice.redial'))).toEqual([1]);
      expect(rig.effects('whatsapp.send')).toEqual({});
    },
  );

  test.each([
    ['503 with Retry-After', later],
    ['HTTP 500 with {"status":"500"}', foreign(500)],
    ['HTTP 504 with a page', { kind: 'http', http: 504, when: 'after' }],
    ['HTTP 500 with a code of no table', { kind: 'status', status: '-999', http: 500, when: 'after' }],
  ])('to a message (%s): in doubt, never sent again, and no fallback', async (_, fault) => {
    await using rig = await rigOf(`${whatsappStep}${fallback('hello')}`);
    for (const recipient of people(3)) await rig.fault({ ...fault, recipient, times: 1 });
    const { summary } = await engineOn(rig);
    expect(summary).toMatchObject({ inDoubt: 3, rejected: 0, skipped: 3 });
    expect(rig.effects('whatsapp.send')).toEqual(once(people(3)));
  });

  test('to a pause: -38 on the repeat says that it is paused', async () => {
    await using rig = await rigOf('robot: { uses: aivoice.pause, with: { jobId: 2001 } }');
    await rig.fault({ kind: 'status', status: '-46', when: 'after', times: 1 });
    const { jobs } = await engineOn(rig);
    expect(jobs.get('robot')).toMatchObject({ state: 'accepted', code: '-38' });
  });

  test('to an upload under a name of the campaign’s own: in doubt, as its id is not known', async () => {
    await using rig = await rigOf(
      'greeting: { uses: audio.upload, with: { file: spring.mp3, fileName: greeting.mp3 } }',
    );
    await rig.write('spring.mp3', 'ID3');
    await rig.fault({ ...throttled, times: 1 });
    const { jobs } = await engineOn(rig);
    expect(jobs.get('greeting')).toMatchObject({ state: 'inDoubt', code: '-20' });
  });

  test('to an upload under a default name: a new name', async () => {
    await using rig = await rigOf('greeting: { uses: audio.upload, with: { file: spring.mp3 } }');
    await rig.write('spring.mp3', 'ID3');
    await rig.fault({ ...later, times: 1 });
    expect((await engineOn(rig)).summary).toMatchObject({ accepted: 1 });
    expect(Object.keys(rig.effects('audio.upload'))).toHaveLength(2);
  });
});

describe('the default name of an upload', () => {
  const greeting = 'greeting: { uses: audio.upload, with: { file: spring.mp3 } }';

  test('is another one in each run, as the service keeps every name', async () => {
    await using rig = await rigOf(greeting);
    await rig.write('spring.mp3', 'ID3');
    for (const run of ['monday', 'tuesday', 'wednesday'])
      expect(await rig.callsheet(['run', rig.file, '--run', run, '--yes']).ended).toMatchObject({ code: 0 });
    expect(rig.requests('audio.upload')).toHaveLength(3);
    expect(Object.values(rig.effects('audio.upload'))).toEqual([1, 1, 1]);
  });

  test('is refused for good when twenty were taken: nobody has to decide about it', async () => {
    await using rig = await rigOf(greeting);
    await rig.write('spring.mp3', 'ID3');
    await rig.fault({ kind: 'status', status: '-20', operation: 'audio.upload', times: 100 });
    const { jobs } = await engineOn(rig);
    const reason = expect.stringContaining('give the step a `fileName` of its own') as string;
    expect(jobs.get('greeting')).toMatchObject({ state: 'rejected', code: '-20', reason });
    expect(rig.requests('audio.upload')).toHaveLength(20);
  });

  test.each([
    ['-22', 2],
    ['-18', 6],
  ])(
    'was taken, and the next one is refused with %s: that is a refusal, and a fallback goes on',
    async (status, most) => {
      await using rig = await rigOf(`${greeting}${alsoOnRejected('greeting')}`);
      await rig.write('spring.mp3', 'ID3');
      await rig.fault({ kind: 'status', status: '-20', operation: 'audio.upload', times: 1 });
      await rig.fault({ kind: 'status', status, operation: 'audio.upload' });
      const { jobs } = await engineOn(rig);
      expect(jobs.get('greeting')).toMatchObject({ state: 'rejected', code: status });
      expect(rig.requests('audio.upload').length).toBeLessThanOrEqual(most);
      const names = rig.requests('audio.upload').map(({ body }) => (body as { readonly fileName: string }).fileName);
      expect(new Set(names).size).toBe(2);
      expect(rig.effects('whatsapp.send')).toEqual(once(people(3)));
    },
  );
});

describe('a repeat that is plainly refused', () => {
  const refusalMessage = { kind: 'status', status: '-22' };

  test.each([0, 1, 2])(
    'after a 503 and %i answers "try again" proves nothing: in doubt, no fallback',
    async (times) => {
      await using rig = await rigOf(`${otpStep}${fallback('code')}`, 1);
      await rig.fault({ ...later, times: 1 });
      if (times > 0) await rig.fault({ kind: 'status', status: '-18', operation: 'otp.send', times });
      await rig.fault({ ...refusalMessage, operation: 'otp.send', times: 1 });
      expect((await engineOn(rig)).jobs.get('code[2348030000001]')).toMatchObject({ state: 'inDoubt', code: '-22' });
      expect(rig.effects('whatsapp.send')).toEqual({});
    },
  );

  test.each([['429', { ...throttled, when: 'before' }] as const, ['-18', { kind: 'status', status: '-18' }] as const])(
    'after %s, which the service itself answers, is a refusal',
    async (_, fault) => {
      await using rig = await rigOf(otpStep, 1);
      await rig.fault({ ...fault, times: 1 });
      await rig.fault({ ...refusalMessage, times: 1 });
      expect((await engineOn(rig)).jobs.get('code[2348030000001]')).toMatchObject({ state: 'rejected', code: '-22' });
    },
  );

  test('five times "try again" are a refusal', async () => {
    await using rig = await rigOf(otpStep, 1);
    await rig.fault({ kind: 'status', status: '-18' });
    const reason = expect.stringMatching(/ \(after 5 attempts\)$/) as string;
    const { jobs } = await engineOn(rig);
    expect(jobs.get('code[2348030000001]')).toMatchObject({ state: 'rejected', code: '-18', reason });
    expect(rig.requests('otp.send')).toHaveLength(5);
  });

  test('after a 503 too late: in doubt, not expired', async () => {
    await using rig = await rigOf(`${otpStep.trimEnd()}\n  expires: 10s\n`, 1);
    await rig.fault({ ...later, headers: { 'retry-after': '60' } });
    const { summary } = await engineOn(rig);
    expect(summary).toMatchObject({ inDoubt: 1, expired: 0 });
  });

  test('a limit of the service that lasts longer than a code is valid does not use it up', async () => {
    await using rig = await rigOf(`${otpStep.trimEnd()}\n  expires: 10s\n`, 1);
    await rig.fault({ kind: 'status', status: '-27', times: 2 });
    expect((await engineOn(rig)).summary).toMatchObject({ accepted: 1 });
  });

  test.each(['-27', '-28'])(
    'nor does it (%s) where the answer after it is lost: that is the first that counts',
    async (status) => {
      await using rig = await rigOf(`${otpStep.trimEnd()}\n  expires: 40s\n`, 1);
      await rig.fault({ kind: 'status', status, times: 2 });
      await rig.fault({ kind: 'reset-before', skip: 2, times: 1 });
      expect((await engineOn(rig)).summary).toMatchObject({ accepted: 1, inDoubt: 0 });
      expect(rig.effects('otp.send')).toEqual(once(people(1)));
    },
  );
});

describe('what the state remembers of an earlier attempt', () => {
  /** A process that is stopped by -1 after the repeats of its first answer. */
  async function stopped(rig: CampaignRig, fault: Readonly<Record<string, unknown>>): Promise<void> {
    await rig.fault({ ...fault, times: 1 });
    await rig.fault({ kind: 'status', status: '-1', times: 1 });
    expect((await engineOn(rig)).ended).toBe('stopped');
  }

  test.each(afterWork.slice(0, 4))(
    'survives the process: after %s the next one takes the receipt',
    async (_, fault) => {
      await using rig = await rigOf(otpStep, 1);
      await stopped(rig, fault);
      const { jobs } = await engineOn(rig);
      expect(jobs.get('code[2348030000001]')).toMatchObject({ state: 'accepted', code: '-20' });
      expect(rig.effects('otp.send')).toEqual(once(people(1)));
    },
  );

  test.each(['-10', '-16', '-1'])('a receipt after %s, which stopped the run, is one, too', async (status) => {
    await using rig = await rigOf(otpStep, 1);
    await rig.fault({ kind: 'status', status, when: 'after', times: 1 });
    expect((await engineOn(rig)).ended).toBe('stopped');
    expect((await engineOn(rig)).summary).toMatchObject({ accepted: 1, rejected: 0 });
  });

  test('when a person has it sent again, the receipt of the earlier attempt is one', async () => {
    await using rig = await rigOf(otpStep, 1);
    await rig.fault({ kind: 'status', status: '-18', when: 'after' });
    expect((await engineOn(rig)).summary).toMatchObject({ rejected: 1 });
    await rig.noFaults();
    await resend({ file: rig.file, url: rig.sandbox.url }, { step: 'code', key: '2348030000001' });
    expect((await engineOn(rig)).jobs.get('code[2348030000001]')).toMatchObject({ state: 'accepted', code: '-20' });
  });

  test('a receipt for other words than those of the file says so', async () => {
    await using rig = await rigOf(redial);
    await rig.fault({ kind: 'status', status: '-18', when: 'after' });
    expect((await engineOn(rig)).summary).toMatchObject({ rejected: 1 });
    await rig.noFaults();
    await rig.campaign(redial.replace('Hello', 'Good morning'), 'limits: { concurrency: 1 }');
    await resend({ file: rig.file, url: rig.sandbox.url }, { step: 'call' });
    const { jobs, events } = await engineOn(rig);
    const reason =
      'an earlier attempt had succeeded, with what the campaign said then: an edit that came after it was not used';
    expect(jobs.get('call')).toMatchObject({ state: 'accepted', code: '-41', reason });
    expect(events).toContainEqual(expect.objectContaining({ event: 'job', state: 'accepted', receipt: true, reason }));
    expect((await rig.callsheet(['report', 'campaign.yaml', '--format', 'html']).ended).stdout).toContain(
      '1 job accepted because an earlier attempt had succeeded: an edit after that was not used.',
    );
  });

  test.each(afterWork.slice(0, 4))(
    'an edit after %s: other bytes never leave under the same name',
    async (_, fault) => {
      await using rig = await rigOf(otpStep, 1);
      await stopped(rig, fault);
      await rig.campaign(otpStep.replace('31', '31, flowId: 7'), 'limits: { concurrency: 1 }');
      const { jobs } = await engineOn(rig);
      expect(jobs.get('code[2348030000001]')).toMatchObject({
        state: 'inDoubt',
        reason: expect.stringContaining('edited'),
      });
      expect(new Set(rig.requests().map(({ body }) => JSON.stringify(body))).size).toBe(1);
    },
  );

  test('an edit after an answer that stopped the step is what it asks for', async () => {
    await using rig = await rigOf(otpStep, 2);
    await rig.fault({ kind: 'status', status: '-29', times: 1 });
    expect((await engineOn(rig)).summary).toMatchObject({ pending: 2 });
    await rig.campaign(otpStep.replace('31', '31, flowId: 7'), 'limits: { concurrency: 1 }');
    expect((await engineOn(rig)).summary).toMatchObject({ accepted: 2 });
  });

  test('a repeat is made with the instant of the first attempt', async () => {
    await using rig = await rigOf('report: { uses: sms.backfill, forEach: members, with: {} }', 1);
    await rig.fault({ ...throttled, headers: { 'retry-after': '60' }, times: 2 });
    await engineOn(rig);
    expect(rig.requests().length).toBe(3);
    expect(new Set(rig.requests().map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test('a name that was somebody else’s at first is so in a later attempt', async () => {
    const named = redial.replace('source', 'taskName: spring, source');
    await using rig = await rigOf(named);
    const taken = { taskId: 1002, taskName: 'spring', source: 3, text: 'Hello', lan: 'EN' };
    expect((await rig.sandbox.call('/voice/group/call/resend', taken)).body).toMatchObject({ code: '0' });
    expect((await engineOn(rig)).jobs.get('call')).toMatchObject({ state: 'rejected', code: '-41' });
    await resend({ file: rig.file, url: rig.sandbox.url }, { step: 'call' });
    expect((await engineOn(rig)).jobs.get('call')).toMatchObject({ state: 'rejected', code: '-41' });
  });
});
