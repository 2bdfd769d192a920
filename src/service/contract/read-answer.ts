import { parseExactly } from '../../diagnostic/exact-json.ts';
import { boundedLine } from '../../diagnostic/visible-text.ts';
import { longestRestMs } from '../../job/rest.ts';
import type { Instant } from '../../platform/ports.ts';
import { type OperationId, operations } from '../operations/operations.ts';
import { type Answer, type Envelope, readEnvelope } from './envelope.ts';
import type { AnswerOf, Outcome, OutcomeOf, Throttled, Unknown } from './outcome.ts';
import { documentedStatus, statusOf } from './statuses.ts';

/** A whole HTTP answer. */
interface HttpAnswer<Id extends OperationId = OperationId> {
  readonly operation: Id;
  readonly http: number;
  readonly body: string;
  /** The Retry-After header, verbatim. */
  readonly retryAfter?: string | undefined;
  /** The Date header. */
  readonly serviceTime?: Instant | undefined;
  /** By our clock. */
  readonly now: Instant;
  /** Secrets of the request, which must not appear in the outcome. Default: none. */
  readonly hide?: WithoutSecrets;
}

/** Characters. The document's own reasons are a few words. */
const reasonMost = 1_000;

/**
 * What a whole answer means. A well-formed envelope wins over the HTTP status (the document shows none), with three exceptions: a
 * success is one under a 2xx only, as some servers write 0 into each of their failures (`{"message":"404: Not Found","code":0}`);
 * a 429 with another code is a 429; and under a 5xx, which gateways and frameworks answer too, only a code that the document
 * lists for this operation counts. A redirect is never followed.
 */
export function readAnswer<Id extends OperationId>(answer: HttpAnswer<Id>): OutcomeOf<Id> {
  const { operation, http, serviceTime, hide = withoutSecrets([]) } = answer;
  const body = parse(answer.body);
  const envelope = readEnvelope(operation, body);
  const at = serviceTime === undefined ? {} : { serviceTime };
  const saysDone = envelope?.code === '0';
  if (saysDone && http < 300) {
    return { kind: 'accepted', code: '0', answer: cleaned(operation, body as AnswerOf<Id>, answer.body, hide), ...at };
  }
  if (http === 429 && !saysDone) return throttled(answer, http);
  if (envelope !== undefined && !saysDone && (http < 500 || documentedStatus(operation, envelope.code) !== undefined)) {
    // A code that comes without words gets those of its table.
    const words = envelope.reason === '' ? (statusOf(operation, envelope.code)?.meaning ?? '') : envelope.reason;
    const reason = withElsewhere(operation, http, boundedLine(hide(words), reasonMost));
    return { kind: 'rejected', code: envelope.code, reason, ...at };
  }
  // Where the service cannot tell a retry from a second request, what may have been carried out is not sent again.
  const mayRetry = operations[operation].recovery !== 'manual';
  if (http === 503 && answer.retryAfter !== undefined && mayRetry) return throttled(answer, http);
  return { kind: 'unknown', reason: withElsewhere(operation, http, reasonFor(http, body, envelope)), http };
}

/** Whether a proxy, a gateway or another web server stopped the request: a redirect, or a page that refuses it. */
export function isTurnedAway({ http = 0 }: Unknown): boolean {
  // 408 (too slow) and 429 (too many) also come for requests that would be let through.
  return (http >= 300 && http < 500 && http !== 408 && http !== 429) || http === 501;
}

/** Some servers begin with a byte order mark, which a reader may ignore (RFC 8259, 8.1). */
function parse(text: string): unknown {
  try {
    return parseExactly(text.replace(/^\uFEFF/, ''), String);
  } catch {
    return undefined;
  }
}

function reasonFor(http: number, body: unknown, envelope: Envelope | undefined): string {
  if (http >= 300 && http < 400) return `HTTP ${http}, a redirect, which is never followed`;
  if (envelope?.code === '0') return `HTTP ${http}, a failure, with the code of a success`;
  if (envelope !== undefined) return `HTTP ${http} with the code ${envelope.code}, which this operation does not have`;
  return `HTTP ${http} with a body that is ${body === undefined ? 'not JSON' : 'not an answer of this operation'}`;
}

