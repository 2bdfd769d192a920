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
  close(): void;
}

/** A request with its answer, as `GET /_sandbox/requests` shows it. */
export interface RequestEntry {
  readonly seq: number;
  /** ISO 8601, sandbox time. */
  readonly at: string;
  /** Null if the path does not belong to the service. */
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  /** Lower-case names; API key and signature redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON of the body, or its text if it was not JSON; null without a body. */
  readonly body: unknown;
  /** The service's answer, even if a fault kept it from arriving; http 0 without an answer. */
  readonly answer: { readonly http: number; readonly body: unknown };
  /** The rule that refused the request. */
  readonly rule?: string;
  /** The fault that hit it. */
  readonly fault?: string;
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
