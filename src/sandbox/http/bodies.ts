import { isUtf8 } from 'node:buffer';
import { parseExactly } from '../../diagnostic/exact-json.ts';
import { type EnvelopeForm, writeEnvelope } from '../../service/contract/envelope.ts';
import { statusOf } from '../../service/contract/statuses.ts';
import { type OperationId, operations } from '../../service/operations/operations.ts';
import type { Done, Refusal } from '../operations/decision.ts';

/** A request body as the service reads it: UTF-8, JSON, not nested beyond reason. */
export type ReadBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown; readonly text: string }
  | { readonly kind: 'malformed'; readonly why: string; readonly text: string };

/** Deeper than anything the document shows (seven), shallow enough for every recursion. */
const depthMax = 64;

export function readBody(bytes: Uint8Array | undefined): ReadBody {
  if (bytes === undefined || bytes.length === 0) return { kind: 'none' };
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isUtf8(buffer)) return { kind: 'malformed', why: 'the body is not UTF-8', text: buffer.toString('latin1') };
  const text = buffer.toString('utf8');
  try {
    const value = parseExactly(text, BigInt);
    if (isDeeperThan(depthMax, value))
      return { kind: 'malformed', why: `the body is nested deeper than ${depthMax}`, text };
    return { kind: 'json', value, text };
  } catch {
    return { kind: 'malformed', why: 'the body is not JSON', text };
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

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
