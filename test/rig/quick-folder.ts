import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** For temporary files: in memory where there is room, as the suite makes thousands of commits, each of which would wait for the disk. */
export function quickFolder(): string {
  const inMemory = '/dev/shm';
  const isRoomy = existsSync(inMemory) && Number(statfsSync(inMemory, { bigint: true }).bavail) * 4096 > 2 ** 32;
  return isRoomy ? inMemory : tmpdir();
}
