import type { Instant } from '../../platform/ports.ts';
import type { OperationId } from '../operations/operations.ts';
import type { Calls } from './calls.gen.ts';

/** The result of one attempt, one HTTP request. The client turns every answer and every failure into one of these. */
export type Outcome<Answer = AnyAnswer> = Accepted<Answer> | Rejected | Throttled | Unsent | Unknown;

/** The answer of an operation that the compiler does not know. */
type AnyAnswer = Readonly<Record<string, unknown>>;

/** A whole, well-formed answer with code 0. */
export interface Accepted<Answer = AnyAnswer> {
  readonly kind: 'accepted';
  readonly code: string;
  /** The answer's body without secrets (an agent's `password`). */
  readonly answer: Answer;
  readonly serviceTime?: Instant;
}

/** A whole, well-formed answer with another code: the service did not do it. `statuses.ts` has what follows. */
interface Rejected {
  readonly kind: 'rejected';
  readonly code: string;
  /** `reason` or `msg`: one line of visible characters, at most 1,000 of them, without our own secrets. */
  readonly reason: string;
  /** The answer's Date header, for measuring the clock. */
  readonly serviceTime?: Instant;
}

/**
 * Try later: HTTP 429, or, if a retry is safe, 503 with Retry-After. A 429 was not processed (`docs/assumptions.md`);
 * a gateway also answers 503 for a slow service, so the request may have been processed.
 */
export interface Throttled {
  readonly kind: 'throttled';
  readonly http: 429 | 503;
  /** Milliseconds; absent if the answer did not say. */
  readonly retryAfterMs?: number;
}

/** No byte of the request can have reached the service: refused, DNS, connect timeout, TLS, held back. Safe to try again. */
interface Unsent {
  readonly kind: 'unsent';
  readonly reason: string;
  /** We held it back ourselves (`SendOptions.mayLeave`): this says nothing about the service. */
  readonly heldBack?: true;
}

/** Bytes may have left and no valid answer came: reset, timeout, 5xx without a code of this operation, a body that is not an envelope. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly reason: string;
  readonly http?: number;
}

/** The body of an operation's request, as the service's document has it; undefined for a GET. */
export type RequestOf<Id extends OperationId> = Body<Calls[Id]['request']>;

/** The body of an operation's answer, as the service's document has it: only its code is checked. */
export type AnswerOf<Id extends OperationId> = Body<Calls[Id]['response']>;

export type OutcomeOf<Id extends OperationId> = Outcome<AnswerOf<Id>>;

/** For each member of a union. A mapped type, unlike an interface, is also assignable to a record of unknown fields. */
type Body<T> = T extends null ? undefined : { readonly [Key in keyof T]: T[Key] };
