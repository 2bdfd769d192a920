import type { StepBursts } from '../../control/shown/run-look.ts';
import type { Burst } from '../../control/shown/views.ts';
import type { Instant } from '../../platform/ports.ts';
import type { JobCounts } from '../../run/summary.ts';
import type { RunReader } from '../../state/backend.ts';

/** Jobs of which every start is read; of more, the latest of each step are enough for a picture. */
export const readWhole = 200_000;
const latestOfStep = 20_000;
const burstsMost = 60;

/** Reads the starts again when there are new ones, and, as that takes longer the more there are, not before twenty times as long. */
export function stepBursts(now: () => Instant) {
  let known: StepBursts = new Map();
  let [state, at, took] = ['', Number.NEGATIVE_INFINITY, 0];
  return {
    known: (): StepBursts => known,
    async read(reader: RunReader, counts: JobCounts): Promise<StepBursts> {
      const changed = JSON.stringify([...counts]);
      const begun = now();
      if (changed === state || begun - at < took * 20) return known;
      const recorded = recordedJobs(counts);
      const bursts = new Map<string, readonly Burst[]>();
      for (const step of counts.keys()) {
        const starts =
          recorded <= readWhole ? await startsOf(reader, step) : await reader.recentStarts(latestOfStep, step);
        bursts.set(step, burstsOf(starts));
      }
      known = bursts;
      [state, at, took] = [changed, begun, now() - begun];
      return known;
    },
  };
}

export function recordedJobs(counts: JobCounts): number {
  let recorded = 0;
  for (const states of counts.values()) for (const jobs of Object.values(states)) recorded += jobs;
  return recorded;
}

async function startsOf(reader: RunReader, step: string): Promise<readonly Instant[]> {
  const starts: Instant[] = [];
  for await (const page of reader.jobs({ step })) for (const { at } of page) if (at !== undefined) starts.push(at);
  return starts;
}

/** Starts that are near each other as one burst: the gap that parts two grows until there are few. */
function burstsOf(starts: readonly Instant[]): readonly Burst[] {
  const sorted = [...starts].sort((one, other) => one - other);
  for (let gapMs = 5_000; ; gapMs *= 3) {
    const bursts: { from: number; to: number; jobs: number }[] = [];
    for (const at of sorted) {
      const last = bursts.at(-1);
      if (last !== undefined && at - last.to <= gapMs) {
        last.to = at;
        last.jobs++;
      } else bursts.push({ from: at, to: at, jobs: 1 });
    }
    if (bursts.length <= burstsMost) return bursts;
  }
}
