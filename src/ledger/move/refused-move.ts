import type { LedgerMove, OpenForRunning } from '../backend.ts';
import type { StateRefusal } from '../refusal.ts';

/** Why nothing is carried out from a ledger, or read from it. */
export function refusedMove({ from, to }: LedgerMove): StateRefusal | undefined {
  if (from !== undefined) return { kind: 'incomplete', place: from };
  return to === undefined ? undefined : { kind: 'moved', place: to };
}

/** Whether what is opened has been moved before: this machine may know its runs in their new place, and goes on to. */
export function hasGone(moves: OpenForRunning['moves'], { to }: LedgerMove): boolean {
  return moves === 'away' && to !== undefined;
}
