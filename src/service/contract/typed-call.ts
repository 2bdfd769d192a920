import type { OperationId } from '../operations/operations.ts';
import type { Calls } from './calls.gen.ts';
import type { Outcome } from './outcome.ts';

/** The body of an operation's request, as the service's document has it; undefined for a GET. */
export type RequestOf<Id extends OperationId> = Body<Calls[Id]['request']>;

/** The body of an operation's answer, as the service's document has it: only its code is checked. */
export type AnswerOf<Id extends OperationId> = Body<Calls[Id]['response']>;

export type OutcomeOf<Id extends OperationId> = Outcome<AnswerOf<Id>>;

/** For each member of a union. A mapped type, unlike an interface, is also assignable to a record of unknown fields. */
type Body<T> = T extends null ? undefined : { readonly [Key in keyof T]: T[Key] };
