import { type OperationId, operationIds, operations } from '../../service/operations/operations.ts';

/**
 * A fault to inject, and its conditions. Absent conditions match all requests; `times` and `rate` choose among the matching
 * requests, and the same seed and the same requests give the same choice.
 */
export interface Fault {
  readonly kind:
    | 'status'
    | 'http'
    | 'delay'
    | 'drip'
    | 'truncate'
    | 'garbage'
    | 'wrong-type'
    | 'reset-before'
    | 'reset-after'
    | 'hang';
  readonly operation?: OperationId;
  /** A number, or `*` and its last digits. Faults with a recipient do not match operations without one. */
  readonly recipient?: string;
  /** For `status`, `http` and `hang`: before the request is processed (default) or after it, so that only the answer is lost. */
  readonly when?: 'before' | 'after';
  readonly status?: string;
  readonly reason?: string;
  readonly http?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of an `http` fault. */
  readonly body?: string;
  /** Real milliseconds: of a delay, between the bytes of a drip. */
  readonly ms?: number;
  /** How many requests at most. */
  readonly times?: number;
  /** How many requests pass first. */
  readonly skip?: number;
  /** The probability for each request, 0 to 1. */
  readonly rate?: number;
  readonly seed?: number;
}

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
