import { createHash } from 'node:crypto';

/** What a plan is made of: files, inputs, variables; and how much it sends. */
export interface PlanInputs {
  readonly inputs: object;
  readonly totals: { readonly toSend: number };
}

export function fingerprint({ inputs, totals }: PlanInputs): string {
  return JSON.stringify([inputs, totals.toSend]);
}

/** What a start confirms: the plan, and the service that it goes to. */
export function startFingerprint(plan: PlanInputs, service: string): string {
  return digestOf([fingerprint(plan), service]);
}

export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
