import type { LedgerMove } from '../backend.ts';
import type { StateRefusal } from '../refusal.ts';

/** Why nothing is carried out from a ledger, or read from it. */
export function refusedMove({ from, to }: LedgerMove): StateRefusal | undefined {
  if (from !== undefined) return { kind: 'incomplete', place: from };
  return to === undefined ? undefined : { kind: 'moved', place: to };
}
