import type { Store } from '../../state/store.ts';
import { exitCode } from '../options/exit-code.ts';

/** The state of a run, as far as its state file knows. */
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
  // Opened, but never confirmed.
  if (code === undefined && store.steps().length === 0) return 'new';
  // Without a code its process died.
  return code === undefined || code === exitCode.stopped || code === exitCode.couldNotRun ? 'stopped' : 'finished';
}

export const runStateWords: Readonly<Record<RunState, string>> = {
  new: 'not started',
  running: 'running',
  paused: 'paused',
  cancelled: 'cancelled',
  stopped: 'stopped with work left; continue with `callsheet run`',
  finished: 'finished',
};
