import type { Instant } from '../../platform/ports.ts';
import type { OperationId } from '../../service/contract/operation-id.ts';
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

/** A `RequestEntry` as one line. Bodies go in as the JSON text they are: this is on the way of every request. */
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

export function steerLine(seq: number, at: Instant, facts: readonly Fact[]): string {
  return `{"steer":true,"seq":${seq},"at":"${isoOf(at)}","facts":${JSON.stringify(facts)}}`;
}

/** What lets somebody else sign in our name: the signature is an MD5 of the secret that takes seconds to search through. */
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

/** As JSON; most texts need no escaping, and looking is cheaper. */
function quoted(text: string): string {
  return needsEscaping.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function bodyText(body: ReadBody): string {
  if (body.kind === 'none') return 'null';
  if (body.kind === 'malformed') return JSON.stringify(body.text);
  // Line ends in JSON text stand between its tokens only, and an entry is one line.
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
