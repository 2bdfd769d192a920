import type { Instant } from '../platform/ports.ts';

/** What is known of a job that was tried before and is pending again. */
export interface Retry {
  readonly attempts: number;
  readonly notBefore: Instant;
  /** Of an attempt that counts: its code expires so long after this. */
  readonly firstAt: Instant | undefined;
  /** An earlier attempt may have counted. */
  readonly doubtful: boolean;
  readonly heldBy: 'retry' | 'every';
}

/** The retries of one step's jobs, by index: in columns, as they may be a million, and in pages, as most steps have few. */
export interface Retries {
  has(index: number): boolean;
  get(index: number): Retry | undefined;
  set(index: number, retry: Retry): void;
  notBefore(index: number): Instant;
  firstAt(index: number): Instant | undefined;
}

interface Page {
  /** 0 where there is no retry. */
  readonly marks: Uint8Array;
  readonly attempts: Uint32Array;
  readonly notBefore: Float64Array;
  /** NaN where there is none. */
  readonly firstAt: Float64Array;
}

const pageBits = 12;
const pageSize = 1 << pageBits;
const marks = { exists: 1, doubtful: 2, every: 4 } as const;

export function createRetries(): Retries {
  const pages: (Page | undefined)[] = [];
  const pageOf = (index: number): Page | undefined => pages[index >> pageBits];
  const has = (index: number): boolean => (pageOf(index)?.marks[index % pageSize] ?? 0) !== 0;
  const firstAt = (index: number): Instant | undefined => {
    const at = pageOf(index)?.firstAt[index % pageSize] ?? Number.NaN;
    return Number.isNaN(at) ? undefined : at;
  };
  const notBefore = (index: number): Instant => pageOf(index)?.notBefore[index % pageSize] ?? Number.NEGATIVE_INFINITY;
  return {
    has,
    firstAt,
    notBefore,
    get(index) {
      const page = pageOf(index);
      const at = index % pageSize;
      if (page === undefined || page.marks[at] === 0) return undefined;
      return {
        attempts: page.attempts[at]!,
        notBefore: page.notBefore[at]!,
        firstAt: firstAt(index),
        doubtful: (page.marks[at]! & marks.doubtful) !== 0,
        heldBy: (page.marks[at]! & marks.every) !== 0 ? 'every' : 'retry',
      };
    },
    set(index, retry) {
      const page = (pages[index >> pageBits] ??= createPage());
      const at = index % pageSize;
      const { doubtful, heldBy } = retry;
      page.marks[at] = marks.exists | (doubtful ? marks.doubtful : 0) | (heldBy === 'every' ? marks.every : 0);
      page.attempts[at] = retry.attempts;
      page.notBefore[at] = retry.notBefore;
      page.firstAt[at] = retry.firstAt ?? Number.NaN;
    },
  };
}

function createPage(): Page {
  return {
    marks: new Uint8Array(pageSize),
    attempts: new Uint32Array(pageSize),
    notBefore: new Float64Array(pageSize).fill(Number.NEGATIVE_INFINITY),
    firstAt: new Float64Array(pageSize).fill(Number.NaN),
  };
}
