import type { Instant } from '../../platform/ports.ts';
import { fieldsOf, textOf } from '../../service/operations/definition/message.ts';
import { type OperationId, operations } from '../../service/operations/operations.ts';
import type { Fact, Ledger } from '../ledger/ledger.ts';
import type { World } from '../ledger/world.ts';

/** The decision of an operation about a valid request: further fields of the answer and new facts, or a refusal. */
type Decision = Done | Refusal;

export interface Done {
  /** Fields of the answer beside `status` and `reason`. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly facts: readonly Fact[];
}

export interface Refusal {
  readonly status: string;
  /** Names the rule, for the header `x-sandbox-rule`. */
  readonly rule: string;
  /** What is wrong in this request; in the answer it follows the document's text. */
  readonly detail?: string;
}

export type Body = Readonly<Record<string, unknown>>;

export interface Situation {
  readonly world: World;
  readonly ledger: Ledger;
  readonly body: Body;
  readonly now: Instant;
}

export type Decide = (situation: Situation) => Decision;

export function isRefusal(decision: Decision): decision is Refusal {
  return 'status' in decision;
}

/** Whom a request is for; undefined where it says nobody. */
export function recipientOf(operation: OperationId | null, body: unknown): string | undefined {
  const field = operation === null ? undefined : operations[operation].recipientField;
  return field && (textOf(fieldsOf(body)[field]) || undefined);
}

export function knowsApp(world: World, appId: unknown): boolean {
  return world.apps.some((app) => app.appId === appId);
}

/** What a request names is not there, such as `otp.flowId.known`: some tables have a code of their own for it (`docs/assumptions.md`). */
export function unknown(status: string, rule: `${string}.${string}.known`): Refusal {
  return { status, rule, detail: `${rule.split('.')[1]} does not exist` };
}
