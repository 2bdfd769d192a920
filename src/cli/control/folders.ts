import { dirname, resolve } from 'node:path';
import type { ControlRoom } from './control-room.ts';

/** Folders of our campaigns. */
export function foldersOf({ files }: Pick<ControlRoom, 'files'>): readonly string[] {
  return [...new Set(files.map((file) => dirname(file)))];
}

/** Those of them that have contact rules. */
export async function projectsOf(room: Pick<ControlRoom, 'files' | 'host'>): Promise<readonly string[]> {
  const { files, cwd } = room.host;
  const found: string[] = [];
  for (const folder of foldersOf(room))
    if ((await files.realPath(resolve(cwd, folder, 'contacts.yaml'))) !== undefined) found.push(folder);
  return found;
}
