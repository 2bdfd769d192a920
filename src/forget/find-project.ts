import { type Dirent, existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isCampaignText } from '../campaign/names-in-text.ts';
import { isStateFile } from '../ledger/state-paths.ts';

/** What Callsheet keeps for the campaigns below one folder. */
export interface Project {
  readonly campaigns: readonly { readonly path: string; readonly text: string }[];
  /** State folders: of each folder with a campaign, and any other that is there. At least one. */
  readonly folders: readonly StateFolder[];
  /** Files of sandboxes: of runs, and of `serve --data`. */
  readonly journals: readonly string[];
}

interface StateFolder {
  readonly folder: string;
  readonly stateFiles: readonly string[];
}

/** `isJournal`: whether a database is a sandbox's, whatever its name. Default: only those of runs are. */
export function findProject(
  root: string,
  state: string | undefined,
  isJournal: (path: string) => boolean = () => false,
): Project {
  const paths = [...projectFiles(root)];
  const campaigns = paths
    .filter((path) => /\.ya?ml$/i.test(path))
    .map((path) => ({ path, text: unlessDenied(() => readFileSync(path, 'utf8')) ?? '' }))
    .filter(({ text }) => isCampaignText(text));
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
  return { campaigns, folders: found, journals: journalsOf(paths, found, isJournal) };
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
function journalsOf(
  paths: readonly string[],
  folders: readonly StateFolder[],
  isJournal: (path: string) => boolean,
): readonly string[] {
  const known = new Set(paths);
  const ofRuns = folders.flatMap(({ folder }) => filesIn(folder)).filter((path) => path.endsWith('.sandbox-ledger.db'));
  // A sandbox has a lock beside its file.
  const others = paths.filter((path) => known.has(`${path}.lock`) && isJournal(path));
  return [...new Map([...others, ...ofRuns].map((path) => [realpathSync(path), path])).values()];
}

/** Undefined where this user may not read it. */
function unlessDenied<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (mayNotRead(error)) return undefined;
    throw error;
  }
}

/**
 * Every regular file below a folder, without those of git and of packages, which Callsheet never writes; a folder that this user may not
 * read is one of them. Links are not followed, but for a state folder that is elsewhere. `walked`: folders whose files are known, by their
 * real paths.
 */
function* projectFiles(folder: string, walked: Set<string> = new Set()): Generator<string> {
  const real = realpathSync(folder);
  if (walked.has(real)) return;
  walked.add(real);
  const entries = unlessDenied(() => readdirSync(folder, { withFileTypes: true }));
  if (entries === undefined) yield folder;
  for (const entry of entries?.sort((a, b) => (a.name < b.name ? -1 : 1)) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() || isLinkedState(entry, path)) {
      if (entry.name !== '.git' && entry.name !== 'node_modules') yield* projectFiles(path, walked);
    } else if (entry.isFile()) {
      yield path;
    }
  }
}

function isLinkedState(entry: Dirent, path: string): boolean {
  if (entry.name !== '.callsheet' || !entry.isSymbolicLink()) return false;
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

export function mayNotRead(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
}
