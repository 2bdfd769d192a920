import { describe, expect, test } from 'vitest';
import { createCampaignRig, eventsOf, otpStep, people, whatsappStep } from './rig/campaign-rig.ts';

const [a, b, c, d] = people(4) as [string, string, string, string];

describe('what machines read of a run', () => {
  test('status --format json: state, sums by step, and who is in doubt', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b, c, d]);
    await rig.campaign(
      `${whatsappStep}${otpStep.trimEnd()}\n  needs: hello\n`,
      'limits: { concurrency: 1, doubts: 5 }',
    );
    const status = async (): Promise<unknown> => {
      const { stdout, stderr, code } = await rig.callsheet(['status', 'campaign.yaml', '--format', 'json']).ended;
      expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
      return JSON.parse(stdout);
    };
    const none = { accepted: 0, rejected: 0, skipped: 0, expired: 0, inDoubt: 0, pending: 0 };
    expect(await status()).toEqual({
      campaign: 'trial',
      run: '1',
      state: 'new',
      summary: { ...none, pending: 8 },
      steps: [
        { id: 'hello', summary: { ...none, pending: 4 } },
        { id: 'code', summary: { ...none, pending: 4 } },
      ],
      inDoubt: [],
    });

    await rig.fault({ kind: 'status', operation: 'whatsapp.send', recipient: b, status: '-69' });
    await rig.fault({ kind: 'reset-before', operation: 'whatsapp.send', recipient: c });
    await rig.fault({ kind: 'status', operation: 'otp.send', status: '-10', skip: 1 });
    expect((await rig.run()).code).toBe(4);
    const hello = { ...none, accepted: 2, rejected: 1, inDoubt: 1 };
    const stopped = {
      campaign: 'trial',
      run: '1',
      state: 'stopped',
      summary: { ...hello, accepted: 3, pending: 3 },
      steps: [
        { id: 'hello', summary: hello },
        { id: 'code', summary: { ...none, accepted: 1, pending: 3 } },
      ],
      inDoubt: [`hello[${c}]`],
    };
    expect(await status()).toEqual(stopped);

    await rig.noFaults();
    expect((await rig.run()).code).toBe(3);
    expect(await status()).toMatchObject({ state: 'finished', summary: { accepted: 6, pending: 0 } });
  });

  test('--follow goes on until the run ends', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b, c]);
    await rig.campaign(otpStep, 'limits: { concurrency: 1 }');
    await rig.fault({ kind: 'delay', ms: 700 });
    const run = rig.callsheet(['run', 'campaign.yaml', '--yes']);
    await rig.answered(1);
    const follow = await rig.callsheet(['status', 'campaign.yaml', '--format', 'json', '--follow']).ended;
    expect(follow.code).toBe(0);
    const lines = follow.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { state: string });
    expect(lines[0]).toMatchObject({ state: 'running' });
    expect(lines.at(-1)).toMatchObject({ state: 'finished', summary: { accepted: 3 } });
    expect((await run.ended).code).toBe(0);
  });

  test('run --format json: one event a line, nothing else on stdout, and the last is the end with its sums', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b, c]);
    await rig.campaign(whatsappStep, 'limits: { concurrency: 1 }');
    await rig.fault({ kind: 'status', recipient: b, status: '-69', reason: 'no rate' });
    const ended = await rig.run('--format', 'json');
    expect(ended).toMatchObject({ code: 3, stderr: '' });
    const events = eventsOf(ended);
    expect(events.map(({ event }) => event)).toEqual(['started', 'step', 'job', 'job', 'job', 'step', 'finished']);
    expect(events[0]).toMatchObject({ campaign: 'trial', run: '1', service: rig.sandbox.url, resumed: false });
    expect(events[3]).toMatchObject({
      address: `hello[${b}]`,
      state: 'rejected',
      code: '-69',
      reason: 'rate does not exist: no rate',
      attempts: 1,
    });
    expect(events.at(-1)).toEqual({
      event: 'finished',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.*[+-]\d\d:\d\d$|Z$/),
      exitCode: 3,
      summary: { accepted: 2, rejected: 1, skipped: 0, expired: 0, inDoubt: 0, pending: 0 },
    });
  });
});
