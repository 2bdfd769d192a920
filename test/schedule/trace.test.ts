import { expect, test } from 'vitest';
import { audienceOf, campaignOf, stepOf } from '../rig/campaign.ts';
import { rosterOf } from '../rig/roster.ts';
import { lines, turn } from '../rig/turn.ts';

test('a job is held by the rule that took the longest, not by the last one', () => {
  const campaign = campaignOf({
    audiences: [audienceOf({ name: 'members' })],
    steps: [stepOf({ id: 'hello', uses: 'otp.send', forEach: { audience: 'members', where: {} } })],
    limits: { rate: { count: 1, perMs: 3_600_000 } },
    starts: '2026-11-23T06:30:00',
  });
  const rosters = [
    rosterOf(
      'members',
      ['1', '2', '3', '4', '5'].map((key) => ({ key })),
    ),
  ];
  expect(lines(turn({ campaign, rosters, now: '2026-11-23T05:00:00' }))).toEqual([
    '2026-11-23 09:00:00 hello[1] window',
    '2026-11-23 10:00:00 hello[2] window',
    '2026-11-23 11:00:00 hello[3] window',
    '2026-11-23 12:00:00 hello[4] rate',
    '2026-11-23 13:00:00 hello[5] rate',
  ]);
});
