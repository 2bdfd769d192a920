import { setImmediate } from 'node:timers/promises';
import { joinBursts } from '../../control/shown/bursts.ts';
import type { RunLook, StepBursts } from '../../control/shown/run-look.ts';
import type { Burst } from '../../control/shown/views.ts';
import { hasWaves } from '../../control/shown/wave-waits.ts';
import { type JobState, jobStates } from '../../job/job.ts';
import type { RunReader } from '../../ledger/backend.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import { openProject } from '../../project/project.ts';
import { type FoundRun, findRun } from '../../project/state.ts';
import { readWaves } from '../../run/resume/effective-history.ts';
import { isUnderWay, notBegun, seeRecorded } from '../../run/run-state.ts';
import { type JobCounts, jobCounts, recordedJobs } from '../../run/summary.ts';
import { haltedWaves } from '../../schedule/waves.ts';
import { refusalMessage, stateErrorMessage } from '../messages/state-messages.ts';
import type { CampaignOptions } from '../options/shared-options.ts';

const textValidMs = 5_000;
/** As many are read before the first view is shown. */
const readAtOnce = 50_000;

/** Looks at campaigns again and again; what is large is read less often than what is small. */
export function createRunLooks(options: Omit<CampaignOptions, 'file'>, host: Host) {
  const texts = new Map<string, { readonly at: number; readonly text: Promise<FoundRun | undefined> }>();
  const starts = new Map<string, RunStarts>();

  const textOf = (file: string): Promise<FoundRun | undefined> => {
    const known = texts.get(file);
    if (known !== undefined && host.clock.now() - known.at < textValidMs) return known.text;
    const text = findRun(openProject(options, host), { file, run: options.run });
    texts.set(file, { at: host.clock.now(), text });
    return text;
  };

  const startsOf = (file: string, run: string): RunStarts => {
    const own = starts.get(`${run} ${file}`) ?? createRunStarts();
    starts.set(`${run} ${file}`, own);
    return own;
  };

  return {
    textOf,
    /** With `known`, starts that would take long to read are not: they are those that earlier looks have read. */
    async look(file: string, reads: 'known' | 'new' = 'known'): Promise<RunLook> {
      const found = await textOf(file);
      const nothing: RunLook = {
        name: found?.title ?? found?.campaign ?? file,
        run: found?.run ?? '',
        campaign: found?.understood,
        ...notBegun,
        isUnderWay: false,
        counts: new Map(),
        recent: [],
        bursts: new Map(),
        trouble: undefined,
      };
      const unreadable = (trouble: string): RunLook => ({ ...nothing, state: 'unreadable', trouble });
      if (found === undefined) return unreadable(`${file} does not name a campaign.`);
      const given = { ...options, file };
      const { backend } = found;
      const about = { campaign: found.campaign, run: found.run, service: '' };
      let reader: RunReader | undefined;
      try {
        const opened = await backend.openForReading({ about, verify: 'none' });
        if (opened === undefined) return nothing;
        if ('refused' in opened) return unreadable(refusalMessage(opened.refused, backend.location, given));
        reader = opened.reader;
        const counts = await jobCounts(reader);
        const moment = { counts, isUnderWay: await isUnderWay(reader), begunAt: (await reader.status()).begunAt };
        const own = startsOf(file, found.run);
        if (reads === 'new' || own.unread(moment) <= readAtOnce) await own.read(reader, moment);
        return {
          ...nothing,
          counts,
          ...(await seeRecorded(reader)),
          isUnderWay: moment.isUnderWay,
          processes: await reader.processes?.(),
          approvals: await reader.approvals(),
          halted: hasWaves(found.understood) ? haltedWaves(found.understood.steps, await readWaves(reader)) : [],
          recent: own.recent(),
          bursts: own.bursts(),
        };
      } catch (error) {
        return unreadable(stateErrorMessage(error, backend.location));
      } finally {
        await reader?.close().catch(() => undefined);
      }
    },
  };
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

/** `open`: those behind `place`, from the first on that is under way; of those before, it is known what became of them. */
interface StepStarts {
  place: number;
  read: number;
  bins: Bins;
  open: Bins;
}

/** Behind a job that is under way for long, so many are read again; what becomes of those before them is seen when the process ends. */
const openMost = 20_000;

interface Bins {
  widthMs: number;
  readonly found: Map<number, Bin>;
}

interface Bin {
  from: number;
  to: number;
  jobs: number;
  readonly by: { [State in JobState]?: number };
}

type RunStarts = ReturnType<typeof createRunStarts>;

/** Starts of a run, as far as they have been read. */
export function createRunStarts() {
  let steps = new Map<string, StepStarts>();
  let recent = newBins();
  let [seen, recorded, about] = [0, 0, ''];
  let reading: Promise<void> = Promise.resolve();

  /**
   * A later attempt of a job is not recorded behind the others: when a process begins or ends, or a person has decided, all are read
   * again.
   */
  const aboutOf = ({ isUnderWay, begunAt, counts }: RunMoment): string =>
    `${begunAt} ${isUnderWay ? 'under way' : inDoubtOf(counts)}`;
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
      const step = steps.get(name) ?? { place: 0, read: 0, bins: newBins(), open: newBins() };
      steps.set(name, step);
      step.open = newBins();
      let open = 0;
      for (let after = step.place, isMore = true; isMore; ) {
        const jobs = await reader.startsAfter(name, after);
        for (const { place, at, state } of jobs) {
          after = place;
          if (open > 0 || (run.isUnderWay && (state === 'sending' || state === 'pending'))) open++;
          else step.place = place;
          const shown = state === 'sending' && !run.isUnderWay ? 'inDoubt' : state;
          if (at !== undefined) addTo(open > 0 ? step.open : step.bins, at, shown);
          if (place <= step.read) continue;
          step.read = place;
          seen++;
          if (at !== undefined) addTo(recent, at, shown);
        }
        if (open > openMost) {
          addAll(step.bins, step.open);
          [step.place, step.open, open] = [after, newBins(), 0];
        }
        if (step.bins.found.size > binsMost) {
          const { bins } = step;
          step.bins = { widthMs: bins.widthMs * 4, found: new Map() };
          addAll(step.bins, bins);
        }
        dropOld(recent);
        isMore = jobs.length > 0;
        // Others wait for their pause button.
        await setImmediate();
      }
    }
  };

  return {
    /** Reads those that were recorded since the last time: a look each second takes as long for a million jobs as for a thousand. */
    read(reader: Pick<RunReader, 'startsAfter'>, run: RunMoment): Promise<void> {
      const next = reading.then(() => readNew(reader, run));
      reading = next.catch(() => undefined);
      return next;
    },
    /** Jobs that it would read. */
    unread: (run: RunMoment) =>
      isAnother(run) ? recordedJobs(run.counts) : Math.max(0, recordedJobs(run.counts) - seen),
    bursts: (): StepBursts =>
      new Map([...steps].map(([name, { bins, open }]) => [name, burstsOf(inOrder(bins), inOrder(open))])),
    /** Those of the last minutes before the latest, by the second, oldest first. */
    recent: () => inOrder(recent),
  };
}

