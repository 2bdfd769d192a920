import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openSnapshotStore, type SnapshotStore } from '../ledger/snapshot-store.ts';
import { type ForgottenPerson, forgetInSnapshots } from '../snapshot/forget-in-snapshots.ts';
import { partsOf } from '../snapshot/shared-snapshots.ts';
import {
  openSnapshotFolder,
  type Pins,
  type SnapshotFolder,
  type SnapshotRecord,
} from '../snapshot/snapshot-folder.ts';

/** Takes a person out of the snapshots of these campaigns in a store: in a folder that is gone afterwards, and as in any state folder. */
export async function forgetInSharedSnapshots(
  url: string,
  campaigns: readonly string[],
  person: ForgottenPerson,
  stateFolder: string,
): Promise<void> {
  // In the project: what a killed process leaves is searched and removed there by the next one.
  const state = join(stateFolder, 'forgetting');
  const clear = (): void => rmSync(state, { recursive: true, force: true });
  clear();
  for (const campaign of campaigns) {
    const store = await openSnapshotStore(url, campaign, { mayMake: false });
    if (store === undefined) continue;
    try {
      await forgetInCampaign(store, openSnapshotFolder(state, campaign), () => forgetInSnapshots(state, person));
    } finally {
      clear();
      await store.close();
    }
  }
}

async function forgetInCampaign(store: SnapshotStore, folder: SnapshotFolder, forget: () => void): Promise<void> {
  const before = (await store.list()).records as readonly SnapshotRecord[];
  mkdirSync(folder.path, { recursive: true, mode: 0o700 });
  for (const record of before) {
    const rows = folder.rowsPath(record);
    writeFileSync(rows, '', { mode: 0o600 });
    await store.read(record, (bytes) => appendFileSync(rows, bytes));
    writeFileSync(folder.recordPath(record), JSON.stringify(record));
  }
  forget();
  const after = [...new Set(before.map(({ audience }) => audience))].flatMap(folder.records);
  const isIn = (all: readonly SnapshotRecord[], { audience, digest }: SnapshotRecord): boolean =>
    all.some((one) => one.audience === audience && one.digest === digest);
  const gone = before.filter((record) => !isIn(after, record));
  // The new ones, then what uses them; the old ones last: done again, it makes the same.
  for (const record of after)
    if (!before.some((one) => isDeepStrictEqual(one, record)))
      await store.write(record, record, partsOf(folder.rowsPath(record)));
  while (await giveNewNames(store, gone, after));
  await store.remove(gone);
}

/** To the runs that use a snapshot of these. Another machine may have begun one meanwhile: false when there is none any more. */
async function giveNewNames(
  store: SnapshotStore,
  gone: readonly SnapshotRecord[],
  after: readonly SnapshotRecord[],
): Promise<boolean> {
  let isAny = false;
  for (const [run, pins] of (await store.list()).uses as ReadonlyMap<string, Pins>) {
    const snapshots = { ...pins.snapshots };
    for (const old of gone) {
      const now = after.find(({ audience, replaces }) => audience === old.audience && replaces?.includes(old.digest));
      if (now !== undefined && snapshots[old.audience] === old.digest) snapshots[old.audience] = now.digest;
    }
    if (isDeepStrictEqual(snapshots, pins.snapshots)) continue;
    isAny = true;
    await store.use(run, { ...pins, snapshots });
  }
  return isAny;
}
