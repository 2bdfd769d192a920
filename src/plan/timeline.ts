import type { Campaign, Step } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import type { HeldBy } from '../schedule/trace.ts';
import { minuteMs } from '../time/wall-clock.ts';
import type { Segment, ZoneLane } from './plan.ts';

/** Groups the starts of one step, in order of time, into periods without a pause. */
export interface Timeline {
  note(at: Instant, zone: string, heldBy: HeldBy | undefined): void;
  segments(): readonly Segment[];
  /** By zone, in order of their first start. */
  zones(): readonly ZoneLane[];
  deferred(): Readonly<Partial<Record<HeldBy, number>>>;
}

type Growing = { -readonly [key in keyof Segment]: Segment[key] };

export function createTimeline(campaign: Campaign, step: Step): Timeline {
  const rateMs = 4 * longestGap(campaign, step);
  // A gap between starts is a pause if no rate explains it; it is never shorter than a quarter of an hour.
  const pauseMs = Math.max(15 * minuteMs, rateMs);
  const whole: Growing[] = [];
  const lanes = new Map<string, Growing[]>();
  const deferred: Partial<Record<HeldBy, number>> = {};
  let waveFrom = Number.NEGATIVE_INFINITY;

  const grow = (segments: Growing[], at: Instant, heldBy: HeldBy | undefined): void => {
    const last = segments.at(-1);
    if (last !== undefined && last.to >= waveFrom && at - last.to <= pauseMs) {
      last.to = at;
      last.jobs++;
    } else {
      segments.push({ from: at, to: at, jobs: 1, ...(heldBy === undefined ? {} : { deferredBy: heldBy }) });
    }
  };
  return {
    note(at, zone, heldBy) {
      // Between two waves a person may have the last word, however short the pause is.
      const before = whole.at(-1)?.to ?? at;
      if (heldBy === 'wave' && at - before > Math.max(minuteMs, rateMs)) waveFrom = at;
      grow(whole, at, heldBy);
      let lane = lanes.get(zone);
      if (lane === undefined) {
        lane = [];
        lanes.set(zone, lane);
      }
      grow(lane, at, heldBy);
      if (heldBy !== undefined) deferred[heldBy] = (deferred[heldBy] ?? 0) + 1;
    },
    segments: () => whole,
    zones: () =>
      [...lanes].map(([zone, segments]) => ({
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
