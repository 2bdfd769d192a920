import type { ContactRules } from '../campaign/contact-rules.ts';
import type { ContactLedger, Settled, TouchRequest } from './ledger.ts';

/** The contact ledger of one run: every job that contacts somebody has a touch on disk before its intent. */
export interface RunContacts {
  /** For what is read, and for what is written once, before anything is sent. */
  readonly ledger: ContactLedger;
  /** Whether the touch is allowed. If it is, it is on disk when this resolves. */
  reserve(request: TouchRequest): Promise<boolean>;
  /**
   * After the job's outcome is on disk. Resolves when nobody is held by a touch that is released: what the run does next may
   * contact the same person.
   */
  settle(settled: Settled): Promise<void>;
  /** Resolves when everything is on disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
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
  /** Of the requests, in their order. */
  readonly answers: Answer[];
  readonly releases: Answer[];
}

interface Answer {
  readonly resolve: (allowed: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * What is asked during one turn of the event loop, or while a group is being written, shares the next group. Contacts that were made
 * wait for the next group: until then they count, as they did.
 */
export function createRunContacts(ledger: ContactLedger, writer: LedgerWriter): RunContacts {
  let waiting = noneWaiting();
  let underWay: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;

  const commit = async (): Promise<void> => {
    while (waiting.requests.length + waiting.settled.length > 0) {
      const group = waiting;
      waiting = noneWaiting();
      try {
        const allowed = await writer.commit({ requests: group.requests, settled: group.settled });
        group.answers.forEach(({ resolve }, at) => resolve(allowed[at]!));
        for (const { resolve } of group.releases) resolve(true);
      } catch (error) {
        failure ??= { error };
        for (const { reject } of [...group.answers, ...group.releases]) reject(error);
      }
    }
    underWay = undefined;
  };
  const begin = (): Promise<void> => (underWay ??= new Promise<void>((resolve) => setImmediate(resolve)).then(commit));

  const flush = async (): Promise<void> => {
    if (waiting.settled.length > 0 || underWay !== undefined) await begin();
    if (failure !== undefined) throw failure.error;
  };
  return {
    ledger,
    reserve(request) {
      if (failure !== undefined) return Promise.reject(failure.error);
      return new Promise((resolve, reject) => {
        waiting.requests.push(request);
        waiting.answers.push({ resolve, reject });
        void begin();
      });
    },
    async settle(settled) {
      waiting.settled.push(settled);
      if (settled.outcome !== 'released') return;
      if (failure !== undefined) throw failure.error;
      await new Promise<boolean>((resolve, reject) => {
        waiting.releases.push({ resolve, reject });
        void begin();
      });
    },
    flush,
    async close() {
      try {
        // A failure has been reported by the flush before.
        if (failure === undefined) await flush();
      } finally {
        await writer.close();
        ledger.close();
      }
    },
  };
}

function noneWaiting(): Waiting {
  return { requests: [], settled: [], answers: [], releases: [] };
}

/** Writes each touch at once, on this thread: in virtual time nothing may wait for a turn of the event loop. */
export function createDirectContacts(ledger: ContactLedger, rules: ContactRules): RunContacts {
  return {
    ledger,
    reserve: async (request) => ledger.reserve(rules, [request])[0]!,
    settle: async (settled) => ledger.settle([settled]),
    flush: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
