import type { Instant } from '../../platform/ports.ts';
import { isSameSource } from './facts.ts';
import { aheadMs } from './judge-contact.ts';
import type { JobTouch, Later, TouchRequest } from './ledger.ts';

/** `at`: the first instant at which it may be made. */
export type UpcomingContact = Omit<TouchRequest, 'until'>;

/** `stale`: it may be on disk, and must be asked for again. */
export type Taken =
  | 'none'
  | 'stale'
  | {
      readonly kind: 'onDisk';
      /** Whether nothing was recorded since that may forbid it, until it was taken. */
      readonly isCurrent: Later<boolean>;
    };

/**
 * Touches that are reserved before their jobs start, many with one sync. Each counts as a contact at the latest instant at which its
 * job may use it, so that no cap counts it too early.
 */
export interface Ahead {
  /** Waits for one that is on its way. */
  take(request: TouchRequest): Later<Taken>;
  has(job: JobTouch, now: Instant): boolean;
  prepare(now: Instant, upcoming: (count: number) => readonly UpcomingContact[]): void;
  /** Resolves when nothing that was not taken will be kept. */
  giveBack(): Promise<void>;
}

export interface AheadInput {
  /** Of the ledger. */
  readonly generation: () => Later<number>;
  readonly ask: (requests: readonly TouchRequest[]) => Promise<readonly boolean[]>;
  readonly release: (job: TouchRequest) => Promise<void>;
}

interface Reserved {
  readonly request: TouchRequest & { readonly until: Instant };
  /** Of the ledger when it was asked for: what was recorded of people since then is not known. */
  generation: number | undefined;
  state: 'asked' | 'onDisk' | 'refused';
  isGivenBack: boolean;
}

const fewest = 2;
/** After a kill so many people are held until the run is continued. */
const most = 512;
/** In every zone the days begin at a quarter of an hour: after it, a touch would count for another day. */
const quarterMs = 900_000;

function untilOf({ at }: Pick<UpcomingContact, 'at'>): Instant {
  return Math.min(at + aheadMs, (Math.floor(at / quarterMs) + 1) * quarterMs - 1);
}

export function createAhead({ generation, ask, release }: AheadInput): Ahead {
  /** By recipient: only one step at a time is asked for. */
  const reserved = new Map<string, Reserved>();
  let asked: Promise<void> | undefined;
  /** As many as were used in time before: a slow run holds few people for whom others wait. */
  let size = fewest;
  let used = 0;
  /** Whether a job has started since people were asked for. While all slots are busy, nothing that is reserved would be used in time. */
  let hasStarted = true;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let lapsesAt = Number.POSITIVE_INFINITY;

  const find = (job: JobTouch): Reserved | undefined => {
    const found = reserved.get(job.key);
    return found !== undefined && isSameSource(found.request, job) ? found : undefined;
  };
  const giveBackOne = (request: TouchRequest): void => {
    // A failure of the ledger is reported to those who wait for an answer.
    release(request).catch(() => {});
  };
  /** One that is not answered yet stays known: if its job starts meanwhile, the job has it, and it must not be given back. */
  const drop = (entry: Reserved): void => {
    entry.isGivenBack = true;
    if (entry.state !== 'onDisk') return;
    reserved.delete(entry.request.key);
    giveBackOne(entry.request);
  };
  const isInTime = ({ request }: Reserved, now: Instant): boolean => request.at <= now && now <= request.until;

  const lapse = (now: Instant): void => {
    const isSetBack = now < checkedAt;
    checkedAt = now;
    if (now <= lapsesAt && !isSetBack) return;
    lapsesAt = Number.POSITIVE_INFINITY;
    for (const one of reserved.values()) {
      if (isInTime(one, now)) lapsesAt = Math.min(lapsesAt, one.request.until);
      else {
        size = fewest;
        drop(one);
      }
    }
  };

  const answered = (entry: Reserved, isAllowed: boolean): void => {
    const { request, isGivenBack } = entry;
    entry.state = isAllowed ? 'onDisk' : 'refused';
    if ((isGivenBack || !isAllowed) && reserved.get(request.key) === entry) reserved.delete(request.key);
    if (isGivenBack && isAllowed) giveBackOne(request);
  };
  const reserve = async (entries: readonly Reserved[]): Promise<void> => {
    let allowed: readonly boolean[] = [];
    try {
      const known = generation();
      const current = known instanceof Promise ? await known : known;
      for (const entry of entries) entry.generation = current;
      allowed = await ask(entries.map(({ request }) => request));
    } catch {
      // Jobs that have started ask again, and are answered with the failure.
    }
    entries.forEach((entry, index) => answered(entry, allowed[index] === true));
    asked = undefined;
  };
  const judged = ({ state, generation: since }: Reserved): Taken => {
    if (state !== 'onDisk') return 'none';
    const current = generation();
    const isCurrent = current instanceof Promise ? current.then((now) => since === now) : since === current;
    return { kind: 'onDisk', isCurrent };
  };

  return {
    take(request) {
      hasStarted = true;
      const found = find(request);
      if (found === undefined) return 'none';
      reserved.delete(request.key);
      used++;
      // It is its job's now, which asks again where it must, and gives it back if that is refused.
      found.isGivenBack = false;
      if (!isInTime(found, request.at)) return 'stale';
      return found.state === 'asked' ? asked!.then(() => judged(found)) : judged(found);
    },
    has(job, now) {
      const found = find(job);
      return found?.state === 'onDisk' && isInTime(found, now);
    },
    prepare(now, upcoming) {
      lapse(now);
      if (asked !== undefined || reserved.size > size / 2 || !hasStarted) return;
      if (used >= size / 2) size = Math.min(size * 2, most);
      used = 0;
      // A worker may have jobs of several steps for one person: only the first is reserved, as one that is not known is never given back.
      const wanted = new Map<string, UpcomingContact>();
      for (const one of upcoming(size)) {
        // One whose slot has passed would lapse at once.
        if (now <= untilOf(one) && !reserved.has(one.key) && !wanted.has(one.key)) wanted.set(one.key, one);
      }
      if (wanted.size === 0) return;
      hasStarted = false;
      const entries = [...wanted.values()].map(({ campaign, run, step, key, at, channel, purpose, zone }): Reserved => {
        const until = untilOf({ at });
        lapsesAt = Math.min(lapsesAt, until);
        // All fields at once: to copy an object takes several times as long.
        const request = { campaign, run, step, key, at, channel, purpose, zone, until };
        return { request, generation: undefined, state: 'asked', isGivenBack: false };
      });
      for (const entry of entries) reserved.set(entry.request.key, entry);
      asked = reserve(entries);
    },
    async giveBack() {
      for (const one of reserved.values()) drop(one);
      await asked;
    },
  };
}
