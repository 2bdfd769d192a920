import type { OperationId } from '../../service/contract/operation-id.ts';

/**
 * What shall go wrong, for which requests. Conditions that are absent hold for all; `times` and `rate` choose among
 * those that are left, and the same seed and the same requests choose the same ones.
 */
export interface Fault {
  readonly kind: FaultKind;
  readonly operation?: OperationId;
  /** A number, or `*` and its last digits. Faults with one do not hold for operations without a recipient. */
  readonly recipient?: string;
  /** For `status`, `http` and `hang`: before the work (as usual) or after it, when the service has done everything but tell. */
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
  /** How many requests go by first. */
  readonly skip?: number;
  /** The chance of each, 0 to 1. */
  readonly rate?: number;
  readonly seed?: number;
}

export const faultKinds = [
  'status',
  'http',
  'delay',
  'drip',
  'truncate',
  'garbage',
  'wrong-type',
  'reset-before',
  'reset-after',
  'hang',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** Whether the work is done all the same. */
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
    // These spoil an answer, which takes one that is there.
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
