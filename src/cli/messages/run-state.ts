import type { RunReader } from '../../state/backend.ts';
import { exitCode } from '../options/exit-code.ts';

/** The state of a run, as far as its state file knows. */
export type RunState = 'new' | 'running' | 'paused' | 'cancelled' | 'stopped' | 'finished';

export async function runStateOf(reader: RunReader | undefined): Promise<RunState> {
  if (reader === undefined) return 'new';
  const { control, carriedOut, exitCode: code } = await reader.status();
  if (control !== 'run') return control === 'pause' ? 'paused' : 'cancelled';
  if (carriedOut === reader.about.run) return 'running';
  // Opened, but never confirmed.
  if (code === undefined && (await reader.steps()).length === 0) return 'new';
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
