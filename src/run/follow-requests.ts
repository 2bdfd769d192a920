import type { RunReader } from '../state/backend.ts';
import type { RunControl } from './run-control.ts';

/** Passes on to a run what `pause`, `resume` and `cancel` request through its state. */
export interface FollowedRequests {
  /** Reads once. Before the first job: a pause may have been requested while the run was being prepared. */
  read(): Promise<void>;
  stop(): void;
}

/** A pause takes effect within a second. */
const pollMs = 250;

export function followRequests(control: RunControl, reader: Pick<RunReader, 'control'>): FollowedRequests {
  const read = async (): Promise<void> => {
    try {
      const requested = await reader.control();
      if (requested === 'cancel') control.drain({ kind: 'cancelled' });
      else if (requested === 'pause') control.pause();
      else control.unpause();
    } catch {
      control.drain({ kind: 'stateFile' });
    }
  };
  const timer = setInterval(() => void read(), pollMs);
  return { read, stop: () => clearInterval(timer) };
}
