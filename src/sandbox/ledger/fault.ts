import { type OperationId, operationIds, operations } from '../../service/operations/operations.ts';
import type { Fault as WrittenFault } from '../world/world-input.gen.ts';

/**
 * A fault to inject, and its conditions, as a world file has it. Absent conditions match all requests; `times` and `rate` choose among
 * the matching requests, and the same seed and the same requests give the same choice.
 */
export type Fault = Readonly<WrittenFault>;

/** Whether the request is still processed. */
export function faultComes(fault: Fault): 'before' | 'after' {
  switch (fault.kind) {
    case 'reset-before':
      return 'before';
    case 'reset-after':
      return 'after';
    case 'status':
    case 'http':
    case 'hang':
      return fault.when ?? 'before';
    // These change an answer, so the request must be processed.
    case 'delay':
    case 'drip':
    case 'truncate':
    case 'garbage':
    case 'wrong-type':
      return 'after';
    default:
      return fault.kind satisfies never;
  }
}

export interface FaultSubject {
  readonly operation: OperationId;
  readonly recipient: string | undefined;
}

export function faultConcerns(fault: Fault, subject: FaultSubject): boolean {
  if (fault.operation !== undefined && fault.operation !== subject.operation) return false;
  if (fault.recipient === undefined) return true;
  if (subject.recipient === undefined) return false;
  return fault.recipient.startsWith('*')
    ? subject.recipient.endsWith(fault.recipient.slice(1))
    : subject.recipient === fault.recipient;
}

/** What the service answers from an empty account, for each operation that costs something. */
export const noMoneyFaults: readonly Fault[] = operationIds.flatMap((operation): readonly Fault[] => {
  const { noMoneyStatus: status } = operations[operation];
  return status === undefined ? [] : [{ operation, kind: 'status', status }];
});
