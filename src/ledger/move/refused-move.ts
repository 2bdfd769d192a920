import type { LedgerMove, OpenForRunning } from '../backend.ts';
import type { StateRefusal } from '../refusal.ts';

/** Why nothing is carried out from a ledger, read from it, or moved on. */
export function refusedMove({ from, to }: LedgerMove, moves?: OpenForRunning['moves']): StateRefusal | undefined {
  if (moves === 'arriving' || moves === 'arrived') return undefined;
  if (from !== undefined) return { kind: 'incomplete', place: from };
  return to === undefined || moves === 'away' ? undefined : { kind: 'moved', place: to };
}

/** Whether what is opened has been moved before: this machine may know its runs in their new place, and goes on to. */
export function hasGone(moves: OpenForRunning['moves'], { to }: LedgerMove): boolean {
  return moves === 'away' && to !== undefined;
}
