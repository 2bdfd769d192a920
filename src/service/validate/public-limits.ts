import type { PublicLimit } from '../operations/definition/operation.ts';
import type { Body } from '../operations/definition/rule.ts';
import { type OperationId, operations } from '../operations/operations.ts';

/** What a body breaks of these limits (assumption `redial.public-limits`). */
export function publicLimitsBroken(operation: OperationId, body: Body): readonly PublicLimit[] {
  return (operations[operation].publicLimits ?? []).filter(({ field, holds }) => {
    const value = body[field];
    return value !== undefined && value !== null && !holds(value, body);
  });
}

export function formatPublicLimit(
  { field, says }: Pick<PublicLimit, 'field' | 'says'>,
  name: (field: string) => string = String,
): string {
  return `${name(field)}: public documents of this API say ${says}; the contract does not`;
}
