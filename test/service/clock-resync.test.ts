import { describe, expect, test } from 'vitest';
import { createCampaignRig, eventsOf, once, otpStep, people } from '../rig/campaign-rig.ts';

describe('a clock that is not the service’s', () => {
  test.each(['20m', '-20m'])('is measured once (%s), and everybody is reached once', async (ahead) => {
    await using rig = await createCampaignRig();
    const members = people(20);
    await rig.members(members);
    await rig.campaign(otpStep, 'limits: { concurrency: 4 }');
    const ms = (ahead === '20m' ? 20 : -20) * 60_000;
    await rig.sandbox.change('clock', { advance: ms });
    const ended = await rig.run('--format', 'json');
    expect(ended.code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once(members));
    const clocks = eventsOf(ended).filter(({ event }) => event === 'clock');
    expect(clocks).toHaveLength(1);
    const [clock] = clocks as unknown as [{ aheadMs: number }];
    expect(Math.abs(clock.aheadMs - ms)).toBeLessThan(60_000);
    // Those signed with the old time, and nobody after them.
    const expired = rig.requests().filter(({ answer }) => (answer.body as { status: string }).status === '-16');
    expect(expired.length).toBeLessThanOrEqual(4);
  });

  test('a service that calls every time expired stops the run', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(20));
    await rig.campaign(otpStep, 'limits: { concurrency: 4 }');
    await rig.fault({ kind: 'status', status: '-16' });
    const ended = await rig.run();
    expect(ended.code).toBe(4);
    expect(ended.stdout).toMatch(/Stopped: the service answered -16: .*set this machine's clock/);
    expect(rig.requests().length).toBeLessThanOrEqual(8);
    await rig.noFaults();
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once(people(20)));
  });
});
