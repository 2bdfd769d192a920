import { join } from 'node:path';
import { loadCampaign as load } from '../campaign/load.ts';
import type { Loaded, LoadRequest } from '../campaign/loaded-campaign.ts';
import type { ChooseSnapshots } from '../campaign/sources/wanted-sources.ts';
import { forgottenIn } from '../contacts/forgotten/forgotten-in.ts';
import { runName } from '../plan/run-name.ts';
import { createNodeFiles } from '../platform/node-files.ts';

/** Of an audience that is read from elsewhere: what the command line has read, and the run uses. No source is asked. */
const lookForSnapshots: ChooseSnapshots = async (request) => {
  const { chooseSnapshots } = await import('../snapshot/choose-snapshots.ts');
  const { openSnapshotFolder } = await import('../snapshot/snapshot-folder.ts');
  return chooseSnapshots(request, {
    folder: openSnapshotFolder(join(request.directory, '.callsheet'), request.campaign.id),
    run: runName(request.campaign),
    reads: 'look',
    files: createNodeFiles(),
    shown: (path) => path,
    read: () => Promise.reject(new Error('the library reads no sources')),
    // The caller names the state only later, to `run`.
    reached: undefined,
  });
};

export type LoadOptions = Pick<LoadRequest, 'path'> & Partial<LoadRequest>;

/** Reads and checks a campaign and the files that it names. Its `value` is undefined when there are errors. */
export function loadCampaign(options: LoadOptions): Promise<Loaded> {
  const files = createNodeFiles();
  return load({
    cwd: process.cwd(),
    files,
    env: process.env,
    inputs: {},
    depth: 'rendered',
    snapshots: lookForSnapshots,
    forgotten: (directory) =>
      forgottenIn(files, { folder: `${directory}/.callsheet`, pepper: process.env['CALLSHEET_CONTACTS_PEPPER'] }),
    ...options,
  });
}
