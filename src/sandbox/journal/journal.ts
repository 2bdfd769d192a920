import type { Fact } from '../ledger/fact.ts';

/**
 * Everything that ever happened to one account, in order: requests with their answers, and what steered the sandbox.
 * An entry is one line of JSON, written before its answer leaves; the ledger is made anew from these.
 */
export interface Journal {
  readonly count: number;
  append(line: string): void;
  /** Lines in order, from sequence number `from` (1 is the first) on. */
  lines(from?: number): Iterable<string>;
  /** Newest first. */
  linesBackwards(): Iterable<string>;
  line(seq: number): string | undefined;
  /** Forgets what came after sequence number `seq`. */
  truncate(seq: number): void;
  close(): void;
}

/** A request with its answer, as `GET /_sandbox/requests` shows it. */
export interface RequestEntry {
  readonly seq: number;
  /** ISO 8601, sandbox time. */
  readonly at: string;
  /** Null when the path is none of the service's. */
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  /** Lower-case names; API key and signature redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON that came, or the text where it was none; null for no body. */
  readonly body: unknown;
  /** What the service answered, also where a fault kept it from arriving; http 0 when it answered nothing. */
  readonly answer: { readonly http: number; readonly body: unknown };
  /** The rule that refused the request. */
  readonly rule?: string;
  /** Which fault befell it. */
  readonly fault?: string;
  readonly facts?: readonly Fact[];
}

export interface SteerEntry {
  readonly steer: true;
  readonly seq: number;
  readonly at: string;
  readonly facts: readonly Fact[];
}

export type Entry = RequestEntry | SteerEntry;

const steerPrefix = '{"steer":true';

export function isSteerLine(line: string): boolean {
  return line.startsWith(steerPrefix);
}

export function parseEntry(line: string): Entry {
  return JSON.parse(line) as Entry;
}

export function isRequest(entry: Entry): entry is RequestEntry {
  return !('steer' in entry);
}
