import { type OperationId, operations } from '../operations/operations.ts';
import type { Answer } from './envelope.ts';
import type { Outcome } from './outcome.ts';

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
