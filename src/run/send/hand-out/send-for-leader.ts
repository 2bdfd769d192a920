import type { LoadedCampaign } from '../../../campaign/loaded-campaign.ts';
import type { RunContacts } from '../../../ledger/contacts/run-contacts.ts';
import { type Claims, type Lead, type WorkerLease, whyNotClaimed } from '../../../ledger/hand-out.ts';
import type { Clock, Files, Instant, Random } from '../../../platform/ports.ts';
import type { ScheduledJob, Settlement } from '../../../schedule/scheduler.ts';
import type { Transport } from '../../../service/http/transport.ts';
import type { RunEvent } from '../../event.ts';
import { createWakeSignal } from '../../run-control.ts';
import { type AttemptLedger, attempt } from '../attempt.ts';
import { createDepartures, type Departure, type HoldReason } from '../departure.ts';
import { notTried } from '../dispatcher.ts';
import { isOrdinary } from '../local-dispatcher.ts';
import { type HandedChunk, type HandedJob, isAlarm, type JobReport } from './handed.ts';

export interface SendForLeaderInput {
  readonly loaded: LoadedCampaign;
  readonly worker: WorkerLease;
  readonly transport: Transport;
  /** Gets what can be seen of this process. */
  readonly onView?: ((view: SenderView) => void) | undefined;
  readonly clock: FollowedClock;
  /** Signs with a time that is so far ahead of `clock`. */
  readonly signAhead: (aheadMs: number) => void;
  /** Required where the campaign has contact rules. */
  readonly contacts: RunContacts | undefined;
  readonly files: Files;
  readonly random: Random;
  readonly emit: (event: RunEvent) => void;
  /** Called for each new leader. A text is the reason why this process may not work for it. */
  readonly onLead: (lead: Lead | undefined) => string | undefined;
  /** To stop: what is in flight is awaited. */
  readonly stop: AbortSignal;
  /** Called when what had not begun was given back. */
  readonly onStopping: (left: { readonly gaveBack: number; readonly inFlight: number }) => void;
}

/** What this process has at the moment of asking. */
export interface SenderView {
  /** Requests that it may have in flight. */
  slots(): number;
  inFlight(): number;
  /** Jobs that it was handed and has not begun. */
  waiting(): number;
}

const lookMs = 250;
/** While the leader judges an alarm. */
const closedMs = 20;

interface Handed {
  readonly chunk: string;
  readonly place: number;
  readonly handed: HandedJob;
  readonly job: ScheduledJob;
  /** Undefined where it leaves as soon as it can. */
  readonly departure: Departure | undefined;
  readonly claims: Claims;
  readonly lead: Lead;
}

/**
 * Sends what leaders hand out, until it is stopped (undefined) or may not work for a leader (the reason). Rejects when the lease of this
 * worker has ended, or the state failed.
 */
