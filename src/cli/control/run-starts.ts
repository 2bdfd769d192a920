import { setImmediate } from 'node:timers/promises';
import type { StepBursts } from '../../control/shown/run-look.ts';
import type { Burst } from '../../control/shown/views.ts';
import type { RunReader } from '../../ledger/backend.ts';
import type { Instant } from '../../platform/ports.ts';
import type { JobCounts } from '../../run/summary.ts';

/** Starts of a run, as far as they have been read. */
export interface RunStarts {
  /** Reads those that were recorded since the last time: a look each second takes as long for a million jobs as for a thousand. */
  read(reader: Pick<RunReader, 'startsAfter'>, run: RunMoment): Promise<void>;
  /** Jobs that it would read. */
  unread(run: RunMoment): number;
  bursts(): StepBursts;
  /** Those of the last minutes before the latest, by the second, oldest first. */
  recent(): readonly Burst[];
}

interface RunMoment {
  readonly counts: JobCounts;
  readonly isUnderWay: boolean;
  readonly begunAt: Instant | undefined;
}

const burstsMost = 60;
/** Starts are counted by the second, or by more where there are too many seconds. */
const [binMs, binsMost] = [1_000, 20_000];
const recentMs = 120_000;

interface StepStarts {
  place: number;
  bins: Bins;
}

interface Bins {
  widthMs: number;
  readonly found: Map<number, Burst>;
}

export function createRunStarts(): RunStarts {
  let steps = new Map<string, StepStarts>();
  let recent = newBins();
  let [seen, recorded, about] = [0, 0, ''];
  let reading: Promise<void> = Promise.resolve();

  /** A later attempt of a job is not recorded behind the others: when a process begins or ends, all are read again. */
  const aboutOf = ({ isUnderWay, begunAt }: RunMoment): string => `${begunAt} ${isUnderWay}`;
  /** Another file may have taken the place of the one that was read. */
  const isAnother = (run: RunMoment): boolean => aboutOf(run) !== about || recordedJobs(run.counts) < recorded;

  const readNew = async (reader: Pick<RunReader, 'startsAfter'>, run: RunMoment): Promise<void> => {
    if (isAnother(run)) {
      steps = new Map();
      recent = newBins();
      [seen, about] = [0, aboutOf(run)];
    }
    recorded = recordedJobs(run.counts);
    for (const name of run.counts.keys()) {
      const step = steps.get(name) ?? { place: 0, bins: newBins() };
      steps.set(name, step);
      for (let isMore = true; isMore; ) {
        const { starts, place, jobs } = await reader.startsAfter(name, step.place);
        for (const at of starts) {
          addTo(step.bins, at);
          addTo(recent, at);
        }
        if (step.bins.found.size > binsMost) step.bins = widened(step.bins);
        dropOld(recent);
        step.place = place;
        seen += jobs;
        isMore = jobs > 0;
        // Others wait for their pause button.
        await setImmediate();
      }
    }
  };

  return {
    read(reader, run) {
      const next = reading.then(() => readNew(reader, run));
      reading = next.catch(() => undefined);
      return next;
    },
    unread: (run) => (isAnother(run) ? recordedJobs(run.counts) : Math.max(0, recordedJobs(run.counts) - seen)),
    bursts: () => new Map([...steps].map(([name, { bins }]) => [name, burstsOf(inOrder(bins))])),
    recent: () => inOrder(recent),
  };
}

function newBins(): Bins {
  return { widthMs: binMs, found: new Map() };
}

function addTo(bins: Bins, at: Instant, burst: Burst = { from: at, to: at, jobs: 1 }): void {
  const number = Math.floor(at / bins.widthMs);
  const { from, to, jobs } = bins.found.get(number) ?? { from: at, to: at, jobs: 0 };
  bins.found.set(number, { from: Math.min(from, burst.from), to: Math.max(to, burst.to), jobs: jobs + burst.jobs });
}

function widened({ widthMs, found }: Bins): Bins {
  const wider: Bins = { widthMs: widthMs * 4, found: new Map() };
  for (const burst of found.values()) addTo(wider, burst.from, burst);
  return wider;
}

function dropOld({ found }: Bins): void {
  const latest = Math.max(...found.keys());
  for (const number of found.keys()) if (number < latest - recentMs / binMs) found.delete(number);
}

function inOrder({ found }: Bins): readonly Burst[] {
  return [...found].sort(([one], [other]) => one - other).map(([, burst]) => burst);
}

function recordedJobs(counts: JobCounts): number {
  let recorded = 0;
  for (const states of counts.values()) for (const jobs of Object.values(states)) recorded += jobs;
  return recorded;
}

/** Starts that are near each other as one burst: the gap that parts two grows until there are few. */
function burstsOf(bins: readonly Burst[]): readonly Burst[] {
  for (let gapMs = 5_000; ; gapMs *= 3) {
    const bursts: { from: number; to: number; jobs: number }[] = [];
    for (const { from, to, jobs } of bins) {
      const last = bursts.at(-1);
      if (last !== undefined && from - last.to <= gapMs) {
        last.to = Math.max(last.to, to);
        last.jobs += jobs;
      } else bursts.push({ from, to, jobs });
    }
    if (bursts.length <= burstsMost) return bursts;
  }
}
