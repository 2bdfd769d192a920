import { describe, expect, test } from 'vitest';
import { createCampaignRig, otpStep, people, sumsOf } from '../rig/campaign-rig.ts';

describe('a further run in the sandbox', () => {
  test('continues the clock of the previous run, says so, and does not ask for --late', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(2));
    await rig.campaign(
      `${otpStep}
later: { uses: sms.balance, needs: code, delay: 8h }`,
      'timezone: Africa/Lagos\nstarts: 2026-11-23 09:00',
    );
    const trial = async (...more: readonly string[]) => {
      const ended = await rig.callsheet(['run', 'campaign.yaml', '--sandbox', ...more]).ended;
      // The clock goes on while the run takes: on a busy machine more than a second.
      const said = ended.stderr.split('\n')[0]?.replace(/:00:\d\d\./, ':00:….');
      return { code: ended.code, said, sums: sumsOf(ended)['total'] };
    };
    const said = `The sandbox’s clock continues where its last run stopped, Mon 23 Nov 17:00:…. To start over: `;
    const over = (more = '') => `\`callsheet run campaign.yaml --sandbox${more} --fresh\``;
    expect(await trial()).toMatchObject({ code: 0, sums: '3 · · · · ·' });
    expect(await trial('--at', '2026-11-23 09:00')).toEqual({
      code: 0,
      said: `${said}${over()}`,
      sums: '3 · · · · ·',
    });
    expect(await trial('--run', 'second')).toEqual({
      code: 0,
      said: `${said}${over(' --run second')}`,
      sums: '3 · · · · ·',
    });
    expect(await trial('--run', 'third', '--at', '2026-11-23 09:00')).toEqual({
      code: 0,
      said: `${said.replace('Mon 23 Nov 17:00:…', 'Tue 24 Nov 09:00:…')}${over(' --run third')}`,
      sums: '3 · · · · ·',
    });
  });

  test('of an approved plan names a command that starts it over', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(2));
    await rig.campaign(otpStep, 'timezone: Africa/Lagos\nstarts: 2026-11-23 09:00');
    const typed = async (...words: readonly string[]) => await rig.callsheet([...words, '--sandbox']).ended;
    await typed('plan', 'campaign.yaml', '--out', 'plan.json');
    await typed('approve', 'campaign.yaml', '--plan', 'plan.json');
    expect((await typed('run', 'campaign.yaml', '--require-approval')).code).toBe(0);
    const again = await typed('run', 'campaign.yaml', '--require-approval', '--at', '2026-11-23 09:00');
    expect(again.stderr).toContain('To start over: `callsheet run campaign.yaml --sandbox --fresh`\n');
    expect((await typed('run', 'campaign.yaml', '--fresh')).code).toBe(0);
  });

  test('goes on where the last one stopped, also where nothing was started for hours before that', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(1));
    await rig.campaign(
      'bindings: { uses: axb.list, every: 1h, expect: { records: { atLeast: 50 } }, with: {} }',
      'timezone: Africa/Lagos\nstarts: 2026-11-23 09:00\nends: 2026-11-23 11:30',
    );
    const sums = { bindings: '· · · 1 · ·' };
    expect(sumsOf(await rig.callsheet(['run', 'campaign.yaml', '--sandbox']).ended)).toEqual(sums);
    const status = await rig.callsheet(['status', 'campaign.yaml', '--sandbox']).ended;
    expect(status.stdout).toMatch(/^trial, run 2026-11-23: finished\n/);
    const again = await rig.callsheet(['run', 'campaign.yaml', '--sandbox']).ended;
    expect([sumsOf(again), again.stderr]).toEqual([sums, expect.not.stringContaining('rejected')]);
  });

  test('is not discarded by --fresh where --at is not a time', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(2));
    await rig.campaign(otpStep);
    const trial = (...more: readonly string[]) => rig.callsheet(['run', 'campaign.yaml', '--sandbox', ...more]).ended;
    await trial();
    expect((await trial('--fresh', '--at', 'noon')).code).toBe(2);
    const status = await rig.callsheet(['status', 'campaign.yaml', '--sandbox']).ended;
    expect(sumsOf(status)['code']).toBe('2 · · · · ·');
  });

  test('with an --at long after `starts` runs, and says that a real run would need --late', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(1));
    await rig.campaign(otpStep, 'timezone: Africa/Lagos\nstarts: 2026-11-23 09:00');
    const { code, stderr } = await rig.callsheet(['run', 'campaign.yaml', '--sandbox', '--at', '2026-11-25 09:00'])
      .ended;
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /^A real run at this time would need --late: trial was due to start at 2026-11-23 09:00 \(2 days ago\) and has not started\.\n/,
      ),
    ]);
  });
});
