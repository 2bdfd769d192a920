import type { Loaded, LoadRequest } from '../campaign/loaded-campaign.ts';
import { forgottenOf } from '../project/forgotten.ts';
import { loadFrom } from '../project/load.ts';
import { chooseFrom } from '../project/snapshots.ts';
import { projectOf, type RunState } from './run-state.ts';

export interface LoadOptions extends Partial<Omit<LoadRequest, 'path'>> {
  /** The campaign file. */
  readonly path: string;
  /** Where the run is kept: in a store there is what other machines have read. Default: `.callsheet`. */
  readonly state?: RunState | undefined;
  /** Whose snapshots it is loaded with. Default: the date of `starts`, or `1`. */
  readonly run?: string | undefined;
}

/** Reads and checks a campaign and the files that it names. Its `value` is undefined when there are errors. */
export function loadCampaign({ state, run, ...options }: LoadOptions): Promise<Loaded> {
  const project = projectOf(state);
  const read = (): Promise<never> => Promise.reject(new Error('the library reads no sources'));
  const snapshots = chooseFrom(project, { run, reads: 'look', read, knowsRun: state !== undefined });
  // What is done with it is not known here: nobody who was forgotten may be in it.
  const forgotten: LoadRequest['forgotten'] = (directory) => forgottenOf(project, directory, { mustRead: true });
  // What is undefined is not given.
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return loadFrom(project, { depth: 'rendered', snapshots, forgotten, ...given, path: options.path });
}
