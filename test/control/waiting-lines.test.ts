import { expect, test } from 'vitest';
import type { Campaign } from '../../src/campaign/campaign.ts';
import type { KnownPlan } from '../../src/control/shown/known-plan.ts';
import { waitingLines } from '../../src/control/shown/step-lanes.ts';

const now = Date.parse('2026-11-23T05:00:00Z');
const campaign = { timezone: 'Africa/Lagos', steps: [{ id: 'hello', title: 'Say hello' }] } as unknown as Campaign;

function lines(zones: readonly (readonly [zone: string, from: string, jobs: number, deferredBy: string])[]) {
  const step = {
    id: 'hello',
    zones: zones.map(([zone, from, jobs, deferredBy]) => ({ zone, segments: [{ from, to: from, jobs, deferredBy }] })),
  };
  return waitingLines(campaign, { plan: { steps: [step] } } as unknown as KnownPlan, now);
}

test('everybody who waits for their hours is shown, those who then wait for the rate, too', () => {
  expect(
    lines([
      ['Africa/Lagos', '2026-11-23T08:00:00Z', 247, 'window'],
      ['Europe/Berlin', '2026-11-23T08:00:16Z', 238, 'rate'],
      ['America/Bogota', '2026-11-23T14:00:00Z', 12, 'rate'],
      ['Asia/Kolkata', '2026-11-23T05:00:20Z', 265, 'rate'],
      ['Asia/Manila', '2026-11-24T01:00:00Z', 1, 'window'],
    ]),
  ).toEqual([
    'Say hello: 497 wait for Mon 23 Nov 09:00 in Africa/Lagos, Europe/Berlin and America/Bogota (the window).',
    'Say hello: 1 waits for Tue 24 Nov 09:00 in Asia/Manila (the window).',
  ]);
});

test('of many zones some are named, and of many groups the next', () => {
  const hours = Array.from(
    { length: 9 },
    (_, hour) => ['Africa/Lagos', `2026-11-25T1${hour}:00:00Z`, 1, 'window'] as const,
  );
  expect(lines(hours)).toHaveLength(7);
  expect(lines(hours).at(-1)).toBe('And 3 more groups later.');
  const sameClock = ['Africa/Lagos', 'Africa/Tunis', 'Europe/Berlin', 'Europe/Paris', 'Europe/Rome', 'Europe/Vienna'];
  expect(lines(sameClock.map((zone) => [zone, '2026-11-25T12:00:00Z', 1, 'window'] as const))).toEqual([
    'Say hello: 6 wait for Wed 25 Nov 13:00 in Africa/Lagos, Africa/Tunis, Europe/Berlin, Europe/Paris and 2 more zones (the window).',
  ]);
});
