import { createReadStream, statSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { createGunzip } from 'node:zlib';
import { createDecoder, markedEncoding } from '../audience/as-utf8.ts';
import { visibleLine } from '../diagnostic/visible-text.ts';
import { filesOf, mayNotRead, type Project } from './find-project.ts';
import type { NumberFinder } from './number-finder.ts';

interface Searched {
  readonly project: Project;
  readonly root: string;
  readonly finder: NumberFinder;
}

/**
 * A database in place of its log: the process that closes it last moves what the log has into it. `unread`: files and folders that this
 * user may not read.
 */
export async function filesWithNumber({
  project,
  root,
  finder,
}: Searched): Promise<{ readonly found: readonly string[]; readonly unread: readonly string[] }> {
  const found = new Set<string>();
  const unread: string[] = [];
  for (const path of filesOf(project, root)) {
    const has = await hasNumber(path, finder);
    if (has === undefined) unread.push(path);
    else if (has) found.add(isDatabase(path, project) ? databaseOf(path) : path);
  }
  return { found: [...found], unread };
}

export function* textFiles({ project, root }: Searched): Generator<string> {
  for (const path of filesOf(project, root)) if (!isDatabase(path, project)) yield path;
}

/** A file of SQLite, one that a move of contacts has left, or the log of one. */
export function isDatabase(path: string, { folders, journals }: Project): boolean {
  const file = databaseOf(path);
  const isInState = file.endsWith('.db') && folders.some(({ folder }) => file.startsWith(`${folder}/`));
  return isInState || journals.includes(file);
}

function databaseOf(path: string): string {
  return path.replace(/-(?:wal|shm|journal)$/, '');
}

/** Why the number stays in a file. */
export function whyKept(path: string, project: Project): string {
  if (isDatabase(path, project))
    return 'a database of Callsheet: the number is in a name or a text that `forget` does not change';
  if (/\.[0-9a-f]{8,12}\.tmp$/.test(path)) return 'half a file of a process that was killed: delete it';
  const campaign = project.campaigns.find(({ text }) => namesFile(text, basename(path)));
  return campaign === undefined
    ? 'not recognized as written by Callsheet: remove the number yourself'
    : `a list of ${basename(campaign.path)}: remove the row yourself`;
}

/** `list.csv` is not in `blocklist.csv`, nor in `list.csv.gz`. */
function namesFile(text: string, name: string): boolean {
  const literal = name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}_.-])${literal}(?![\p{L}\p{N}_-]|\.\p{L})`, 'u').test(text);
}

export function shownPath(path: string, root: string): string {
  const way = relative(root, path);
  return visibleLine(way.startsWith('..') ? path : way);
}

/** A number in any notation is shorter than this. */
const overlap = 256;

/**
 * Whether a file has the number: as its byte order mark says, or in UTF-8, and decompressed where gzip has compressed it. Undefined where
 * this user may not read it.
 */
export async function hasNumber(path: string, finder: NumberFinder): Promise<boolean | undefined> {
  try {
    // Lock files are empty. To open and close one that this process has locked would end its lock: the system keeps locks by process.
    if (statSync(path).size === 0) return false;
    return (await isInStream(createReadStream(path), finder)) || (await isInGzip(path, finder));
  } catch (error) {
    if (mayNotRead(error)) return undefined;
    // The log of a database is gone when the last process closes it.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

async function isInGzip(path: string, finder: NumberFinder): Promise<boolean> {
  if (!/\.(?:gz|tgz)$/.test(path)) return false;
  const gunzip = createGunzip();
  const source = createReadStream(path);
  source.on('error', (error) => gunzip.destroy(error));
  try {
    return await isInStream(source.pipe(gunzip), finder);
  } catch {
    // What is broken cannot be read by anybody else either.
    return false;
  } finally {
    source.destroy();
  }
}

async function isInStream(chunks: AsyncIterable<Uint8Array>, finder: NumberFinder): Promise<boolean> {
  let decode: ReturnType<typeof createDecoder> | undefined;
  let end = '';
  for await (const chunk of chunks) {
    decode ??= createDecoder(markedEncoding(chunk) ?? 'utf-8');
    const text = end + decode(chunk);
    if (finder.isIn(text)) return true;
    end = text.slice(-overlap);
  }
  return false;
}
