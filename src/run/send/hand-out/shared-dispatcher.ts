import { randomUUID } from 'node:crypto';
import type { Campaign } from '../../../campaign/campaign.ts';
import { formatAddress, jobId } from '../../../job/address.ts';
import type { JobRecord } from '../../../job/job.ts';
import type { RunLease } from '../../../ledger/backend.ts';
import { type HandOut, looksOnMs, type Seat } from '../../../ledger/hand-out.ts';
import type { Clock } from '../../../platform/ports.ts';
import { isLeft } from '../../../schedule/step-jobs.ts';
import type { Slots } from '../../decide/backpressure.ts';
import type { Verdict } from '../../decide/retry.ts';
import type { RunEvent } from '../../event.ts';
import { resumptionOf, settledAs } from '../../resume/recover.ts';
import { oneAtATime, type WakeSignal } from '../../run-control.ts';
import type { SharedSending } from '../../run-input.ts';
import { jobEvent, settlementOf } from '../attempt.ts';
import { type Dispatcher, type DispatchReports, notTried, type Start } from '../dispatcher.ts';
import type { LocalDispatcher } from '../local-dispatcher.ts';
import { createDelay, createDelayedDispatcher, leastDelayMs } from './delay.ts';
import { asHanded, type HandedChunk, isAlarm, type JobReport, type ReportedOutcome, shareSlots } from './handed.ts';

export interface SharedDispatcherInput {
  readonly handOut: HandOut;
  readonly sharing: SharedSending;
  readonly campaign: Campaign;
  readonly lease: Pick<RunLease, 'apply'>;
  /** Sends from this process, in as many slots as `localSlots` has. */
  readonly local: LocalDispatcher;
  readonly localSlots: Slots;
  /** The slots of the whole run. */
  readonly slots: Slots;
  readonly clock: Clock;
  readonly wakeSignal: WakeSignal;
  readonly emit: (event: RunEvent) => void;
  readonly reports: DispatchReports;
  /** How far the service's clock is ahead, once that was measured. */
  readonly aheadMs: () => number | undefined;
}

const tickMs = 250;
const lookAgainMs = 20;
const chunkJobsMost = 200;
/** A slot is good for two seconds: what a worker has not claimed by then, it will not claim. */
const staleMs = 5_000;
const localId = 0;

interface Outstanding {
  /** Infinite while it is on its way to the database: until then it cannot be taken back. */
  givenAt: number;
  /** By place; undefined once it is settled. */
  readonly starts: (Start | undefined)[];
  left: number;
  isTakenBack: boolean;
  readonly delayMs: number | undefined;
}

