import type { Campaign, Step } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import type { HeldBy } from '../schedule/trace.ts';
import { minuteMs } from '../time/wall-clock.ts';
import type { Segment, ZoneLane } from './plan.ts';

/** Groups the starts of one step, in order of time, into periods without a pause. */
export interface Timeline {
  /** What starts from now on is another period: a person may have the last word before it, however short the pause is. */
  beginWave(): void;
  note(at: Instant, zone: string, heldBy: HeldBy | undefined): void;
  segments(): readonly Segment[];
  /** By zone, in order of their first start. */
  zones(): readonly ZoneLane[];
  deferred(): Readonly<Partial<Record<HeldBy, number>>>;
}

interface Lane {
  readonly segments: { -readonly [key in keyof Segment]: Segment[key] }[];
  /** That of the last segment. */
  wave: number;
}

export function createTimeline(campaign: Campaign, step: Step): Timeline {
  // A gap between starts is a pause if no rate explains it; it is never shorter than a quarter of an hour.
  const pauseMs = Math.max(15 * minuteMs, 4 * longestGap(campaign, step));
  const whole: Lane = { segments: [], wave: 0 };
  const lanes = new Map<string, Lane>();
  const deferred: Partial<Record<HeldBy, number>> = {};
  let wave = 0;

  const grow = (lane: Lane, at: Instant, heldBy: HeldBy | undefined): void => {
    const last = lane.segments.at(-1);
    if (last !== undefined && lane.wave === wave && at - last.to <= pauseMs) {
      last.to = at;
      last.jobs++;
    } else {
      lane.segments.push({ from: at, to: at, jobs: 1, ...(heldBy === undefined ? {} : { deferredBy: heldBy }) });
      lane.wave = wave;
    }
  };
  return {
    beginWave: () => void wave++,
    note(at, zone, heldBy) {
      grow(whole, at, heldBy);
      const lane = lanes.get(zone) ?? { segments: [], wave };
      lanes.set(zone, lane);
      grow(lane, at, heldBy);
      if (heldBy !== undefined) deferred[heldBy] = (deferred[heldBy] ?? 0) + 1;
    },
    segments: () => whole.segments,
    zones: () =>
      [...lanes].map(([zone, { segments }]) => ({
        zone,
        jobs: segments.reduce((total, segment) => total + segment.jobs, 0),
        segments,
      })),
    deferred: () => deferred,
  };
}

/** Between two starts, of those that a rate explains. */
function longestGap(campaign: Campaign, step: Step): number {
  const gaps = [campaign.limits.rate, campaign.limits.account?.rate, step.rate, campaign.limits.perRecipient].map(
    (rate) => (rate === undefined ? 0 : rate.perMs / rate.count),
  );
  return Math.max(...gaps);
}
