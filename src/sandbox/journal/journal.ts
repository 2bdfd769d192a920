import type { Instant } from '../../platform/ports.ts';
import type { OperationId } from '../../service/operations/operations.ts';
import type { LoggedRequest } from '../admin-api/shown.ts';
import type { ReadBody } from '../http/bodies.ts';
import type { Fault } from '../ledger/fault.ts';
import type { Fact } from '../ledger/ledger.ts';

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
interface Pages extends Pick<Journal, 'count' | 'append' | 'truncate'> {
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
interface AdminEntry {
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

/** A request and the answer to it, as they went over the wire. */
export interface Exchange extends Pick<RequestEntry, 'operation' | 'method' | 'path' | 'headers'> {
  readonly body: ReadBody;
  readonly answer: { readonly http: number; readonly text: string; readonly rule?: string; readonly fault?: Fault };
}

interface Placed extends Exchange {
  readonly seq: number;
  readonly at: Instant;
  readonly facts?: readonly Fact[];
}

/** A `RequestEntry` as one line. Bodies are inserted as JSON text, because every request passes here. */
export function requestLine({ seq, at, operation, method, path, headers, body, answer, facts = [] }: Placed): string {
  const { http, text, rule, fault } = answer;
  const asked = { seq, at: new Date(at).toISOString(), operation, method, path, headers: withoutSecrets(headers) };
  const rest = JSON.stringify({ rule, fault: fault?.kind, facts: facts.length === 0 ? undefined : facts }).slice(1);
  const bodies = `"body":${bodyText(body)},"answer":{"http":${http},"body":${answerText(text, fault)}}`;
  return `${JSON.stringify(asked).slice(0, -1)},${bodies}${rest === '}' ? rest : `,${rest}`}`;
}

export function adminLine(seq: number, at: Instant, facts: readonly Fact[]): string {
  return JSON.stringify({ steer: true, seq, at: new Date(at).toISOString(), facts });
}

/** Headers that would let somebody else sign for us: the secret behind an MD5 signature can be found within seconds. */
const secretHeaders = ['api-key', 'sign', 'authorization', 'cookie'];

function withoutSecrets(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const shown = { ...headers };
  for (const name of secretHeaders) if (shown[name]) shown[name] = '***';
  return shown;
}

function bodyText(body: ReadBody): string {
  if (body.kind === 'none') return 'null';
  if (body.kind === 'malformed') return JSON.stringify(body.text);
  // In JSON text line ends occur only between tokens, and an entry is one line.
  return body.text.includes('\n') || body.text.includes('\r') ? body.text.replace(/[\r\n]/g, ' ') : body.text;
}

function answerText(text: string, fault: Fault | undefined): string {
  if (text === '') return 'null';
  return fault?.kind === 'http' ? JSON.stringify(text) : text;
}
