import { loadCampaign as load } from '../campaign/load.ts';
import type { Loaded, LoadRequest } from '../campaign/loaded-campaign.ts';
import { createNodeFiles } from '../platform/node-files.ts';

export type LoadOptions = Pick<LoadRequest, 'path'> & Partial<LoadRequest>;

/** Reads and checks a campaign and the files that it names. Its `value` is undefined when there are errors. */
export function loadCampaign(options: LoadOptions): Promise<Loaded> {
  return load({
    cwd: process.cwd(),
    files: createNodeFiles(),
    env: process.env,
    inputs: {},
    depth: 'rendered',
    ...options,
  });
}
