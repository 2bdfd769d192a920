import { join } from 'node:path';
import type { RunState } from './run-state.ts';

/** The state folder of the project: that of the `state`, or `.callsheet` beside the campaign. */
export function projectFolder(directory: string, state: RunState | undefined): string {
  return state?.project?.folder ?? join(directory, '.callsheet');
}
