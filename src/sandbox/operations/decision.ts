import type { Instant } from '../../platform/ports.ts';
import { fieldsOf, textOf } from '../../service/operations/definition/message.ts';
import { type OperationId, operations } from '../../service/operations/operations.ts';
import type { Fact } from '../ledger/fact.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { World } from '../ledger/world.ts';

/** The decision of an operation about a valid request: further fields of the answer and new facts, or a refusal. */
export type Decision = Done | Refusal;

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

/**
 * Answers for which the document has a rule but no code, in one place (`docs/assumptions.md`): a code of the operation's
 * own table if one is similar, else a number that no table uses.
 */
export const unlisted = {
  sessionClosed: '-131',
  whatsappApp: '-134',
  otpApp: '-22',
  otpTemplate: '-22',
  otpFlow: '-22',
  otpOrderRepeated: '-20',
  backfillApp: '-14',
} as const;
