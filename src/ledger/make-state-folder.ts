import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../platform/write-durably.ts';

/** Makes the folder of state files. They hold whole numbers, and a clone must not take them over: git leaves a new folder alone. */
export function makeStateFolder(folder: string): void {
  const isNew = !existsSync(folder);
  makeFolder(folder, 0o700);
  if (isNew) writeFileSync(join(folder, '.gitignore'), '*\n', { mode: 0o600 });
}
