import { stringify } from '../../diagnostic/exact-json.ts';
import type { Body } from '../operations/definition/rule.ts';
import { type OperationId, operations } from '../operations/operations.ts';

/** The JSON of a request. A Long beyond 2^53 is text in a campaign, and a number there (assumption `numbers.exact`). */
export function requestJson(operation: OperationId, body: Body): string {
  const written: Record<string, unknown> = { ...body };
  for (const field of operations[operation].request.fields) {
    if (!('type' in field) || field.type !== 'Long') continue;
    const value = body[field.name];
    if (isLongText(value)) written[field.name] = BigInt(value);
  }
  return stringify(written) ?? '';
}

/** Whether a Long, which has 64 bits, has room for these digits, and a JavaScript number has not. */
export function isLongText(value: unknown): value is string {
  if (typeof value !== 'string' || !/^-?[1-9]\d{15,18}$/.test(value) || Number.isSafeInteger(Number(value)))
    return false;
  return BigInt.asIntN(64, BigInt(value)) === BigInt(value);
}
