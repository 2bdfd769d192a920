import type { Store } from '../../state/store.ts';
import { exitCode } from '../options/exit-code.ts';

/** How a run stands, as far as its state file knows. */
export type RunState = 'new' | 'running' | 'paused' | 'cancelled' | 'stopped' | 'finished';

/** The lock is the state file's, for all its runs. */
export function isUnderWay(store: Store): boolean {
  return store.carriedOut() === store.about.run;
}

export function runStateOf(store: Store | undefined): RunState {
  if (store === undefined) return 'new';
  const control = store.control();
  if (control !== 'run') return control === 'pause' ? 'paused' : 'cancelled';
  if (isUnderWay(store)) return 'running';
  const code = store.ended();
  // Opened, and then nobody said yes.
  if (code === undefined && store.steps().length === 0) return 'new';
  // Without a code its process died.
  return code === undefined || code === exitCode.stopped || code === exitCode.couldNotRun ? 'stopped' : 'finished';
}

export const runStateWords: Readonly<Record<RunState, string>> = {
  new: 'has not been run',
  running: 'under way',
  paused: 'paused',
  cancelled: 'cancelled',
  stopped: 'stopped with work left; `callsheet run` goes on',
  finished: 'finished',
};
