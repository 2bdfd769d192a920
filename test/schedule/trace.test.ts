import { expect, test } from 'vitest';
import type { Instant } from '../../src/platform/ports.ts';
import type { ScheduledJob, Settlement } from '../../src/schedule/scheduler.ts';
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

test('a job whose retry is due after its hours waits for the next opening, and for nothing before that', () => {
  const campaign = campaignOf({
    audiences: [audienceOf({ name: 'members' })],
    steps: [stepOf({ id: 'hello', uses: 'otp.send', forEach: { audience: 'members', where: {} } })],
  });
  const settle = ({ attempts }: ScheduledJob, now: Instant): Settlement =>
    attempts > 0
      ? { kind: 'settled', state: 'accepted' }
      : { kind: 'again', notBefore: now + 3_600_000, attempted: true, heldBy: 'retry' };
  const rosters = [rosterOf('members', [{ key: '1' }])];
  expect(lines(turn({ campaign, rosters, now: '2026-11-23T19:30:00', settle, waits: true }))).toEqual([
    '2026-11-23 19:30:00 hello[1]',
    '2026-11-23 19:30:00 wait window',
    '2026-11-24 09:00:00 hello[1] window',
  ]);
});

test.each([undefined, { count: 50, perMs: 1000 }])(
  'a job that its person’s other message, or its retry, holds into the night names that and the hours, whatever the rate',
  (rate) => {
    const forEach = { audience: 'members', where: {} };
    const campaign = campaignOf({
      audiences: [audienceOf({ name: 'members' })],
      steps: [
        stepOf({ id: 'hello', uses: 'otp.send', forEach }),
        stepOf({ id: 'again', uses: 'otp.send', needs: ['hello'], forEach }),
      ],
      limits: { perRecipient: { count: 1, perMs: 12 * 3_600_000 }, ...(rate && { rate }) },
    });
    const settle = ({ step, attempts }: ScheduledJob, now: Instant): Settlement =>
      step.id === 'again' && attempts === 0
        ? { kind: 'again', notBefore: now + 12 * 3_600_000, attempted: true, heldBy: 'retry' }
        : { kind: 'settled', state: 'accepted' };
    const holds: string[] = [];
    turn({
      campaign,
      rosters: [rosterOf('members', [{ key: '1' }])],
      now: '2026-11-23T15:00:00',
      settle,
      onStart: (_, trace) =>
        holds.push(
          trace
            .holds()
            .map(({ rule }) => rule)
            .join(' '),
        ),
    });
    expect(holds).toEqual(['', 'perRecipient window', 'retry window']);
  },
);
