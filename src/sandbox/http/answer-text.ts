import { type EnvelopeForm, writeEnvelope } from '../../service/contract/envelope.ts';
import { statusOf } from '../../service/contract/statuses.ts';
import { type OperationId, operations } from '../../service/operations/operations.ts';
import type { Done, Refusal } from '../operations/decision.ts';

/** Section "Errors", "Envelope": the JSON of an answer, `status` and `reason` first, or `code` and `msg`. */
export function acceptedText(operation: OperationId, { fields }: Done, form: EnvelopeForm): string {
  return JSON.stringify(writeEnvelope(operation, { code: '0', reason: 'success' }, fields, form));
}

export function refusedText(operation: OperationId, refusalMessage: Refusal, form: EnvelopeForm): string {
  const meaning = statusOf(operation, refusalMessage.status)?.meaning;
  const reason = [meaning, refusalMessage.detail].filter((part) => part !== undefined).join(': ') || 'failed';
  const data = operations[operation].withoutData ? {} : { data: null };
  return JSON.stringify(writeEnvelope(operation, { code: refusalMessage.status, reason }, data, form));
}

/** For requests that do not belong to an operation. */
export function plainText(status: string, reason: string): string {
  return JSON.stringify({ status, reason });
}
