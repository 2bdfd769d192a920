import { loadCampaign as load } from '../campaign/load.ts';
import type { Loaded, LoadRequest } from '../campaign/loaded-campaign.ts';
import { createNodeFiles } from '../platform/node-files.ts';
import { forgottenBy } from './forgotten.ts';
import { lookForSnapshots, type SnapshotsOf } from './snapshots.ts';

export type LoadOptions = Pick<LoadRequest, 'path'> & Partial<LoadRequest> & Partial<SnapshotsOf>;

/** Reads and checks a campaign and the files that it names. Its `value` is undefined when there are errors. */
export function loadCampaign({ state, run, ...options }: LoadOptions): Promise<Loaded> {
  const files = createNodeFiles();
  return load({
    cwd: process.cwd(),
    files,
    env: process.env,
    inputs: {},
    depth: 'rendered',
    snapshots: lookForSnapshots({ state, run }),
    forgotten: forgottenBy(state, files),
    ...options,
  });
}
