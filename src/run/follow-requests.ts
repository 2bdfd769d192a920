import type { RunReader } from '../ledger/backend.ts';
import type { RunControl } from './run-control.ts';

/** Passes on to a run what `pause`, `resume`, `cancel` and `reconcile` request through its state. */
export interface FollowedRequests {
  /** Reads once. Before the first job: a pause may have been requested while the run was being prepared. */
  read(): Promise<void>;
  stop(): void;
}

/** A pause or a decision takes effect within a second. */
const pollMs = 250;

export function followRequests(control: RunControl, reader: Pick<RunReader, 'requests'>): FollowedRequests {
  const read = async (): Promise<void> => {
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
  const timer = setInterval(() => void read(), pollMs);
  return { read, stop: () => clearInterval(timer) };
}
