import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isStateFile } from '../ledger/state-paths.ts';
import { isJournalFile } from '../sandbox/journal/open-journal-file.ts';
import { projectFiles } from './project-files.ts';

/** What Callsheet keeps for the campaigns below one folder. */
export interface Project {
  readonly campaigns: readonly { readonly path: string; readonly text: string }[];
  /** State folders: of each folder with a campaign, and any other that is there. At least one. */
  readonly folders: readonly StateFolder[];
  /** Files of sandboxes: of runs, and of `serve --data`. */
  readonly journals: readonly string[];
}

export interface StateFolder {
  readonly folder: string;
  readonly stateFiles: readonly string[];
}

/** As a key of the whole file, in the ways of YAML. Other files may have one further in, and get no state folder. */
const namesCampaign = /^\uFEFF?(\{\s*)?["']?campaign["']?\s*:/m;

export function findProject(root: string, state: string | undefined): Project {
  const paths = [...projectFiles(root)];
  const campaigns = paths
    .filter((path) => /\.ya?ml$/i.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
    .filter(({ text }) => namesCampaign.test(text));
  const folders = new Set([
    ...(state === undefined ? [] : [resolve(state)]),
    ...paths
      .filter((path) => path.includes('/.callsheet/'))
      .map((path) => path.slice(0, path.indexOf('/.callsheet/') + '/.callsheet'.length)),
    // Of a run with --state.
    ...paths.filter(isStateFile).map((path) => dirname(path)),
    ...(state === undefined ? campaigns.map(({ path }) => join(dirname(path), '.callsheet')) : []),
  ]);
  if (folders.size === 0) folders.add(join(root, '.callsheet'));
  const found = [...folders].sort().map(stateFolder);
  return { campaigns, folders: found, journals: journalsOf(paths, found) };
}

/** The files of a project, each once: of its state folders, wherever they are, and of all else below its root. */
export function* filesOf({ folders }: Project, root: string): Generator<string> {
  const walked = new Set<string>();
  for (const { folder } of folders) if (existsSync(folder)) yield* projectFiles(folder, walked);
  yield* projectFiles(root, walked);
}

function stateFolder(folder: string): StateFolder {
  return { folder, stateFiles: filesIn(folder).filter(isStateFile) };
}

function filesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

/** Each once, though a state folder may have two names. */
function journalsOf(paths: readonly string[], folders: readonly StateFolder[]): readonly string[] {
  const known = new Set(paths);
  const ofRuns = folders.flatMap(({ folder }) => filesIn(folder)).filter((path) => path.endsWith('.sandbox-ledger.db'));
  // A sandbox has a lock beside its file.
  const others = paths.filter((path) => known.has(`${path}.lock`) && isJournalFile(path));
  return [...new Map([...others, ...ofRuns].map((path) => [realpathSync(path), path])).values()];
}
