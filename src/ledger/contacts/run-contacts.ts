import type { ContactRules } from '../../campaign/contact-rules.ts';
import type { Instant } from '../../platform/ports.ts';
import { createAhead, type Taken, type UpcomingContact } from './ahead.ts';
import { type DepartureLook, type DepartureQuestion, lookInFile } from './departure-look.ts';
import type { ContactFacts } from './facts.ts';
import { createKnownFacts } from './known-facts.ts';
import type { ContactLedger, JobTouch, Later, LedgerFile, Settled, TouchRequest } from './ledger.ts';
import { oncePerTurn } from './once-per-turn.ts';

/** The contact ledger of one run: every job that contacts somebody has a touch on disk no later than its intent. */
export interface RunContacts {
  /** For what is written once, before anything is sent or after everything. */
  readonly ledger: ContactLedger;
  readonly known: KnownPeople;
  /** Before the job's intent. */
  reserve(request: TouchRequest): Reservation;
  /**
   * After the job's outcome is on disk. Resolves when nobody is held by a touch that is released: what the run does next may
   * contact the same person.
   */
  settle(settled: Settled): Later<void>;
  /** Whether this job's touch is on disk already. */
  isReserved(job: JobTouch, now: Instant): boolean;
  /** Reserves for jobs that will start soon, so that each need not wait for the disk; what was not used is given back. */
  prepare(now: Instant, upcoming: (count: number) => readonly UpcomingContact[]): void;
  /** Gives back what was not used. Resolves when everything is on disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface Reservation {
  /** Whether the touch is on disk: it is where it is allowed. At once where it was reserved before. */
  readonly onDisk: Later<boolean>;
  /**
   * Whether it is allowed by all that was recorded until it was asked for. To be awaited before the request leaves: one that was reserved
   * before is asked about while the intent is being written.
   */
  readonly isAllowed: Later<boolean>;
  /** The last question, when its request is about to leave. */
  readonly departure: Pick<DepartureQuestion, 'mayLeave' | 'end'>;
}

type Judged = Omit<Reservation, 'departure'>;

/** What the scheduler of a run knows of people. `reserve` asks the ledger itself, which may know more. */
export interface KnownPeople {
  factsOf(key: string): ContactFacts;
  /** The same for a plan, which asks about all of these people. */
  factsOfAll(everybody: Iterable<string>): Later<KnownPeople['factsOf']>;
  /** Called when a contact was not made: more may have happened to this person than is known here. */
  lookAgain(key: string): void;
  /** So long after a refusal, what led to it is known here. */
  readonly lookAgainMs: number;
}

/** Writes groups, here or on another thread: one transaction, and one sync, for each. */
export interface LedgerWriter {
  commit(group: LedgerGroup): Promise<readonly boolean[]>;
  close(): Promise<void>;
}

export interface LedgerGroup {
  readonly requests: readonly TouchRequest[];
  readonly settled: readonly Settled[];
}

interface Waiting {
  readonly requests: TouchRequest[];
  readonly settled: Settled[];
  /** Of those who wait for the group. */
  readonly answers: Answer[];
}

/** `from`: the place of the first request; those of the next answer follow. */
interface Answer {
  readonly from: number;
  readonly resolve: (allowed: readonly boolean[]) => void;
  readonly reject: (error: unknown) => void;
}

export interface RunContactsInput {
  readonly ledger: ContactLedger;
  readonly known: KnownPeople;
  /** Contacts that were reserved before their jobs start are allowed while this does not change. */
  readonly generation: () => Later<number>;
  readonly look: DepartureLook;
  readonly writer: LedgerWriter;
  /** Resolves when those who have something to write in this turn have asked. */
  readonly turn: () => Promise<void>;
}

/** A contact that was made counts as it did until this is written: it waits so long for a group that somebody waits for. */
const settledWithinMs = 500;

/**
 * What is asked during one turn of the event loop, or while a group is being written, shares the next group. Contacts that were made
 * wait for the next group: until then they count, as they did.
 */
