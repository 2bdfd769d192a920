import { describe, expect, test } from 'vitest';
import { maskNumber } from '../../src/diagnostic/numbers-in-text.ts';
import { type CampaignRig, createCampaignRig, once, people, sumsOf, whatsappStep } from '../rig/campaign-rig.ts';

const [a, b, c, d] = people(4) as [string, string, string, string];

/** Three in doubt: `a` was reached, `b` and `c` were not. */
async function doubtfulRig(): Promise<CampaignRig> {
  const rig = await createCampaignRig();
  await rig.members([a, b, c, d]);
  await rig.campaign(whatsappStep, 'limits: { concurrency: 1, doubts: 9 }');
  await rig.fault({ kind: 'reset-after', recipient: a });
  await rig.fault({ kind: 'reset-before', recipient: b });
  await rig.fault({ kind: 'reset-before', recipient: c });
  expect((await rig.run()).code).toBe(3);
  await rig.noFaults();
  return rig;
}

const reconcile = (rig: CampaignRig, ...args: readonly string[]) =>
  rig.callsheet(['reconcile', 'campaign.yaml', ...args]).ended;

describe('jobs in doubt', () => {
  test('of a step that was renamed since are listed under its present name, as everywhere else', async () => {
    await using rig = await doubtfulRig();
    await rig.campaign(whatsappStep.replace('hello:', 'greet:\n  was: hello'), 'limits: { concurrency: 1, doubts: 9 }');
    const status = await rig.callsheet(['status', 'campaign.yaml', '--format', 'json']).ended;
    const inDoubt = [a, b, c].map((key) => `greet[${key}]`);
    expect(JSON.parse(status.stdout)).toMatchObject({ steps: [{ id: 'greet' }], inDoubt });
    const { stdout } = await reconcile(rig);
    expect(stdout).toMatch(/^greet\[234…0001\], tried /);
    expect(stdout).toContain('  │ Hello Ada0\n');
    expect((await reconcile(rig, '--accept', inDoubt[0]!, '--drop', 'greet[234…0002]')).code).toBe(0);
  });

  test('are listed, each with its reason and its text', async () => {
    await using rig = await doubtfulRig();
    const { code, stdout } = await reconcile(rig);
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^hello\[234…0001\], tried .*: connection reset/);
    expect(
      [1, 4, 7].map((line) => lines[line]?.replace(/\d\d:\d\d:\d\d/, 'TIME').replace(/ broke .*,/, ' broke SOON,')),
    ).toEqual(
      Array(3).fill(
        '  May have arrived: a connection was open, and sending began at TIME. May not have: the connection broke SOON, before a complete answer came.',
      ),
    );
    expect([2, 5, 8].map((line) => lines[line])).toEqual(['  │ Hello Ada0', '  │ Hello Ada1', '  │ Hello Ada2']);
    expect(lines[10]).toMatch(/^3 in doubt\. For each: --accept ADDRESS \(delivered\), /);
    const json = await reconcile(rig, '--format', 'json');
    const listed = json.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { address: string; at: string; request: unknown });
    expect(listed.map(({ address }) => address)).toEqual([`hello[${a}]`, `hello[${b}]`, `hello[${c}]`]);
    expect(listed[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);
    expect(listed[0]?.request).toMatchObject({ recipient: a, text: { body: 'Hello Ada0' } });
    expect(lines[10]).toMatch(/ Example: `callsheet reconcile campaign\.yaml --accept 'hello\[234…0001\]'`\.$/);
    const whole = await reconcile(rig, '--show-numbers');
    expect(whole.stdout).toMatch(
      / Example: `callsheet reconcile campaign\.yaml --accept 'hello\[2348030000001\]'`\.\n$/,
    );
  });

  test('are named as lists show them, where only one person can be meant', async () => {
    await using rig = await doubtfulRig();
    expect(await reconcile(rig, '--accept', 'hello[234…0001]')).toMatchObject({ code: 0 });
    expect((await reconcile(rig)).stdout).toMatch(/\n2 in doubt\./);
    expect(await reconcile(rig, '--accept', 'hello[234…0001]')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no job hello[234…0001] that is in doubt or rejected') as string,
    });
  });

  test('after an edit they are listed without a text: nobody knows what was sent', async () => {
    await using rig = await doubtfulRig();
    await rig.campaign(whatsappStep.replace('Hello', 'Goodbye'));
    const edited =
      '  cannot be shown: the campaign was edited since it was sent, and the text that was sent is not recorded';
    const { stdout } = await reconcile(rig);
    expect([2, 5, 8].map((line) => stdout.split('\n')[line])).toEqual([edited, edited, edited]);
    await rig.members([b, c]);
    const left = (await reconcile(rig)).stdout.split('\n')[2];
    expect(left).toBe('  cannot be shown: the recipient is no longer in the audience');
    const json = (await reconcile(rig, '--format', 'json')).stdout.split('\n')[1];
    expect(JSON.parse(json ?? '')).toMatchObject({ address: `hello[${b}]`, unknown: edited.slice(19) });
  });

  test('keep a run from being over: what a decision makes room for is left, and the next run does it', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a]);
    const after =
      'code: { uses: otp.send, needs: hello, forEach: { audience: members, onlyIf: { step: hello, outcome: accepted } }, with: { templateId: 31 } }\n';
    await rig.campaign(`${whatsappStep}${after}`);
    await rig.fault({ kind: 'reset-after', recipient: a });
    expect((await rig.run()).code).toBe(3);
    await rig.noFaults();
    const status = async () =>
      JSON.parse((await rig.callsheet(['status', 'campaign.yaml', '--format', 'json']).ended).stdout) as unknown;
    expect(await status()).toMatchObject({ state: 'finished', next: null });
    const { stderr } = await reconcile(rig, '--accept', `hello[${a}]`);
    expect(stderr).toBe('`callsheet status campaign.yaml` says what is left for the next run.\n');
    expect(await status()).toMatchObject({ state: 'stopped', next: { step: 'code' } });
    const text = await rig.callsheet(['status', 'campaign.yaml']).ended;
    expect(text.stdout).toMatch(
      /^trial, run 1: stopped with work left; continue with `callsheet run campaign\.yaml`\n/,
    );
    expect((await rig.callsheet(['report', 'campaign.yaml']).ended).stdout).toContain(
      ' accepted by the service; none in doubt; 1 pending.',
    );
    expect((await rig.callsheet(['report', 'campaign.yaml', '--format', 'html']).ended).stdout).toContain(
      'none in doubt; 1 pending',
    );
    expect((await rig.run()).code).toBe(0);
    expect(await status()).toMatchObject({ state: 'finished', next: null });
    expect(rig.effects('otp.send')).toEqual(once([a]));
  });

  test('are accepted, sent again or left, as a person says of each', async () => {
    await using rig = await doubtfulRig();
    const decided = await reconcile(
      rig,
      '--accept',
      `hello[${a}]`,
      '--resend',
      `hello[${b}]`,
      '--drop',
      `hello[${c}]`,
      '--now',
    );
    expect(decided).toMatchObject({
      code: 0,
      stdout: `hello[${maskNumber(a)}] is now accepted.\nhello[${maskNumber(b)}] is now pending.\nhello[${maskNumber(c)}] is now cancelled.\n`,
    });
    expect((await reconcile(rig)).stdout).toBe('No jobs are in doubt.\n');
    const ended = await rig.run();
    expect(ended.code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once([a, b, d]));
    expect(sumsOf(ended)['hello']).toBe('3 · · · · · 1');
    expect((await rig.callsheet(['report', 'campaign.yaml']).ended).stdout).toContain(
      'At least 3, at most 4 of 4 jobs accepted by the service; none in doubt; 1 given up in doubt; none left to do.',
    );
  });

  test('a lost message is not sent again while it may still arrive', async () => {
    await using rig = await doubtfulRig();
    const { code, stdout, stderr } = await reconcile(rig, '--accept', `hello[${a}]`, '--resend', `hello[${b}]`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^hello\[234…0002\] may still arrive: resend it after \w+ \d+ \w+ \d\d:\d\d:\d\d, or pass --now and risk that they get it twice\. Nothing was changed\.\n$/,
    );
    expect((await reconcile(rig)).stdout).toContain('3 in doubt.');
  });

  test('a lost code is not sent again either: its retry could be refused before it arrives', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a]);
    await rig.campaign('code: { uses: otp.send, forEach: members, with: { templateId: 31 } }');
    await rig.fault({ kind: 'reset-before', operation: 'otp.send', times: 1 });
    await rig.fault({ kind: 'status', status: '-22', operation: 'otp.send', times: 1 });
    await rig.run();
    const { code, stdout, stderr } = await reconcile(rig, '--resend', `code[${a}]`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^code\[234…0001\] may still arrive: resend it after .+, or pass --now and risk that it arrives and is recorded as rejected\. Nothing was changed\.\n$/,
    );
    expect(await reconcile(rig, '--resend', `code[${a}]`, '--now')).toMatchObject({
      code: 0,
      stdout: `code[${maskNumber(a)}] is now pending.\n`,
    });
  });

  test.each([
    ['was refused', { kind: 'status', status: '-22' }],
    ['may have been lost', { kind: 'reset-before' }],
  ])('a code that %s is sent again although it has expired since', async (_, fault) => {
    await using rig = await createCampaignRig();
    await rig.members([a]);
    await rig.campaign('code: { uses: otp.send, expires: 0s, forEach: members, with: { templateId: 31 } }');
    await rig.fault({ ...fault, operation: 'otp.send', times: 1 });
    expect((await rig.run()).code).toBe(3);
    expect((await reconcile(rig, '--resend', `code[${a}]`, '--now')).code).toBe(0);
    // Its time begins again: the answer may be lost once more.
    await rig.fault({ kind: 'reset-before', operation: 'otp.send', times: 1 });
    expect((await rig.run()).code).toBe(3);
    expect((await reconcile(rig, '--resend', `code[${a}]`, '--now')).code).toBe(0);
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once([a]));
  });

  test('a decision twice, or about a job that is not in doubt, changes nothing', async () => {
    await using rig = await doubtfulRig();
    await reconcile(rig, '--accept', `hello[${a}]`);
    expect(await reconcile(rig, '--resend', `hello[${a}]`, '--drop', `hello[${b}]`)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'hello[234…0001] is accepted, not in doubt: nobody needs to decide. Nothing was changed.\n',
    });
    expect((await reconcile(rig)).stdout).toContain('2 in doubt.');
    await rig.run();
    expect(rig.effects('whatsapp.send')).toEqual(once([a, d]));
  });

  test('an address at which nobody needs to decide is answered with what it is, or what was meant', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.campaign(whatsappStep);
    await rig.fault({ kind: 'status', status: '-69', recipient: a });
    expect((await rig.run('--only', a)).code).toBe(3);
    await rig.write('decisions.csv', `address,decision\nhello[${b}],accept\n`);
    const refused = async (...args: readonly string[]) => {
      const { code, stderr } = await reconcile(rig, ...args);
      expect(code).toBe(2);
      return stderr.replace(' Nothing was changed.\n', '');
    };
    expect([
      await refused('--accept', `helo[${a}]`),
      await refused('--accept', 'helo[234…0001]'),
      await refused('--resend', 'helo', '--where', 'job.code=-69'),
      await refused('--drop', 'zzz'),
      await refused('--accept', `hello[${a}]`),
      await refused('--accept', `hello[${b}]`),
      await refused('--accept', `hello[+${b}]`, '--show-numbers'),
      await refused('--from', 'decisions.csv'),
      await refused('--from', '.'),
      await refused('--drop', b),
      await refused('--drop', '234…0002'),
      await refused('--accept', 'hello[1]'),
    ]).toEqual([
      'There is no step helo; did you mean `hello`?',
      'There is no step helo; did you mean `hello`?',
      'There is no step helo; did you mean `hello`?',
      'There is no step zzz; expected `hello`.',
      'hello[234…0001] is rejected, not in doubt: --resend has it sent again.',
      'hello[234…0002] is pending, not in doubt: nobody needs to decide.',
      `hello[+${b}] is pending, not in doubt: nobody needs to decide.`,
      'decisions.csv, line 2: hello[234…0002] is pending, not in doubt: nobody needs to decide.',
      '.: This is a folder, not a file.',
      '234…0002 has no step: an address is a step with a number, such as `hello[234…0002]`.',
      '234…0002 has no step: an address is a step with a number, such as `hello[234…0002]`.',
      'There is no job hello[1] in the state file.',
    ]);
  });

  test('what an accepted job gave is passed to the steps that need it', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a]);
    await rig.campaign(`
      call: { uses: voice.redial, with: { taskId: 1001, source: 3, text: "Hello", lan: EN } }
      after:
        uses: whatsapp.send
        needs: call
        forEach: members
        with: { type: text, text: { body: "Task {{ steps.call.taskId }}" } }`);
    await rig.fault({ kind: 'reset-after', operation: 'voice.redial', times: 1 });
    const first = await rig.run();
    expect(rig.effects('whatsapp.send')).toEqual({});
    expect(sumsOf(first)).toMatchObject({ call: '1 · · · · ·' });

    await reconcile(rig, '--accept', 'call', '--output', 'taskId=10001');
    // Who mistyped it may say it again.
    const decided = await reconcile(rig, '--accept', 'call', '--output', 'taskId=100001');
    expect(decided).toMatchObject({ code: 0 });
    expect((await rig.run()).code).toBe(0);
    expect(rig.requests('whatsapp.send').map(({ body }) => (body as { text: unknown }).text)).toEqual([
      { body: 'Task 100001' },
    ]);
  });

  test('what the service said that a job gave is never replaced, and a name or a value that cannot be is refused', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a]);
    await rig.campaign(`
      call: { uses: voice.redial, with: { taskId: 1001, source: 3, text: "Hello", lan: EN } }
      pause: { uses: aivoice.pause, with: { jobId: 2001 } }`);
    expect((await rig.run()).code).toBe(0);
    const refused = async (...args: readonly string[]) => {
      const { code, stderr } = await reconcile(rig, ...args);
      expect(code).toBe(2);
      return stderr;
    };
    expect([
      await refused('--accept', 'call', '--output', 'taskId=7'),
      await refused('--accept', 'call', '--output', 'taskID=7'),
      await refused('--accept', 'call', '--output', 'taskId=seven'),
      await refused('--accept', 'pause', '--output', 'taskId=7'),
      await refused('--output', 'taskId=7'),
      await refused('--accept', 'call', '--accept', 'pause', '--output', 'taskId=7'),
    ]).toEqual([
      'The service already answered taskId 100001 for call. Nothing was changed.\n',
      'voice.redial has no output taskID; it has taskId. Nothing was changed.\n',
      'The service already answered taskId 100001 for call. Nothing was changed.\n',
      'aivoice.pause has no output taskId. Nothing was changed.\n',
      '--output sets the outputs of one job and needs exactly one --accept. Nothing was changed.\n',
      '--output sets the outputs of one job and needs exactly one --accept. Nothing was changed.\n',
    ]);
    const { stdout } = await rig.callsheet(['report', 'campaign.yaml', '--format', 'json']).ended;
    expect(JSON.parse(stdout)).toMatchObject([{ step: 'call', outputs: { taskId: 100001 } }, { step: 'pause' }]);
  });

  test('a job named twice, or by a masked number, is refused with what to do', async () => {
    await using rig = await doubtfulRig();
    expect(await reconcile(rig, '--accept', `hello[${a}]`, '--drop', `hello[${a}]`)).toMatchObject({
      code: 2,
      stderr: `hello[${maskNumber(a)}] is named twice. Nothing was changed.\n`,
    });
    expect(await reconcile(rig, '--accept', 'hello[234…9999]')).toMatchObject({
      code: 2,
      stderr:
        'There is no job hello[234…9999] that is in doubt or rejected; `callsheet reconcile campaign.yaml --show-numbers` shows full numbers. Nothing was changed.\n',
    });
    expect((await reconcile(rig)).stdout).toContain('3 in doubt.');
  });

  test('who had no answer when the process died is named as such: a run looks at them first', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a]);
    await rig.campaign(whatsappStep);
    await rig.fault({ kind: 'hang' });
    const run = rig.process(['run', 'campaign.yaml', '--yes']);
    await rig.answered(1);
    expect((await reconcile(rig)).stdout).toBe('No jobs are in doubt.\n');
    run.kill('SIGKILL');
    await run.ended;
    expect((await reconcile(rig)).stdout).toBe(
      'In doubt because the process died: 1 job. `callsheet run campaign.yaml` resends what is safe to resend, and lists the rest here.\n',
    );
    expect(JSON.parse((await reconcile(rig, '--format', 'json')).stdout)).toMatchObject({
      address: `hello[${a}]`,
      state: 'sending',
    });
    await rig.noFaults();
    expect((await rig.run()).code).toBe(3);
    expect((await reconcile(rig)).stdout).toMatch(
      /^hello\[234…0001\], tried [^:]+:\d\d:\d\d: the process died before the answer was saved\n {2}It is not known whether the request left: .*\n {2}│ Hello Ada0\n\n1 in doubt\. /,
    );
  });
});
