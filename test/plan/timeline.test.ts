import { expect, test } from 'vitest';
import { createTimeline } from '../../src/plan/timeline.ts';
import type { HeldBy } from '../../src/schedule/trace.ts';
import { campaignOf, stepOf } from '../rig/campaign.ts';

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
