import type { RunReader } from '../ledger/backend.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { RunControl } from './run-control.ts';

/** A pause or a decision takes effect within a second. */
const pollMs = 250;

/** Passes on to a run what `pause`, `resume`, `cancel` and `reconcile` request through its state. */
export function followRequests(control: RunControl, reader: Pick<RunReader, 'requests'>) {
  let isStopped = false;
  const readOnce = async (): Promise<void> => {
    try {
      const requested = await reader.requests();
      if (requested.control === 'cancel') control.drain({ kind: 'cancelled' });
      else if (requested.control === 'pause') control.pause();
      else control.unpause();
      control.noteDecisions(requested.decisions);
    } catch {
      control.drain({ kind: 'stateFile' });
    }
  };
  // Of two answers under way, the earlier one may come last: it would take back a pause.
  const read = oneAtATime(readOnce, () => isStopped);
  const timer = setInterval(() => void read(), pollMs);
  return {
    /** Reads once. Before the first job: a pause may have been requested while the run was being prepared. */
    read,
    stop(): void {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
