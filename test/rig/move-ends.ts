import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { createFileBackend } from '../../src/ledger/file-backend.ts';
import type { MoveInput } from '../../src/ledger/move-ledger.ts';
import { statePaths } from '../../src/ledger/state-paths.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { newDatabase } from './postgres/database.ts';
import { about, me } from './state-backends.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-move-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let places = 0;

/** A campaign's state file and a database, both empty, as one machine sees them. */
export async function moveEnds() {
  const own = join(folder, String(++places));
  const paths = statePaths({ folder: join(own, 'state'), campaign: 'trial', sandbox: false });
  const url = await newDatabase();
  return {
    file: (rollbackGuard?: string) => createFileBackend({ paths, rollbackGuard }),
    store: (rollbackGuard?: string) => createStoreBackend({ url, rollbackGuard }),
    guard: join(own, 'guard'),
    where: { file: `here:${paths.database}`, store: createStoreBackend({ url }).location },
  };
}

export type MoveEnds = Awaited<ReturnType<typeof moveEnds>>;
export type MovePlace = 'file' | 'store';

export const otherPlace = (place: MovePlace): MovePlace => (place === 'file' ? 'store' : 'file');

export const moveInput = (both: MoveEnds, from: MovePlace): MoveInput => ({
  from: both[from](both.guard),
  to: both[otherPlace(from)](both.guard),
  places: { from: both.where[from], to: both.where[otherPlace(from)] },
  about,
  me,
  adopt: false,
});
