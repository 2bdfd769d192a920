import { expect, test } from 'vitest';
import { createTimeline } from '../../src/plan/timeline.ts';
import type { HeldBy } from '../../src/schedule/trace.ts';
import { campaignOf, stepOf } from '../rig/campaign.ts';

const step = stepOf({ id: 'hello', uses: 'otp.send' });
const noted = (starts: readonly (readonly [second: number, zone: string, heldBy?: HeldBy])[]) => {
  const timeline = createTimeline(campaignOf({ limits: { rate: { count: 1, perMs: 1000 } } }), step);
  for (const [second, zone, heldBy] of starts) timeline.note(second * 1000, zone, heldBy);
  return timeline;
};
const shown = (segments: readonly { readonly from: number; readonly to: number; readonly jobs: number }[]) =>
  segments.map(({ from, to, jobs }) => [from / 1000, to / 1000, jobs]);

test('between two waves there is a pause, however short it is, in each zone', () => {
  const timeline = noted([
    [0, 'Europe/Berlin'],
    [1, 'Europe/Vienna', 'rate'],
    [92, 'Europe/Berlin', 'wave'],
    [93, 'Europe/Berlin', 'wave'],
    [500, 'Europe/Vienna', 'wave'],
  ]);
  expect(shown(timeline.segments())).toEqual([
    [0, 1, 2],
    [92, 93, 2],
    [500, 500, 1],
  ]);
  expect(timeline.zones().map(({ segments }) => shown(segments))).toEqual([
    [
      [0, 0, 1],
      [92, 93, 2],
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
