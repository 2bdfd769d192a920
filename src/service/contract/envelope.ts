import type { OperationId } from './operation-id.ts';
import { operations } from './operations.ts';

/** What an answer says of its call (section "Errors"): `status` and `reason`, or `code` and `msg` for redial. */
export interface Envelope {
  /** `0` is success. */
  readonly code: string;
  /** Verbatim; empty if the answer has none. */
  readonly reason: string;
}

export type Answer = Readonly<Record<string, unknown>>;

/**
 * Undefined if the body is not an envelope. The code is a String, 0 or negative. The number 0 is also accepted, because it can only
 * mean success: web frameworks and gateways answer their own failures with `"status": 500` or `"500"`.
 */
export function readEnvelope(operation: OperationId, answer: unknown): Envelope | undefined {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return undefined;
  const fields = answer as Answer;
  const named = operations[operation].envelope === 'code';
  const code = named ? fields.code : fields.status;
  const reason = named ? fields.msg : fields.reason;
  if (code !== 0 && (typeof code !== 'string' || !/^(0|-[1-9]\d{0,8})$/.test(code))) return undefined;
  return { code: String(code), reason: typeof reason === 'string' ? reason : '' };
}

/** The answer's body: the envelope, then what else it carries. */
export function writeEnvelope(operation: OperationId, envelope: Envelope, rest: Answer = {}): Answer {
  const { code, reason } = envelope;
  return operations[operation].envelope === 'code' ? { code, msg: reason, ...rest } : { status: code, reason, ...rest };
}
