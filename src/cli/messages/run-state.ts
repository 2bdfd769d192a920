import { jobCounts, jobsIn } from '../../run/summary.ts';
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
  if (code === undefined || code === exitCode.stopped || code === exitCode.couldNotRun) return 'stopped';
  return (await isSentAgain(reader)) ? 'stopped' : 'finished';
}

/** A person has decided since it ended that a job is sent again. */
async function isSentAgain(reader: RunReader): Promise<boolean> {
  const pending = await jobsIn(reader, await jobCounts(reader), 'pending');
  return pending.some(({ decisions }) => decisions?.at(-1)?.state === 'pending');
}

export const runStateWords: Readonly<Record<RunState, string>> = {
  new: 'not started',
  running: 'running',
  paused: 'paused',
  cancelled: 'cancelled',
  stopped: 'stopped with work left; continue with `callsheet run`',
  finished: 'finished',
};