/** With a hint where a path that is not there is another one under another name of this API. */
function withElsewhere(operation: OperationId, http: number, reason: string): string {
  const elsewhere = http === 404 ? operations[operation].pathElsewhere : undefined;
  if (elsewhere === undefined) return reason;
  return `${reason}; the address may be another brand's, whose public documents have this path as ${elsewhere}`;
}

function throttled(answer: HttpAnswer, http: Throttled['http']): Throttled {
  const retryAfterMs = readRetryAfter(answer.retryAfter, answer.serviceTime ?? answer.now);
  return retryAfterMs === undefined ? { kind: 'throttled', http } : { kind: 'throttled', http, retryAfterMs };
}

/** Seconds, or an HTTP date, which is counted from the service's own clock if the answer shows it. */
function readRetryAfter(text: string | undefined, now: Instant): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : (readHttpDate(text) ?? Number.NaN) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), longestRestMs);
}

/** `Sun, 06 Nov 1994 08:49:37 GMT` as an instant; undefined for any other form. */
export function readHttpDate(text: string): Instant | undefined {
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? undefined : instant;
}

/**
 * Removes secrets that nobody here needs: our own, and the password in an agent's record (section "Agent
 * (call-centre seat) record").
 */
function cleaned<Answer>(operation: OperationId, answer: Answer, body: string, hide: WithoutSecrets): Answer {
  const hasPasswords = operations[operation].hasPasswords === true;
  const maySaySecrets = hide.mayBeIn(body);
  if (!hasPasswords && !maySaySecrets) return answer;
  // A list instead of recursion: an answer may be nested deeper than the stack.
  const rest: unknown[] = [answer];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const fields = value as Record<string, unknown>;
    for (const name of Object.keys(fields)) {
      const field = fields[name];
      if (hasPasswords && name.toLowerCase() === 'password') delete fields[name];
      else if (maySaySecrets && hide(name) !== name) delete fields[name];
      else if (maySaySecrets && typeof field === 'string') fields[name] = hide(field);
      else if (typeof field === 'object' && field !== null) rest.push(field);
    }
  }
  return answer;
}

/** Removes our own key, secret and signature from the service's texts, in upper or lower case. */
export interface WithoutSecrets {
  (text: string): string;
  /** Whether a JSON body may contain one of them: escapes may hide it. */
  mayBeIn(body: string): boolean;
}

export function withoutSecrets(secrets: readonly string[]): WithoutSecrets {
  // The longest first: one may be a part of another.
  const words = secrets.filter(({ length }) => length >= secretLeast).sort((a, b) => b.length - a.length);
  if (words.length === 0) return Object.assign((text: string) => text, { mayBeIn: () => false });
  const source = words.map((word) => word.replace(/[^\w]/g, '\\$&')).join('|');
  const [first, every] = [new RegExp(source, 'i'), new RegExp(source, 'gi')];
  return Object.assign((text: string) => text.replace(every, '[secret]'), {
    mayBeIn: (body: string) => body.includes('\\') || first.test(body),
  });
}

/** A shorter secret may be part of ordinary words. */
const secretLeast = 4;

/**
 * The outcome, unless its answer names another recipient than the request: then a server or proxy has mixed up two requests, and
 * the outcome of this one is unknown. Only the answer to a code names a recipient.
 */
export function ofThisRequest(
  operation: OperationId,
  request: Readonly<Record<string, unknown>>,
  outcome: Outcome,
): Outcome {
  const { answersTo, recipientField = '' } = operations[operation];
  if (answersTo === undefined || outcome.kind !== 'accepted') return outcome;
  const { data } = outcome.answer;
  const to = typeof data === 'object' && data !== null ? (data as Answer)[answersTo] : undefined;
  if (!isOtherNumber(to, request[recipientField])) return outcome;
  return { kind: 'unknown', reason: 'an answer that names another recipient' };
}

/** Enough digits to tell people apart, without the country code, which is not always written. */
const digitsCompared = 7;

function isOtherNumber(a: unknown, b: unknown): boolean {
  const [ends, other] = [a, b].map((value) => {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    return /^\+?\d{7,15}$/.test(text) ? text.slice(-digitsCompared) : undefined;
  });
  return ends !== undefined && other !== undefined && ends !== other;
}
