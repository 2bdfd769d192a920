import { join, resolve } from 'node:path';
import { type Host, isUnreadable } from '../../platform/ports.ts';

const mostBytes = 1_000_000;

/** The campaign files of a folder, without those of the folders in it. */
export async function campaignsIn(folder: string, { files, cwd }: Pick<Host, 'files' | 'cwd'>): Promise<string[]> {
  const found: string[] = [];
  for (const name of (await files.list(resolve(cwd, folder))) ?? []) {
    if (!/\.ya?ml$/.test(name)) continue;
    const path = join(folder, name);
    const text = await files.readText(resolve(cwd, path), mostBytes);
    if (text !== undefined && !isUnreadable(text) && /^campaign:/m.test(text)) found.push(path);
  }
  return found;
}
