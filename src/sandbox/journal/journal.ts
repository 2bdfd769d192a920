import type { OperationId } from '../../service/operations/operations.ts';
import type { LoggedRequest } from '../admin-api/shown.ts';
import type { Fact } from '../ledger/fact.ts';

/**
 * The whole history of one account, in order: requests with their answers, and changes through the admin API.
 * An entry is one line of JSON, written before its answer leaves; the ledger can be made again from them.
 */
export interface Journal {
  readonly count: number;
  append(line: string): void;
  /** Lines in order, from sequence number `from` (1 is the first) on. */
  lines(from?: number): Iterable<string>;
  /** Newest first. */
  linesBackwards(): Iterable<string>;
  line(seq: number): string | undefined;
  /** Drops all entries after sequence number `seq`. */
  truncate(seq: number): void;
}

/** Where the lines are. */
export interface Pages extends Pick<Journal, 'count' | 'append' | 'truncate'> {
  /** Lines in order, beginning with `seq`: some, at most so many. */
  from(seq: number, most: number): readonly string[];
  /** Lines in order, ending with `seq`. */
  upTo(seq: number, most: number): readonly string[];
}

/** Reads in pages: while somebody takes their time with one, further lines are written. */
export function journalOf(pages: Pages): Journal {
  return {
    get count() {
      return pages.count;
    },
    append: pages.append,
    truncate: pages.truncate,
    *lines(from = 1) {
      for (let next = from; next <= pages.count; ) {
        const page = pages.from(next, pageSize);
        if (page.length === 0) return;
        yield* page;
        next += page.length;
      }
    },
    *linesBackwards() {
      for (let last = pages.count; last > 0; ) {
        const page = pages.upTo(last, pageSize);
        if (page.length === 0) return;
        yield* page.toReversed();
        last -= page.length;
      }
    },
    line: (seq) => (seq >= 1 && seq <= pages.count ? pages.from(seq, 1)[0] : undefined),
  };
}

const pageSize = 500;

export interface RequestEntry extends LoggedRequest {
  readonly operation: OperationId | null;
  readonly facts?: readonly Fact[];
}

/** A change through the admin API. The key `steer` is part of the file format. */
export interface AdminEntry {
  readonly steer: true;
  readonly seq: number;
  readonly at: string;
  readonly facts: readonly Fact[];
}

export type Entry = RequestEntry | AdminEntry;

export function isAdminLine(line: string): boolean {
  return line.startsWith('{"steer":true');
}

export function parseEntry(line: string): Entry {
  return JSON.parse(line) as Entry;
}

export function isRequest(entry: Entry): entry is RequestEntry {
  return !('steer' in entry);
}
