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

const adminPrefix = '{"steer":true';

export function isAdminLine(line: string): boolean {
  return line.startsWith(adminPrefix);
}

export function parseEntry(line: string): Entry {
  return JSON.parse(line) as Entry;
}

export function isRequest(entry: Entry): entry is RequestEntry {
  return !('steer' in entry);
}