function newBins(): Bins {
  return { widthMs: binMs, found: new Map() };
}

function inDoubtOf(counts: JobCounts): number {
  return [...counts.values()].reduce((sum, { inDoubt = 0 }) => sum + inDoubt, 0);
}

function addTo({ widthMs, found }: Bins, at: Instant, state: JobState, jobs = 1, to = at): void {
  const number = Math.floor(at / widthMs);
  const bin = found.get(number) ?? { from: at, to, jobs: 0, by: {} };
  found.set(number, bin);
  bin.from = Math.min(bin.from, at);
  bin.to = Math.max(bin.to, to);
  bin.jobs += jobs;
  bin.by[state] = (bin.by[state] ?? 0) + jobs;
}

function addAll(bins: Bins, { found }: Bins): void {
  for (const { from, to, by } of found.values())
    for (const state of jobStates) if (by[state] !== undefined) addTo(bins, from, state, by[state], to);
}

function dropOld({ found }: Bins): void {
  const latest = Math.max(...found.keys());
  for (const number of found.keys()) if (number < latest - recentMs / binMs) found.delete(number);
}

function inOrder({ found }: Bins): readonly Burst[] {
  return [...found].sort(([one], [other]) => one - other).map(([, burst]) => burst);
}

/** Starts that are near each other as one burst: the gap that parts two grows until there are few. */
function burstsOf(settled: readonly Burst[], open: readonly Burst[]): readonly Burst[] {
  const bins = [...settled, ...open].sort((one, other) => one.from - other.from);
  for (let gapMs = 5_000; ; gapMs *= 3) {
    const bursts = joinBursts(bins, gapMs);
    if (bursts.length <= burstsMost) return bursts;
  }
}