/** Sends from this process and through workers. As long as there are none, it only looks for them. */
export function createSharedDispatcher(input: SharedDispatcherInput): Dispatcher {
  const { handOut, sharing, campaign, localSlots, slots, clock, wakeSignal, reports } = input;
  const { limits, steps } = campaign;
  const accountRate = limits.account?.rate;
  const delayed = accountRate && createDelayedDispatcher({ ...input, delayMs: leastDelayMs });
  const local = delayed ?? input.local;
  const isPaced =
    limits.rate !== undefined || accountRate !== undefined || steps.some(({ rate }) => rate !== undefined);
  const delay = createDelay({ mayGrow: accountRate === undefined });
  let seats: readonly Seat[] = [];
  let hasSenders = true;
  /** Workers may still have slots that a leader before gave them. */
  let localShare = 0;
  let gathered: Start[] = [];
  const chunks = new Map<string, Outstanding>();
  let handedOut = 0;
  /** What was settled is not made up for job by job: each chunk costs a commit, a notification of all workers and a search for it. */
  let isFilling = false;
  /** Chunks whose jobs are all settled. */
  let done: string[] = [];
  /** Alarms that were judged and that the ledger does not know of yet. */
  let judged = 0;
  /** When the latest reports came, by `performance.now()`. */
  let reportedAt = Number.NEGATIVE_INFINITY;
  let lookAgain: NodeJS.Timeout | undefined;
  let settledByTick = [0, 0, 0, 0];
  /** By `performance.now()`: until then, requests of workers may leave whose slots came earlier. */
  let localFrom = 0;
  let isOpen = false;
  let isClosed = false;
  let hasFailed = false;

  const fail = (error: unknown): void => {
    if (isClosed) return;
    hasFailed = true;
    reports.failed(error);
  };

  const inTurn = (work: () => Promise<void>): (() => Promise<void>) =>
    oneAtATime(
      () => work().catch(fail),
      () => hasFailed,
    );

  const remoteSlots = (): number => seats.reduce((sum, { share }) => sum + share, 0);
  const remoteFree = (): number => {
    const count = remoteSlots();
    if (count === 0 || !isOpen) return 0;
    const lastSecond = settledByTick.reduce((sum, one) => sum + one, 0);
    const most = handedOutMost({ slots: count, lastSecond, delayMs: isPaced ? delay.ms() : undefined });
    const free = most - handedOut - gathered.length;
    if (free <= 0) isFilling = false;
    else if (isPaced || free >= most / 4) isFilling = true;
    return isFilling ? free : 0;
  };
  const localFree = (): number => (localShare > 0 && performance.now() >= localFrom ? local.free() : 0);

  const divide = async (): Promise<void> => {
    // With a rate, all requests leave equally late after their slots.
    const leavesIt = !sharing.sendsItself || (isPaced && seats.length > 0);
    const self = {
      id: localId,
      most: leavesIt ? 0 : slots.concurrency,
      share: localShare,
      held: input.local.taken() + (delayed?.waiting() ?? 0),
    };
    const shares = shareSlots(slots.concurrency, [self, ...seats]);
    localShare = shares.get(localId) ?? 0;
    localSlots.concurrency = Math.max(1, localShare);
    const changed = seats.filter(({ id, share }) => shares.get(id) !== share);
    if (changed.length === 0) return;
    await handOut.setShares(new Map(changed.map(({ id }) => [id, shares.get(id) ?? 0])));
    seats = seats.map((seat) => ({ ...seat, share: shares.get(seat.id) ?? 0 }));
  };

  const settle = (chunk: string, place: number): Start | undefined => {
    const outstanding = chunks.get(chunk);
    const start = outstanding?.starts[place];
    if (outstanding === undefined || start === undefined) return undefined;
    outstanding.starts[place] = undefined;
    outstanding.left--;
    handedOut--;
    settledByTick[0]!++;
    if (outstanding.left === 0) {
      chunks.delete(chunk);
      if (!outstanding.isTakenBack) done.push(chunk);
    }
    return start;
  };

  /** An outcome that is recorded. */
  const pass = (start: Start, verdict: Verdict, settled: ReportedOutcome): void => {
    const { job } = start;
    reports.judged(start, verdict, settled.at);
    reports.settled(job, settlementOf(job.step, verdict, settled.at), true);
    input.emit(jobEvent(jobId(job.step.id, job.key), verdict, settled));
  };

  const onReport = (report: JobReport): void => {
    const { chunk, place } = report;
    delay.reported(report.isLate === true, chunks.get(chunk)?.delayMs);
    if ('verdict' in report && isAlarm(campaign, report.verdict)) judged++;
    const start = settle(chunk, place);
    if (start === undefined) return;
    if ('verdict' in report) return pass(start, report.verdict, report.settled);
    const { job } = start;
    reports.settled(job, report.settlement, false);
    if (report.dropped === undefined) return;
    const { state, reason, at } = report.dropped;
    input.emit({ event: 'job', at, job: jobId(job.step.id, job.key), state, attempts: job.attempts, reason });
  };

  const readReports = async (): Promise<void> => {
    const mayReopen = !reports.isClosed();
    const known = mayReopen ? judged : 0;
    judged -= known;
    const found = (await handOut.reports(known)) as readonly JobReport[];
    for (const report of found) onReport(report);
    if (found.length > 0) {
      wakeSignal.notify();
      reportedAt = performance.now();
    }
    const looksOn = handedOut > 0 && performance.now() - reportedAt < looksOnMs;
    if (looksOn) lookAgain ??= setTimeout(collectAgain, lookAgainMs).unref();
    // What was judged now opens the run again.
    if (judged > 0 && mayReopen) void collect();
  };
  const collect = inTurn(readReports);
  const collectAgain = (): void => {
    lookAgain = undefined;
    void collect();
  };

  const giveGathered = async (): Promise<void> => {
    const starts = gathered;
    gathered = [];
    if (starts.length === 0) return;
    const workers = Math.max(1, seats.filter(({ share }) => share > 0).length);
    const size = Math.min(
      chunkJobsMost,
      Math.max(1, Math.ceil(remoteSlots() / workers), Math.ceil(starts.length / workers)),
    );
    const delayMs = isPaced ? delay.ms() : undefined;
    const given: { readonly id: string; readonly body: HandedChunk }[] = [];
    for (let at = 0; at < starts.length; at += size) {
      const id = randomUUID();
      const part = starts.slice(at, at + size);
      chunks.set(id, {
        givenAt: Number.POSITIVE_INFINITY,
        starts: [...part],
        left: part.length,
        isTakenBack: false,
        delayMs,
      });
      handedOut += part.length;
      given.push({
        id,
        body: {
          sentAt: clock.now(),
          aheadMs: input.aheadMs(),
          delayMs,
          jobs: part.map((start) => asHanded(start, campaign.contacts !== undefined)),
        },
      });
    }
    if (delayMs !== undefined && delayed === undefined) localFrom = performance.now() + delayMs;
    await handOut.give(given);
    for (const { id } of given) {
      const outstanding = chunks.get(id);
      if (outstanding !== undefined) outstanding.givenAt = performance.now();
      // The first answer may have been lost, and the chunk added once more when it was done, and deleted.
      else done.push(id);
    }
  };
  const give = inTurn(giveGathered);

  const again = ({ job }: Start): void => reports.settled(job, notTried(clock.now()), false);

  /** The worker that was sending it has died. */
  const recoverLost = async (start: Start, record: JobRecord): Promise<void> => {
    const now = clock.now();
    const { step } = start.job;
    const settled = settledAs(record, resumptionOf(record, step, false), now);
    await input.lease.apply([{ kind: 'settle', to: settled }]);
    const reason = settled.reason ?? '';
    const verdict: Verdict =
      settled.state === 'inDoubt'
        ? { kind: 'inDoubt', reason }
        : { kind: 'again', why: 'recovery', notBefore: now, attempted: true, doubtful: true, reason };
    pass(start, verdict, settled);
  };

  /** The job was settled after it was handed out, and no report of it has come. False where it is not settled. */
  const adoptRecorded = ({ job }: Start, { state, attempts }: JobRecord): boolean => {
    if (state === 'pending' || state === 'sending' || attempts <= job.attempts) return false;
    // The leader before had a query rejected: it is asked again.
    if (isLeft(job.step, state)) return false;
    // What was sent is paid for.
    reports.settled(job, { kind: 'settled', state }, state === 'accepted' || state === 'inDoubt');
    return true;
  };

  /**
   * Takes back chunks that are old, or all. First nothing of them can be claimed any more; then it is read what is recorded of their
   * jobs; then the reports of what was sent before. The rest has not left.
   */
  const takeBack = async (all: boolean): Promise<void> => {
    const old = performance.now() - staleMs;
    const ids = [...chunks].filter(([, { givenAt }]) => all || givenAt < old).map(([id]) => id);
    if (ids.length === 0) return;
    const fresh = ids.filter((id) => chunks.get(id)?.isTakenBack === false);
    if (fresh.length > 0) await handOut.takeBack(fresh);
    for (const id of fresh) {
      // Meanwhile all of its jobs may have been reported.
      const chunk = chunks.get(id);
      if (chunk !== undefined) chunk.isTakenBack = true;
    }
    const starts = ids.flatMap((id) =>
      (chunks.get(id)?.starts ?? []).flatMap((start, place) => (start === undefined ? [] : [{ id, place, start }])),
    );
    const found = await handOut.records(starts.map(({ start: { job } }) => jobId(job.step.id, job.key)));
    const records = new Map(found.map((one) => [formatAddress(one.job), one]));
    await collect();
    for (const { id, place, start } of starts) {
      const { job, sender } = records.get(formatAddress(jobId(start.job.step.id, start.job.key))) ?? {};
      if (sender === 'living' || settle(id, place) === undefined) continue;
      if (job !== undefined && sender === 'lost') await recoverLost(start, job);
      else if (job === undefined || !adoptRecorded(start, job)) again(start);
    }
    wakeSignal.notify();
  };

  const callBack = async (): Promise<void> => {
    const starts = gathered;
    gathered = [];
    for (const start of starts) again(start);
    await local.callBack();
    await give();
    await takeBack(true).catch(fail);
  };

  const sayWhetherSomebodySends = (): void => {
    const hadSenders = hasSenders;
    hasSenders = sharing.sendsItself || seats.length > 0;
    if (hasSenders !== hadSenders) sharing.onWorkers?.(seats.length);
  };

  const lookAround = async (): Promise<void> => {
    settledByTick = [0, ...settledByTick.slice(0, 3)];
    delay.adapt();
    const before = { seats: seats.length, localShare };
    seats = await handOut.seats();
    if (!isOpen && (seats.length > 0 || !sharing.sendsItself)) {
      await handOut.open(sharing.sentWith, sharing.sendsItself);
      isOpen = true;
    }
    sayWhetherSomebodySends();
    await divide();
    if (handedOut > 0 || judged > 0) await collect();
    if (done.length > 0) {
      const ids = done;
      done = [];
      await handOut.takeBack(ids);
    }
    await takeBack(false);
    const isLocalAgain = localFrom > 0 && performance.now() >= localFrom;
    if (isLocalAgain) localFrom = 0;
    const isChanged = seats.length !== before.seats || localShare !== before.localShare;
    if (isChanged || remoteFree() > 0 || isLocalAgain) wakeSignal.notify();
  };
  const tick = inTurn(lookAround);
  void tick();
  const timer = setInterval(() => void tick(), tickMs).unref();
  const stopNews = handOut.onNews(() => void (handedOut > 0 && lookAgain === undefined && collect()));

  return {
    free: () => Math.max(localFree(), remoteFree()),
    inFlight: () => local.inFlight() + handedOut + gathered.length,
    handedOut: () => handedOut,
    dispatch(start) {
      if (localFree() > 0) return local.dispatch(start);
      gathered.push(start);
      if (gathered.length === 1) setImmediate(() => void give());
    },
    callBack,
    async recall() {
      const hold = reports.holdReason();
      if (isOpen && (hold === 'halted' || hold === 'stopping')) await handOut.halt().catch(fail);
      await callBack();
      await local.recall();
      while (handedOut > 0 && !hasFailed) {
        await takeBack(true).catch(fail);
        if (handedOut > 0) await clock.sleepUntil(clock.now() + tickMs, wakeSignal.listen().signal());
      }
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      clearTimeout(lookAgain);
      stopNews();
      local.close();
    },
  };
}

/** What workers send in about a second: what was handed out must not get old. */
const mostOfAll = 4_000;

/**
 * How many jobs workers may have at once: some for each of their slots, or as many as they settled in the last second. `delayMs`: how
 * long after its slot each request leaves, where there is a rate.
 */
function handedOutMost(given: {
  readonly slots: number;
  readonly lastSecond: number;
  readonly delayMs: number | undefined;
}): number {
  const { slots, lastSecond, delayMs } = given;
  const aheadSeconds = delayMs === undefined ? 1 : 1 + (2 * delayMs) / 1_000;
  const perSlot = delayMs === undefined ? 2 : (2 * delayMs) / leastDelayMs;
  return Math.min(mostOfAll, Math.max(perSlot * slots, Math.ceil(aheadSeconds * lastSecond)));
}
