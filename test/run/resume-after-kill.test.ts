import { describe, expect, test } from 'vitest';
import { createCampaignRig, once, people, whatsappStep } from '../rig/campaign-rig.ts';
import { killLoop } from '../rig/kill-loop.ts';
import { sampleOf } from '../rig/sample-of.ts';

describe('a run that is killed again and again', () => {
  test.each(sampleOf([1, 2], 1))(
    'reaches everybody exactly once where there is a key, and leaves no doubt (seed %i)',
    async (seed) => {
      const report = await killLoop({ operation: 'otp.send', seed, kills: 4, recipients: 90, concurrency: 6 });
      expect(report.kills).toBeGreaterThan(2);
      expect(report).toMatchObject({ doubled: [], lost: [], inDoubt: [] });
      expect(report.last).toMatchObject({ code: 0 });
    },
  );

  test.each(sampleOf([3, 4], 1))(
    'reaches nobody twice where there is none, and names everybody in doubt (seed %i)',
    async (seed) => {
      const report = await killLoop({ operation: 'whatsapp.send', seed, kills: 4, recipients: 90, concurrency: 6 });
      expect(report.kills).toBeGreaterThan(2);
      expect(report).toMatchObject({ doubled: [], lost: [] });
      expect(report.inDoubt.length).toBeGreaterThan(0);
      expect(report.inDoubt).toHaveLength(report.doubtsByKill.reduce((sum, doubts) => sum + doubts, 0));
      expect(Math.max(...report.doubtsByKill)).toBeLessThanOrEqual(6);
      expect(report.last).toMatchObject({ code: 3 });
    },
  );

  test('is resumed by the same command, which says what the last process left', async () => {
    await using rig = await createCampaignRig();
    const [a, b, c] = people(3) as [string, string, string];
    await rig.members([a, b, c]);
    await rig.campaign(whatsappStep, 'limits: { concurrency: 1, doubts: 5 }');
    await rig.fault({ kind: 'hang', recipient: b, when: 'after' });
    const child = rig.process(['run', 'campaign.yaml', '--yes']);
    await rig.answered(2);
    child.kill('SIGKILL');
    expect(await child.ended).toMatchObject({ signal: 'SIGKILL' });

    const second = await rig.run();
    expect(second.code).toBe(3);
    expect(second.stderr).toContain('the previous process left 1 request unanswered: 1 is in doubt');
    expect(second.stdout).toContain('In doubt (will not be resent automatically): hello[234…0002].');
    expect(rig.effects('whatsapp.send')).toEqual(once([a, b, c]));
  });
});
