import type { Instant } from '../../platform/ports.ts';
import type { OperationId } from '../../service/operations/operations.ts';
import type { ReadBody } from '../http/read-body.ts';
import type { Fact } from '../ledger/fact.ts';
import type { Fault } from '../ledger/fault.ts';

/** A request and the answer to it, as they went over the wire. */
export interface Exchange {
  readonly operation: OperationId | null;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReadBody;
  readonly answer: { readonly http: number; readonly text: string; readonly rule?: string; readonly fault?: Fault };
}

interface Placed extends Exchange {
  readonly seq: number;
  readonly at: Instant;
  readonly facts?: readonly Fact[];
}

/** A `RequestEntry` as one line. Bodies are inserted as JSON text, because every request passes here. */
export function requestLine({ seq, at, operation, method, path, headers, body, answer, facts }: Placed): string {
  const { http, text, rule, fault } = answer;
  return (
    `{"seq":${seq},"at":"${isoOf(at)}","operation":${operation === null ? 'null' : `"${operation}"`},"method":${quoted(method)}` +
    `,"path":${quoted(path)},"headers":${headersText(headers)},"body":${bodyText(body)}` +
    `,"answer":{"http":${http},"body":${answerText(text, fault)}}` +
    (rule === undefined ? '' : `,"rule":${JSON.stringify(rule)}`) +
    (fault === undefined ? '' : `,"fault":${JSON.stringify(fault.kind)}`) +
    (facts === undefined || facts.length === 0 ? '' : `,"facts":${JSON.stringify(facts)}`) +
    '}'
  );
}

export function adminLine(seq: number, at: Instant, facts: readonly Fact[]): string {
  return `{"steer":true,"seq":${seq},"at":"${isoOf(at)}","facts":${JSON.stringify(facts)}}`;
}

/** Headers that would let somebody else sign for us: the secret behind an MD5 signature can be found within seconds. */
const secretHeaders = ['api-key', 'sign', 'authorization', 'cookie'];

// oxlint-disable-next-line no-control-regex
const needsEscaping = /["\\\x00-\x1f]/;

function headersText(headers: Readonly<Record<string, string>>): string {
  let text = '{';
  for (const name in headers) {
    const value = headers[name]!;
    const shown = value !== '' && secretHeaders.includes(name) ? '***' : value;
    // Names are HTTP tokens, which need no escaping.
    text += `${text === '{' ? '' : ','}"${name}":${quoted(shown)}`;
  }
  return `${text}}`;
}

/** As JSON; most texts need no escaping, and checking that is cheaper. */
function quoted(text: string): string {
  return needsEscaping.test(text) ? JSON.stringify(text) : `"${text}"`;
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

let lastInstant = Number.NaN;
let lastIso = '';

function isoOf(at: Instant): string {
  if (at !== lastInstant) {
    lastInstant = at;
    lastIso = new Date(at).toISOString();
  }
  return lastIso;
}
