import { type OperationId, operations } from '../operations/operations.ts';

/** What an answer says of its call (section "Errors"): `status` and `reason`, or `code` and `msg` for redial. */
export interface Envelope {
  /** `0` is success. */
  readonly code: string;
  /** Verbatim; empty if the answer has none. */
  readonly reason: string;
}

export type Answer = Readonly<Record<string, unknown>>;

/**
 * Undefined if the body is not an envelope. The code is 0 or negative, as a String or a number: web frameworks and gateways
 * answer their own failures with `"status": 500` or `"500"`. Where the operation's own field is absent, the other pair of
 * names is read (assumption `envelope.either`).
 */
export function readEnvelope(operation: OperationId, answer: unknown): Envelope | undefined {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return undefined;
  const { status, reason, code, msg } = answer as Answer;
  const [own, other] = operations[operation].envelope === 'code' ? [code, status] : [status, code];
  const read = readCode(own ?? other);
  if (read === undefined) return undefined;
  const [words, otherWords] = operations[operation].envelope === 'code' ? [msg, reason] : [reason, msg];
  return { code: read, reason: [words, otherWords].find((text) => typeof text === 'string') ?? '' };
}

function readCode(code: unknown): string | undefined {
  if (typeof code !== 'string' && typeof code !== 'number') return undefined;
  return /^(0|-[1-9]\d{0,8})$/.test(String(code)) ? String(code) : undefined;
}

/** How a service writes its envelope; public documents of this API show each of these. */
export interface EnvelopeForm {
  readonly codes: 'text' | 'numbers';
  /** The names of the operation, or those of the other operations. */
  readonly names: 'own' | 'other';
}

const documented: EnvelopeForm = { codes: 'text', names: 'own' };

/** The answer's body: the envelope, then what else it carries. */
export function writeEnvelope(
  operation: OperationId,
  { code, reason }: Envelope,
  rest: Answer = {},
  { codes, names }: EnvelopeForm = documented,
): Answer {
  const written = codes === 'numbers' ? Number(code) : code;
  const hasCode = (operations[operation].envelope === 'code') === (names === 'own');
  return hasCode ? { code: written, msg: reason, ...rest } : { status: written, reason, ...rest };
}
