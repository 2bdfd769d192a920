import { type OperationId, operationIds, operations } from '../operations/operations.ts';
import { type BoundTable, bind, type Rule } from './bind.ts';

export const boundTables = Object.fromEntries(
  operationIds.map((id) => [id, bind(id, operations[id].request)]),
) as Readonly<Record<OperationId, BoundTable>>;

/** Every field rule of the service, by operation and in the document's order. */
export const rules: readonly Rule[] = operationIds.flatMap((id) => boundTables[id].rules);

/** The field rules whose breach the service answers with this code. */
export function rulesEarning(operation: OperationId, status: string): readonly Rule[] {
  return boundTables[operation].rules.filter((rule) => rule.status === status);
}

/** The operation's answer to a request that is wrong as a whole. */
export function parameterCode(operation: OperationId): string {
  return operations[operation].request.wrong;
}
