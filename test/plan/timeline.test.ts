import { expect, test } from 'vitest';
import { formatPlan } from '../../src/library/format.ts';
import { planCampaign } from '../../src/plan/make-plan.ts';
import { createTimeline } from '../../src/plan/step-record.ts';
import type { HeldBy } from '../../src/schedule/trace.ts';
import { audienceOf, campaignOf, noHistory, stepOf } from '../rig/campaign.ts';
import { rosterOf } from '../rig/roster.ts';

const step = stepOf({ id: 'hello', uses: 'otp.send' });
const noted = (starts: readonly ('a wave' | readonly [second: number, zone: string, heldBy?: HeldBy])[]) => {
  const timeline = createTimeline(campaignOf({ limits: { rate: { count: 1, perMs: 1000 } } }), step);
  for (const start of starts) {
    if (start === 'a wave') timeline.beginWave();
    else timeline.note(start[0] * 1000, start[1], start[2]);
  }
  return timeline;
};
const shown = (segments: readonly { readonly from: number; readonly to: number; readonly jobs: number }[]) =>
  segments.map(({ from, to, jobs }) => [from / 1000, to / 1000, jobs]);

test('between two waves there is a pause, however short it is, in each zone', () => {
  const timeline = noted([
    'a wave',
    [0, 'Europe/Berlin'],
    [1, 'Europe/Vienna', 'rate'],
    'a wave',
    [1, 'Europe/Berlin', 'wave'],
    [2, 'Europe/Berlin', 'wave'],
    'a wave',
    [500, 'Europe/Vienna', 'wave'],
  ]);
  expect(shown(timeline.segments())).toEqual([
    [0, 1, 2],
    [1, 2, 2],
    [500, 500, 1],
  ]);
  expect(timeline.zones().map(({ segments }) => shown(segments))).toEqual([
    [
      [0, 0, 1],
      [1, 2, 2],
    ],
    [
      [1, 1, 1],
      [500, 500, 1],
    ],
  ]);
});

test('a few minutes without a start do not end a period where nobody waits for a wave', () => {
  expect(
    shown(
      noted([
        [0, 'Europe/Berlin'],
        [300, 'Europe/Berlin', 'window'],
      ]).segments(),
    ),
  ).toEqual([[0, 300, 2]]);
});

test('waves that follow one another within minutes are shown with their seconds', () => {
  const waves = { sizes: [{ count: 1 }, 'rest'], afterMs: 20_000, promote: 'auto', haltIf: { atLeast: 20 } } as const;
  const forEach = { audience: 'members', where: {}, waves };
  const campaign = campaignOf({
    audiences: [audienceOf({ name: 'members' })],
    steps: [stepOf({ id: 'hello', uses: 'otp.send', forEach })],
  });
  const rosters = new Map([['members', rosterOf('members', [{ key: '1' }, { key: '2' }])]]);
  const now = Date.parse('2026-11-23T10:00:00+01:00');
  const plan = planCampaign({ campaign, rosters, history: noHistory, now, run: '1', fileHashes: {}, tzdata: '2025c' });
  expect(plan.steps[0]?.segments.map(({ from }) => from - now)).toEqual([0, 20_000]);
  expect(formatPlan(plan)).toContain('waves: 1 from Mon 23 Nov 10:00:00; 1 from Mon 23 Nov 10:00:20');
});
