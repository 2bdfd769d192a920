import type { RunReader } from '../state/backend.ts';
import type { RecordedEnd } from '../state/change.ts';
import { endCode } from './end-code.ts';
import { jobCounts, jobsIn } from './summary.ts';

/** The state of a run, as far as its records know. */
export type RunState = 'new' | 'running' | 'paused' | 'cancelled' | 'stopped' | 'finished';

export interface SeenRun {
  readonly state: RunState;
  /** How its latest process ended; undefined while one is under way, before the first one, and where it died. */
  readonly ended: RecordedEnd | undefined;
}

export async function seeRun(reader: RunReader | undefined): Promise<SeenRun> {
  if (reader === undefined) return { state: 'new', ended: undefined };
  const { control, carriedOut, ended } = await reader.status();
  const seen = (state: RunState): SeenRun => ({ state, ended });
  if (control !== 'run') return seen(control === 'pause' ? 'paused' : 'cancelled');
  if (carriedOut === reader.about.run) return seen('running');
  if (ended === undefined) {
    // Opened, but never confirmed; else its process died.
    return seen((await reader.steps()).length === 0 ? 'new' : 'stopped');
  }
  const isLeft = ended.exitCode === undefined || ended.exitCode === endCode.stopped;
  return seen(isLeft || (await isSentAgain(reader)) ? 'stopped' : 'finished');
}

/** A person has decided since it ended that a job is sent again. */
async function isSentAgain(reader: RunReader): Promise<boolean> {
  const pending = await jobsIn(reader, await jobCounts(reader), 'pending');
  return pending.some(({ decisions }) => decisions?.at(-1)?.state === 'pending');
}
