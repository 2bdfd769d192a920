import { closeSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Files, Instant } from '../platform/ports.ts';
import { makeFolder } from '../platform/write-durably.ts';
import { createLineWriter, temporaryName } from './lines/line-writer.ts';
import {
  asJson,
  expired,
  findSnapshot,
  isNewer,
  isReplacement,
  latestRead,
  type Pins,
  type SnapshotFolder,
  type SnapshotRecord,
  type SnapshotUse,
} from './snapshot-folder.ts';

/** Where the machines that share a store keep the snapshots of a campaign. */
export interface SharedSnapshots {
  readonly location: string;
  /** JSON of each whose rows are all there, and of which of them each run uses. */
  list(): Promise<{ readonly records: readonly unknown[]; readonly uses: ReadonlyMap<string, unknown> }>;
  /** Calls back with the rows, one part after another. */
  read(name: SnapshotName, onPart: (bytes: Uint8Array) => void): Promise<void>;
  /** Rows that are there already are not written again. */
  write(name: SnapshotName, record: object, parts: Iterable<Uint8Array>): Promise<void>;
  use(run: string, pins: object): Promise<void>;
  remove(names: readonly SnapshotName[]): Promise<void>;
}

export type SnapshotName = Pick<SnapshotRecord, 'audience' | 'digest'>;

const partBytes = 4 * 1024 * 1024;

/**
 * Brings the snapshots that the run uses, and the latest of each audience, into the folder of this machine. Which ones a run uses is
 * what the store says, and what has a person who was forgotten there is deleted here. Returns the audiences whose rows are damaged there.
 */
export async function fetchSnapshots(
  shared: SharedSnapshots,
  folder: SnapshotFolder,
  {
    audiences,
    run,
    files,
  }: { readonly audiences: readonly string[]; readonly run: string | undefined; readonly files: Files },
): Promise<readonly string[]> {
  const { records, uses } = await shared.list();
  const pins = run === undefined ? undefined : (uses.get(run) as Pins | undefined);
  const damaged: string[] = [];
  for (const audience of audiences) {
    const known = folder.records(audience).filter((own) => {
      if (!recordsOf(records, audience).some((record) => isReplacement(record, own))) return true;
      rmSync(folder.recordPath(own), { force: true });
      rmSync(folder.rowsPath(own), { force: true });
      return false;
    });
    for (const record of wantedOf(recordsOf(records, audience), pins?.snapshots[audience])) {
      const own = known.find(({ digest }) => digest === record.digest);
      if (own !== undefined && !isNewer(record, own)) continue;
      makeFolder(folder.path, 0o700);
      if (own === undefined && !(await fetchRows(shared, folder, record))) damaged.push(audience);
      else await files.writeAtomically(folder.recordPath(record), asJson(record));
    }
  }
  if (run !== undefined && pins !== undefined && asJson(folder.pins(run) ?? {}) !== asJson(pins)) {
    makeFolder(dirname(folder.pinsPath(run)), 0o700);
    await files.writeAtomically(folder.pinsPath(run), asJson(pins));
  }
  return damaged;
}

/** Those that a choice may come to. */
function wantedOf(records: readonly SnapshotRecord[], pin: string | undefined): readonly SnapshotRecord[] {
  const latest = latestRead(records);
  const base = pin === undefined ? undefined : findSnapshot(records, pin);
  return records.filter(
    (one) =>
      one === base ||
      one === latest ||
      (one.joinedFrom?.[0] === base?.digest && one.joinedFrom?.[1] === latest?.digest),
  );
}

async function fetchRows(shared: SharedSnapshots, folder: SnapshotFolder, record: SnapshotRecord): Promise<boolean> {
  const writer = createLineWriter(temporaryName(folder.rowsPath(record)));
  try {
    await shared.read(record, writer.write);
    if ((await writer.finish()) !== record.digest) return false;
    renameSync(writer.temporary, folder.rowsPath(record));
    return true;
  } finally {
    writer.discard();
  }
}

/** Puts these snapshots where every machine finds them. */
export async function shareSnapshots(
  shared: SharedSnapshots,
  folder: SnapshotFolder,
  snapshots: readonly SnapshotRecord[],
): Promise<void> {
  const { records } = await shared.list();
  for (const record of snapshots) {
    const there = recordsOf(records, record.audience);
    if (there.some((one) => isReplacement(one, record))) continue;
    const theirs = there.find(({ digest }) => digest === record.digest);
    if (theirs === undefined || isNewer(record, theirs))
      await shared.write(record, record, partsOf(folder.rowsPath(record)));
  }
}

/** Records for every machine which snapshots a run uses from now on. */
export async function shareUse(
  shared: SharedSnapshots,
  folder: SnapshotFolder,
  { run, now, snapshots }: SnapshotUse,
): Promise<void> {
  const records = Object.entries(snapshots).flatMap(([audience, digest]) =>
    folder.records(audience).filter((record) => record.digest === digest),
  );
  await shareSnapshots(shared, folder, records);
  await shared.use(run, { usedAt: now, snapshots });
}

/** Removes what has been kept there long enough. */
export async function sweepShared(
  shared: SharedSnapshots,
  {
    audience,
    keepForMs,
    now,
  }: { readonly audience: string; readonly keepForMs: number | undefined; readonly now: Instant },
): Promise<void> {
  if (keepForMs === undefined) return;
  const { records, uses } = await shared.list();
  const pins = [...uses.values()] as readonly Pins[];
  const old = expired(recordsOf(records, audience), pins, keepForMs, now);
  if (old.length > 0) await shared.remove(old);
}

function recordsOf(records: readonly unknown[], audience: string): readonly SnapshotRecord[] {
  return (records as readonly SnapshotRecord[])
    .filter((record) => record.version === 1 && record.audience === audience)
    .sort((a, b) => b.takenAt - a.takenAt);
}

/** Of rows, as a store gets them. */
export function* partsOf(path: string): Iterable<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const part = Buffer.allocUnsafe(partBytes);
      const read = readSync(file, part, 0, part.length, null);
      if (read === 0) return;
      yield part.subarray(0, read);
    }
  } finally {
    closeSync(file);
  }
}