export function createRunContacts(input: RunContactsInput): RunContacts {
  const { ledger, known, generation, look, writer, turn } = input;
  let waiting = noneWaiting();
  let underWay: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;
  let settledBy = Number.POSITIVE_INFINITY;
  let latest: Instant = 0;

  const mustWrite = (): boolean => waiting.answers.length > 0 || (waiting.settled.length > 0 && latest >= settledBy);
  const commit = async (): Promise<void> => {
    do {
      const { requests, settled, answers } = waiting;
      waiting = noneWaiting();
      settledBy = Number.POSITIVE_INFINITY;
      try {
        const allowed = await writer.commit({ requests, settled });
        answers.forEach(({ from, resolve }, at) => resolve(allowed.slice(from, answers[at + 1]?.from)));
      } catch (error) {
        failure ??= { error };
        for (const { reject } of answers) reject(error);
      }
    } while (mustWrite());
    underWay = undefined;
  };
  const begin = (): Promise<void> => (underWay ??= turn().then(commit));

  const ask = (requests: readonly TouchRequest[]): Promise<readonly boolean[]> => {
    if (failure !== undefined) return Promise.reject(failure.error);
    return new Promise((resolve, reject) => {
      waiting.answers.push({ from: waiting.requests.length, resolve, reject });
      for (const one of requests) waiting.requests.push(one);
      void begin();
    });
  };
  const release = async ({ campaign, run, step, key, isOver }: Omit<Settled, 'outcome'>): Promise<void> => {
    if (failure !== undefined) throw failure.error;
    waiting.settled.push({ campaign, run, step, key, outcome: 'released', isOver });
    await ask([]);
  };
  const generationNow = oncePerTurn(generation, turn);
  const ahead = createAhead({ generation: generationNow, ask, release });

  const flush = async (): Promise<void> => {
    await ahead.giveBack();
    while (waiting.settled.length > 0 || underWay !== undefined) await begin();
    if (failure !== undefined) throw failure.error;
  };
  const askNow = async (request: TouchRequest): Promise<boolean> => (await ask([request]))[0] === true;
  const askAgain = async (request: TouchRequest): Promise<boolean> => {
    const isAllowed = await askNow(request);
    if (!isAllowed) await release(request);
    return isAllowed;
  };
  const reserve = (request: TouchRequest, taken: Taken): Judged => {
    if (typeof taken === 'string') {
      const isAllowed = taken === 'none' ? askNow(request) : askAgain(request);
      return { onDisk: isAllowed, isAllowed };
    }
    const { isCurrent } = taken;
    if (isCurrent === true) return { onDisk: true, isAllowed: true };
    if (isCurrent === false) return reserve(request, 'stale');
    // One that is forbidden by now has an intent: its job gives the touch back with its outcome.
    return { onDisk: true, isAllowed: isCurrent.then((current) => current || askNow(request)) };
  };
  const reserveLater = (request: TouchRequest, taken: Promise<Taken>): Judged => {
    const reserved = taken.then((now) => reserve(request, now));
    return {
      onDisk: reserved.then(({ onDisk }) => onDisk),
      isAllowed: reserved.then(({ isAllowed }) => isAllowed),
    };
  };
  return {
    ledger,
    known,
    reserve(request) {
      const departure = look.begin(request, generationNow);
      const { isReady } = departure;
      const taken = ahead.take(request);
      const judged = taken instanceof Promise ? reserveLater(request, taken) : reserve(request, taken);
      // A failure is for those who wait for it, which is later than this.
      const isAllowed = isReady instanceof Promise ? isReady.then(() => judged.isAllowed) : judged.isAllowed;
      for (const one of [judged.isAllowed, isAllowed]) if (one instanceof Promise) one.catch(() => {});
      return { onDisk: judged.onDisk, isAllowed, departure };
    },
    settle(settled) {
      if (settled.outcome === 'released') return release(settled);
      waiting.settled.push(settled);
      settledBy = Math.min(settledBy, latest + settledWithinMs);
      if (mustWrite()) void begin();
      return undefined;
    },
    isReserved: ahead.has,
    prepare(now, upcoming) {
      latest = now;
      ahead.prepare(now, upcoming);
      if (mustWrite()) void begin();
    },
    flush,
    async close() {
      try {
        // A failure has been reported by the flush before.
        if (failure === undefined) await flush();
      } finally {
        look.close();
        await writer.close();
        await ledger.close();
      }
    },
  };
}

/** There is nothing to wait for. */
export const reservedBefore: Reservation = {
  onDisk: true,
  isAllowed: true,
  departure: { mayLeave: () => 'allowed', end() {} },
};

/** Of a file: it is asked itself, and nothing changes between its answer and a reservation but what another process writes. */
export function knownInFile(ledger: Pick<LedgerFile, 'factsOf' | 'read'>): KnownPeople {
  return {
    factsOf: ledger.factsOf,
    async factsOfAll(everybody) {
      const known = createKnownFacts(ledger);
      await known.know(everybody);
      return known.factsOf;
    },
    lookAgain() {},
    lookAgainMs: 0,
  };
}

function noneWaiting(): Waiting {
  return { requests: [], settled: [], answers: [] };
}

/** A ledger in a file, and how it is asked for its generation: as a store, also later. */
export type DirectLedger = Omit<LedgerFile, 'generation'> & Pick<RunContactsInput, 'generation'>;

export interface DirectContactsInput {
  readonly ledger: DirectLedger;
  readonly rules: ContactRules;
  /** A process that is dead writes nothing. */
  readonly isAlive: () => boolean;
}

/** Writes at once, on this thread: in virtual time nothing may wait for a turn of the event loop. */
export function createDirectContacts({ ledger, rules, isAlive }: DirectContactsInput): RunContacts {
  return createRunContacts({
    ledger,
    known: knownInFile(ledger),
    generation: ledger.generation,
    look: lookInFile(ledger, rules),
    turn: () => Promise.resolve(),
    writer: {
      commit: async ({ requests, settled }) =>
        isAlive() ? ledger.write(rules, requests, settled) : new Promise(() => {}),
      close: () => Promise.resolve(),
    },
  });
}