export async function sendForLeader(input: SendForLeaderInput): Promise<string | undefined> {
  const { loaded, worker, clock, stop } = input;
  const wakeSignal = createWakeSignal();
  /** False after a chunk was looked for in vain, until there is news. */
  let mayHaveChunks = true;
  const stopNews = worker.onNews(() => {
    mayHaveChunks = true;
    wakeSignal.notify();
  });
  stop.addEventListener('abort', wakeSignal.notify);
  let queue: Handed[] = [];
  let inFlight = 0;
  let slotsInUse = 0;
  let share = 0;
  let lead: Lead | undefined;
  let claims: Claims | undefined;
  let closedUntil = 0;
  let refused: string | undefined;
  let failure: { readonly error: unknown } | undefined;
  let isFirstLook = true;
  let departures = createDepartures(clock);

  input.onView?.({ slots: () => share, inFlight: () => inFlight, waiting: () => queue.length });

  const isStopping = (): boolean => stop.aborted || refused !== undefined || failure !== undefined;
  const holdReason = (): HoldReason | undefined => {
    if (isStopping()) return 'stopping';
    if (lead?.control === 'pause') return 'paused';
    if (lead?.control === 'cancel') return 'stopping';
    if (lead?.isHalted === true) return 'halted';
    return worker.term.mayStart() ? undefined : 'leaseEnding';
  };

  const report = ({ chunk, place, claims }: Handed, settlement: Settlement, isLate = false): Promise<void> => {
    const body: JobReport = { chunk, place, settlement, isLate };
    return claims.report({ body, isAlarm: false });
  };
  const giveBack = (one: Handed, isLate: boolean): Promise<void> => {
    one.departure?.end();
    return report(one, notTried(clock.now()), isLate);
  };
  const giveBackRest = async (): Promise<number> => {
    const rest = queue;
    queue = [];
    await Promise.all(rest.map((one) => giveBack(one, false)));
    return rest.length;
  };

  const send = async (one: Handed): Promise<void> => {
    const { chunk, place, handed, job, departure } = one;
    let isReported = false;
    let hasSlot = true;
    const freeSlot = (): void => {
      if (!hasSlot) return;
      hasSlot = false;
      slotsInUse--;
      startNext();
    };
    const ledger: AttemptLedger = {
      job: one.claims.job,
      term: worker.term,
      async apply([change], verdict) {
        if (change?.kind === 'intend') return one.claims.claim({ chunk, change, isNew: !handed.tried });
        if (change?.kind === 'drop') {
          isReported = true;
          const { to } = change;
          const body: JobReport = { chunk, place, settlement: { kind: 'settled', state: to.state }, dropped: to };
          return one.claims.claim({ chunk, change, isNew: !handed.tried, report: { body, isAlarm: false } });
        }
        if (change?.kind === 'settle' && verdict !== undefined) {
          isReported = true;
          const { step, key, attempt: number, at, state, code, reason, notBefore } = change.to;
          const settled = { step, key, attempt: number, at, state, code, reason, notBefore };
          const wasHeldBack = verdict.kind === 'again' && verdict.why === 'heldBack';
          const isLate = wasHeldBack && departure !== undefined && clock.now() > departure.until();
          const body: JobReport = { chunk, place, verdict, settled, isLate };
          return one.claims.settle(change, { body, isAlarm: isAlarm(loaded.campaign, verdict) });
        }
        throw new Error(`an attempt does not record ${change?.kind}`);
      },
    };
    const { mayStartUntil = Number.POSITIVE_INFINITY } = handed;
    const start = { ...handed, mayStartUntil, job, departure };
    try {
      const attempting = { ...input, run: one.lead.run, lease: ledger };
      const settlement = await attempt(attempting, start, holdReason, (verdict) => {
        if (isOrdinary(verdict)) freeSlot();
      });
      departure?.end();
      if (!isReported) await report(one, settlement);
    } catch (error) {
      const why = whyNotClaimed(error);
      // In the other cases its leader has it back, is gone, or will read in the ledger what became of it.
      if (why === 'closed') {
        closedUntil = performance.now() + closedMs;
        departure?.putBack();
        queue.unshift(one);
      } else {
        departure?.end();
        if (why === undefined || why === 'noLease') failure ??= { error };
      }
    }
    inFlight--;
    freeSlot();
    wakeSignal.notify();
  };

  const isClosed = (): boolean => performance.now() < closedUntil;
  const mayFetch = (): boolean => !isStopping() && mayHaveChunks && lead?.control === 'run' && queue.length < share;

  const giveBackLate = async (one: Handed): Promise<void> => {
    await giveBack(one, true).catch((error: unknown) => void (failure ??= { error }));
    inFlight--;
    wakeSignal.notify();
  };

  /** Undefined: it is too late. */
  const beginsAt = ({ handed, departure }: Handed): Instant | undefined => {
    if (departure === undefined) return handed.startedAt;
    const departsAt = departure.next();
    return departsAt === undefined ? undefined : departsAt - departures.leadMs();
  };

  /** Claims no more than it has free slots for. */
  const startNext = (): void => {
    while (slotsInUse < share && !isClosed() && holdReason() === undefined) {
      const [next] = queue;
      if (next === undefined) break;
      const at = beginsAt(next);
      if (at !== undefined && at > clock.now()) break;
      queue.shift();
      inFlight++;
      if (at === undefined) {
        void giveBackLate(next);
        continue;
      }
      slotsInUse++;
      next.departure?.begin();
      void send(next);
    }
    if (mayFetch()) wakeSignal.notify();
  };

  const fetchChunk = async (): Promise<boolean> => {
    mayHaveChunks = false;
    const fetched = await worker.fetch();
    const fetchedAt = clock.moment();
    mayHaveChunks ||= fetched !== undefined;
    if (fetched === undefined) return false;
    // It may be the first one of a new leader.
    if (fetched.epoch !== lead?.epoch) await look();
    if (lead === undefined || claims === undefined || fetched.epoch !== lead.epoch) return false;
    const body = fetched.body as HandedChunk;
    clock.follow(body.sentAt + fetched.ageMs, fetchedAt);
    if (body.aheadMs !== undefined) input.signAhead(body.aheadMs);
    const from = { chunk: fetched.id, claims, lead };
    const { delayMs } = body;
    body.jobs.forEach((handed, place) => {
      const departure = delayMs === undefined ? undefined : departures.of({ ...handed, delayMs });
      queue.push({ ...from, place, handed, job: scheduledJob(loaded, handed), departure });
    });
    return true;
  };

  const look = async (): Promise<void> => {
    const seen = await worker.look(Math.max(share, slotsInUse));
    share = seen.share;
    const next = seen.lead?.sentWith === undefined ? undefined : seen.lead;
    if (next?.epoch !== lead?.epoch || isFirstLook) {
      isFirstLook = false;
      // Of the leader before, nothing can be claimed any more.
      queue = [];
      departures = createDepartures(clock);
      refused ??= input.onLead(next);
      claims = next && refused === undefined ? worker.claims(next) : undefined;
    }
    lead = next;
  };

  let lookedAt = Number.NEGATIVE_INFINITY;
  try {
    while (!isStopping()) {
      const wake = wakeSignal.listen();
      const sinceLook = performance.now() - lookedAt;
      if (sinceLook >= lookMs || lead === undefined) {
        await look();
        lookedAt = performance.now();
        mayHaveChunks = true;
      }
      if (lead !== undefined && lead.control !== 'run') await giveBackRest();
      while (mayFetch() && (await fetchChunk())) startNext();
      startNext();
      const now = clock.now();
      const until = now + (isClosed() ? closedMs : lookMs);
      const nextAt = slotsInUse < share && queue[0] !== undefined ? (beginsAt(queue[0]) ?? now) : until;
      await clock.sleepUntil(nextAt > now ? Math.min(until, nextAt) : until, wake.signal());
    }
    const gaveBack = await giveBackRest();
    if (stop.aborted) input.onStopping({ gaveBack, inFlight });
  } catch (error) {
    failure ??= { error };
  } finally {
    stopNews();
    stop.removeEventListener('abort', wakeSignal.notify);
  }
  while (inFlight > 0) await wakeSignal.listen().woken();
  if (failure !== undefined) throw failure.error;
  await giveBackRest();
  return refused;
}

