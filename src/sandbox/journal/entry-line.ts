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
