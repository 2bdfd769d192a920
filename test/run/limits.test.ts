import { describe, expect, test } from 'vitest';
import { createCampaignRig, once, otpStep, people, sumsOf, whatsappStep } from '../rig/campaign-rig.ts';
import { openControlRoom } from '../rig/control-room.ts';
import { jobsOf } from '../rig/engine.ts';

const members = people(30);

describe('limits that the campaign sets itself', () => {
  test('stopAfter: at so many refusals the run halts, and goes on when it is run again', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(whatsappStep, 'limits: { concurrency: 2, stopAfter: { failures: 3, of: 10 } }');
    await rig.fault({ kind: 'status', status: '-69', skip: 5 });
    const ended = await rig.run();
    expect(ended.code).toBe(4);
    expect(ended.stdout).toMatch(/Stopped: 3 of the last \d jobs were rejected \(limits\.stopAfter\), with -69: /);
    // Three, and what was in flight with the third.
    const refused = rig.requests().length - 5;
    expect(refused).toBeGreaterThanOrEqual(3);
    expect(refused).toBeLessThanOrEqual(4);

    await rig.noFaults();
    const second = await rig.run();
    expect(second.code).toBe(3);
    expect(sumsOf(second)).toEqual({ hello: `${30 - refused} ${refused} · · · ·` });
    expect(rig.requests()).toHaveLength(30);
  });

  test('stopAfter as a share', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(whatsappStep, 'limits: { concurrency: 1, stopAfter: { failures: "20%", of: 10 } }');
    await rig.fault({ kind: 'status', status: '-69', skip: 8 });
    expect((await rig.run()).code).toBe(4);
    expect(rig.requests()).toHaveLength(10);
  });

  test('budget: not a message more than it pays for, in one run or in many', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    const head = 'costs: { whatsapp.send: 0.01 }\nlimits: { concurrency: 4, budget: 0.1 }';
    await rig.campaign(whatsappStep, head);
    const ended = await rig.run();
    expect(ended.code).toBe(4);
    const because = 'the budget of 0.10 is used up (0.10 spent); raise `limits.budget`';
    expect(ended.stdout).toContain(`Stopped: ${because}. Then run the same command: `);
    expect(Object.keys(rig.effects('whatsapp.send'))).toHaveLength(10);
    expect((await rig.run()).code).toBe(4);
    expect(rig.requests()).toHaveLength(10);
    const shown = async (...args: readonly string[]) => (await rig.callsheet([...args]).ended).stdout;
    const status = await shown('status', 'campaign.yaml');
    expect(status).toMatch(/^trial, run 1: stopped with work left\n/);
    expect(status).toContain(`hello does not start: ${because}.\n`);
    expect(status).not.toMatch(/Next|callsheet run/);
    expect(JSON.parse(await shown('status', 'campaign.yaml', '--format', 'json'))).toMatchObject({
      next: null,
      blocked: [{ step: 'hello', reason: because }],
    });
    const room = await openControlRoom(rig, ['campaign.yaml', '--allow-actions']);
    const overview = await room.follow('/api/overview?file=campaign.yaml', ({ planning }) => planning === false);
    expect(overview['actions']).toContainEqual({
      name: 'start',
      label: 'Start',
      possible: false,
      words: `Nothing would start: ${because}.`,
    });
    expect(overview['primary']).toBeUndefined();
    expect(JSON.stringify(overview['sentence'])).not.toContain('Press Start');

    await rig.campaign(whatsappStep, head.replace('0.1 }', '1 }'));
    expect(await shown('status', 'campaign.yaml')).toContain('Next, once you use `callsheet run campaign.yaml`: hello');
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once(members));
  });

  test('budget: what is refused while it is in flight pays for others of the same run', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(whatsappStep, 'costs: { whatsapp.send: 0.01 }\nlimits: { concurrency: 4, budget: 0.1 }');
    await rig.fault({ kind: 'status', status: '-69', skip: 7, times: 3 });
    const ended = await rig.run();
    expect(sumsOf(ended)).toEqual({ hello: '10 3 · · · 17' });
    expect(ended.stdout).toContain('Stopped: the budget of 0.10 is used up (0.10 spent)');
  });

  test('budget: a code whose answer was lost is paid for until it is known that it did not arrive', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(otpStep, 'costs: { otp.send: 0.01 }\nlimits: { concurrency: 4, budget: 0.05 }');
    await rig.fault({ kind: 'reset-after', times: 4 });
    const ended = await rig.run();
    expect(ended.stdout).toContain('Stopped: the budget of 0.05 is used up (0.05 spent); raise `limits.budget`.');
    expect(Object.keys(rig.effects('otp.send'))).toHaveLength(5);
    expect((await rig.run()).code).toBe(4);
    expect(Object.keys(rig.effects('otp.send'))).toHaveLength(5);
  });

  test('budget: a request that only showed that the clock is wrong costs nothing', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members.slice(0, 3));
    await rig.campaign(otpStep, 'costs: { otp.send: 0.01 }\nlimits: { budget: 0.03 }');
    await rig.sandbox.change('clock', { advance: 20 * 60_000 });
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once(members.slice(0, 3)));
  });

  test('budget: a job without a request costs nothing', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members.slice(0, 3));
    const reminder = `
reminder:
  uses: whatsapp.send
  needs: code
  forEach: members
  with: { type: text, text: { body: "{{ steps.code.verificationId }}" } }
`;
    const head = 'costs: { whatsapp.send: 0.01 }\nlimits: { concurrency: 1, budget: 0.01 }';
    await rig.campaign(otpStep + reminder, head);
    // Two receipts: their codes were sent, and what came with them is not known.
    await rig.fault({ kind: 'reset-after', operation: 'otp.send', times: 2 });
    const ended = await rig.run();
    expect(sumsOf(ended)).toMatchObject({ reminder: '1 · 2 · · ·' });
  });

  test('refusals cost nothing, doubts do', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(whatsappStep, 'costs: { whatsapp.send: 1 }\nlimits: { concurrency: 1, budget: 5, doubts: 9 }');
    await rig.fault({ kind: 'status', status: '-69', times: 3 });
    await rig.fault({ kind: 'reset-before', times: 2 });
    const ended = await rig.run();
    expect(sumsOf(ended)).toEqual({ hello: '3 3 · · 2 22' });
  });

  test('doubts: at the limit the run halts and names each; after that they are counted from zero', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(whatsappStep, 'limits: { concurrency: 1, doubts: 3 }');
    await rig.fault({ kind: 'reset-after', skip: 4, times: 3 });
    const ended = await rig.run();
    expect(ended.code).toBe(4);
    expect(ended.stdout).toContain('Stopped: 3 jobs are in doubt (limits.doubts).');
    expect(ended.stdout).toContain('hello[234…0005], hello[234…0006], hello[234…0007]');
    expect(rig.requests()).toHaveLength(7);
    const second = await rig.run();
    expect(second.code).toBe(3);
    expect(sumsOf(second)).toEqual({ hello: '27 · · · 3 ·' });
    expect(rig.effects('whatsapp.send')).toEqual(once(members));
  });

  test('without a limit of its own, a storm of doubts halts at as many as go out at once', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(whatsappStep, 'limits: { concurrency: 4 }');
    await rig.fault({ kind: 'http', http: 502 });
    const ended = await rig.run();
    expect(ended.code).toBe(4);
    expect(rig.requests().length).toBeGreaterThanOrEqual(4);
    expect(rig.requests().length).toBeLessThanOrEqual(7);
  });

  test('rate: never more starts in a second than it says, also over a restart', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members);
    await rig.campaign(otpStep, 'limits: { concurrency: 8, rate: 10/s }');
    const child = rig.process(['run', 'campaign.yaml', '--yes']);
    await rig.answered(12);
    child.kill('SIGKILL');
    await child.ended;
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once(members));
    const starts = (await slots(rig.folder)).sort((a, b) => a - b);
    expect(starts).toHaveLength(30);
    const tenLater = starts.slice(10).map((at, index) => at - starts[index]!);
    expect(Math.min(...tenLater)).toBeGreaterThanOrEqual(1_000);
  });

  test('rate: a look at a further run sees what the one before has started, as that run itself would', async () => {
    await using rig = await createCampaignRig();
    await rig.members(members.slice(0, 1));
    await rig.campaign(otpStep, 'limits: { rate: 1/10m }');
    expect((await rig.run()).code).toBe(0);
    const [before] = await slots(rig.folder);
    const look = async (command: string, ...more: readonly string[]) => {
      const ended = await rig.callsheet([command, 'campaign.yaml', ...more, '--run', 'second', '--format', 'json'])
        .ended;
      expect(ended.code).toBe(0);
      return JSON.parse(ended.stdout);
    };
    const { starts, steps } = await look('plan');
    expect(Date.parse(starts)).toBe(before! + 600_000);
    expect(steps[0]).toMatchObject({ state: 'pending', jobs: { toSend: 1, done: 0, deferred: { rate: 1 } } });
    expect(await look('status')).toMatchObject({
      state: 'new',
      summary: { accepted: 0, pending: 1 },
      next: { step: 'code', at: starts, heldBy: 'rate' },
    });
    expect(JSON.stringify(await look('why', members[0]!))).toContain(starts);
  });
});

/** When each job was started, as the state file has it. */
async function slots(folder: string): Promise<number[]> {
  const jobs = await jobsOf(`${folder}/campaign.yaml`);
  return [...jobs.values()].flatMap(({ at }) => (at === undefined ? [] : [at]));
}
