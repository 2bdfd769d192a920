import type { Instant } from '../../platform/ports.ts';
import type { Fault } from './fault.ts';
import type { Micros } from './money.ts';
import type { Task } from './task.ts';

/** Something that happened in the sandbox. The ledger is the sum of the facts, in the journal's order. */
export type Fact =
  | { readonly fact: 'message'; readonly messageId: string; readonly cost: Micros }
  | CodeFact
  | { readonly fact: 'file'; readonly fileId: string; readonly fileName: string; readonly bytes: number }
  | { readonly fact: 'task'; readonly task: Task }
  | { readonly fact: 'aiVoicePaused'; readonly jobId: number | string }
  | { readonly fact: 'backfill' }
  | InboundFact
  | ClockFact
  | { readonly fact: 'faultAdded'; readonly fault: Fault }
  | { readonly fact: 'faultsCleared' };

export interface CodeFact {
  readonly fact: 'code';
  readonly verificationId: string;
  readonly code: string;
  readonly to: string;
  readonly orderId?: string;
  readonly cost: Micros;
}

/** A recipient writes to a business number, which opens the 24 hours. */
export interface InboundFact {
  readonly fact: 'inbound';
  readonly recipient: string;
  readonly businessPhone: string;
  readonly text?: string;
}

/** Sandbox time is `at` plus `speed` times the time of the underlying clock since `since`: a speed of 0 stops it. */
export interface ClockFact {
  readonly fact: 'clock';
  readonly at: Instant;
  readonly since: Instant;
  readonly speed: number;
}
