import type { Instant } from '../platform/ports.ts';
import { aheadMs } from './judge-contact.ts';
import type { JobTouch, TouchRequest } from './ledger.ts';

/**
 * Touches that are reserved before their jobs start, many with one sync. Each counts as a contact at the latest instant at which its
 * job may use it, so that no cap counts it too early.
 */
export interface Ahead {
  /** `reserved`: on disk, and allowed now. `stale`: it may be on disk, and must be asked for again. Waits for one that is on its way. */
  take(request: TouchRequest): Promise<'reserved' | 'stale' | 'none'>;
  has(job: Pick<JobTouch, 'step' | 'key'>, now: Instant): boolean;
  prepare(now: Instant, upcoming: (count: number) => readonly TouchRequest[]): void;
  /** Resolves when nothing that was not taken will be kept. */
  giveBack(): Promise<void>;
}

export interface AheadInput {
  /** Of the ledger. */
  readonly generation: () => number;
  readonly ask: (request: TouchRequest) => Promise<boolean>;
  readonly release: (job: TouchRequest) => Promise<void>;
}

interface Reserved {
  readonly request: TouchRequest & { readonly until: Instant };
  /** Of the ledger when it was asked for: what was recorded of people since then is not known. */
  readonly generation: number;
  state: 'asked' | 'onDisk' | 'givenBack';
  /** Whether it was allowed. */
  answer: Promise<boolean>;
}

const fewest = 2;
/** After a kill so many people are held until the run is continued. */
const most = 256;
/** In every zone the days begin at a quarter of an hour: after it, a touch would count for another day. */
const quarterMs = 900_000;
/** If none of those asked for were used, how long until others are asked for. */
const againMs = 100;

export function createAhead({ generation, ask, release }: AheadInput): Ahead {
  const reserved = new Map<string, Reserved>();
  const asked = new Set<Promise<void>>();
  /** As many as were used in time before: a slow run holds few people for whom others wait. */
  let size = fewest;
  let used = 0;
  let askAgainAt = Number.NEGATIVE_INFINITY;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let lapsesAt = Number.POSITIVE_INFINITY;

  const giveBackOne = (request: TouchRequest): void => {
    // A failure of the ledger is reported to those who wait for an answer.
    release(request).catch(() => {});
  };
  /** One that is not answered yet stays known: if its job starts meanwhile, the job has it, and it must not be given back. */
  const drop = (id: string, entry: Reserved): void => {
    if (entry.state === 'onDisk') {
      reserved.delete(id);
      giveBackOne(entry.request);
    }
    entry.state = 'givenBack';
  };
  const isInTime = ({ request }: Reserved, now: Instant): boolean => request.at <= now && now <= request.until;

  const lapse = (now: Instant): void => {
    const isSetBack = now < checkedAt;
    checkedAt = now;
    if (now <= lapsesAt && !isSetBack) return;
    lapsesAt = Number.POSITIVE_INFINITY;
    for (const [id, one] of reserved) {
      if (isInTime(one, now)) lapsesAt = Math.min(lapsesAt, one.request.until);
      else {
        size = fewest;
        drop(id, one);
      }
    }
  };

  const reserve = async (id: string, entry: Reserved): Promise<boolean> => {
    try {
      const isAllowed = await ask(entry.request);
      const isGivenBack = entry.state === 'givenBack';
      if ((isGivenBack || !isAllowed) && reserved.get(id) === entry) reserved.delete(id);
      if (isAllowed && isGivenBack) giveBackOne(entry.request);
      else if (isAllowed) entry.state = 'onDisk';
      return isAllowed;
    } catch {
      if (reserved.get(id) === entry) reserved.delete(id);
      return false;
    }
  };

  return {
    async take(request) {
      const id = idOf(request);
      const found = reserved.get(id);
      if (found === undefined) return 'none';
      reserved.delete(id);
      used++;
      // It is its job's now, which asks again where it must, and gives it back if that is refused.
      if (found.state === 'givenBack') found.state = 'asked';
      if (!isInTime(found, request.at)) return 'stale';
      if (found.state === 'asked' && !(await found.answer)) return 'none';
      return found.generation === generation() ? 'reserved' : 'stale';
    },
    has(job, now) {
      const found = reserved.get(idOf(job));
      return found?.state === 'onDisk' && isInTime(found, now);
    },
    prepare(now, upcoming) {
      lapse(now);
      if (asked.size > 0 || reserved.size > size / 2 || (used === 0 && now < askAgainAt)) return;
      if (used >= size / 2) size = Math.min(size * 2, most);
      used = 0;
      askAgainAt = now + againMs;
      const wanted = upcoming(size).filter((one) => !reserved.has(idOf(one)));
      if (wanted.length === 0) return;
      const until = Math.min(now + aheadMs, (Math.floor(now / quarterMs) + 1) * quarterMs - 1);
      lapsesAt = Math.min(lapsesAt, until);
      const current = generation();
      for (const one of wanted) {
        const id = idOf(one);
        const entry: Reserved = { request: { ...one, until }, generation: current, state: 'asked', answer: refused };
        reserved.set(id, entry);
        entry.answer = reserve(id, entry);
        const answered = entry.answer.then(() => void asked.delete(answered));
        asked.add(answered);
      }
    },
    async giveBack() {
      for (const [id, one] of reserved) drop(id, one);
      await Promise.all(asked);
    },
  };
}

const refused = Promise.resolve(false);

function idOf({ step, key }: Pick<JobTouch, 'step' | 'key'>): string {
  return `${key} ${step}`;
}