function scheduledJob({ campaign, rosters }: LoadedCampaign, handed: HandedJob): ScheduledJob {
  const { key, attempts, tried, zone = '' } = handed;
  const step = campaign.steps.find(({ id }) => id === handed.step);
  if (step === undefined) throw new Error(`the leader has a step ${handed.step}, and this worker does not`);
  const roster = step.forEach === undefined ? undefined : rosters.get(step.forEach.audience);
  const recipient = key === undefined ? undefined : roster?.indexOf(key);
  return { step, recipient, key, zone, attempts, tried };
}

/** The time of a leader on another machine. */
interface FollowedClock extends Clock {
  /** The leader's time was this when our own clocks showed `since`. */
  follow(leaderTime: Instant, since: ClockMoment): void;
  moment(): ClockMoment;
}

/** Of both clocks: the monotonic one may stop while a machine sleeps, the other one may be set. */
interface ClockMoment {
  readonly steady: number;
  readonly wall: Instant;
}

export function createFollowedClock(own: Clock): FollowedClock {
  const moment = (): ClockMoment => {
    const wall = own.now();
    return { steady: own.steadyMs?.() ?? wall, wall };
  };
  let since = moment();
  let leaderTime = since.wall;
  const now = (): Instant => {
    const { steady, wall } = moment();
    return leaderTime + Math.max(0, steady - since.steady, wall - since.wall);
  };
  return {
    ...own,
    now,
    moment,
    sleepUntil: (until, signal) => own.sleepUntil(own.now() + (until - now()), signal),
    follow(time, at) {
      leaderTime = time;
      since = at;
    },
  };
}
