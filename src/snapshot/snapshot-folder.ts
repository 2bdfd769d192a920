import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Snapshot, SnapshotDifference } from '../campaign/sources/source.ts';
import type { Instant } from '../platform/ports.ts';

/** What is known of a snapshot, in a file beside its rows. Neither has a name before it is whole. */
export interface SnapshotRecord
  extends Pick<Snapshot, 'digest' | 'takenAt' | 'source' | 'rows' | 'unreadable' | 'recipients'> {
  readonly version: 1;
  readonly audience: string;
  /** Of everything that says which rows and columns these are. */
  readonly definition: string;
  /** Of these, people of an earlier snapshot who have left the source. */
  readonly kept?: number;
  readonly since?: SnapshotDifference;
  /** Made of two snapshots for a run, not read from the source. */
  readonly joined?: true;
  /** Of which two: the digests of the one with which the run began, and of the one with the newcomers. Absent once somebody was forgotten. */
  readonly joinedFrom?: readonly [base: string, latest: string];
  /** The digests of the same snapshot before people were forgotten. */
  readonly replaces?: readonly string[];
}

/** Whether this one was made of the other when a person was forgotten. The same rows may have been read from the source again since. */
export function isReplacement(
  { audience, replaces, takenAt }: SnapshotRecord,
  other: Pick<SnapshotRecord, 'audience' | 'digest' | 'takenAt'>,
): boolean {
  return audience === other.audience && replaces?.includes(other.digest) === true && other.takenAt <= takenAt;
}

/**
 * The snapshot with this digest, or what it became when people were forgotten: a run may record that it uses it at that very moment.
 */
export function findSnapshot(records: readonly SnapshotRecord[], digest: string): SnapshotRecord | undefined {
  return records.find((one) => one.digest === digest) ?? records.find(({ replaces }) => replaces?.includes(digest));
}

/** The snapshots that a run uses, by audience. */
export interface Pins {
  readonly usedAt: Instant;
  readonly snapshots: Readonly<Record<string, string>>;
}

/** What a run uses from now on. */
export interface SnapshotUse extends Pick<Pins, 'snapshots'> {
  /** Name of the run's pins. */
  readonly run: string;
  readonly now: Instant;
}

/** The latest snapshot that was read from the source; one that was made for a run has the time of another. */
export function latestRead(records: readonly SnapshotRecord[]): SnapshotRecord | undefined {
  return records.find(({ joined }) => joined === undefined);
}

/** The same rows, read from the source once more, or for the first time: what was read is more than what was joined. */
export function isNewer(record: SnapshotRecord, than: SnapshotRecord): boolean {
  if (record.joined !== than.joined) return than.joined === true;
  return record.takenAt > than.takenAt;
}

/** What has been kept long enough, is not the latest, and was used by no run meanwhile. */
export function expired(
  records: readonly SnapshotRecord[],
  pins: readonly Pins[],
  keepForMs: number,
  now: Instant,
): readonly SnapshotRecord[] {
  const used = pins
    .filter(({ usedAt }) => now - usedAt <= keepForMs)
    .flatMap(({ snapshots }) => Object.values(snapshots))
    .map((digest) => findSnapshot(records, digest));
  const latest = latestRead(records);
  return records.filter((record) => now - record.takenAt > keepForMs && record !== latest && !used.includes(record));
}

const digestDigits = 12;
/** A process may still be writing a younger file. */
const leftoverMs = 24 * 60 * 60 * 1000;

/** The snapshots of one campaign, and which of them its runs use. */
export function openSnapshotFolder(state: string, campaign: string) {
  const path = join(state, 'snapshots', campaign);
  const runs = join(path, 'runs');
  const stem = ({ audience, digest }: Pick<SnapshotRecord, 'audience' | 'digest'>): string =>
    join(path, `${audience}-${digest.slice(0, digestDigits)}`);
  const rowsPath = (record: Pick<SnapshotRecord, 'audience' | 'digest'>): string => `${stem(record)}.jsonl`;
  const recordPath = (record: Pick<SnapshotRecord, 'audience' | 'digest'>): string => `${stem(record)}.json`;

  function records(audience: string): readonly SnapshotRecord[] {
    return namesIn(path)
      .filter((name) => name.startsWith(`${audience}-`) && /^[0-9a-f]{12}\.json$/.test(name.slice(audience.length + 1)))
      .map((name) => readJson(join(path, name)) as SnapshotRecord | undefined)
      .filter((record) => record !== undefined && record.version === 1 && existsSync(rowsPath(record)))
      .map((record) => record!)
      .sort((a, b) => b.takenAt - a.takenAt);
  }

  return {
    path,
    /** Of an audience, the latest first, without those whose rows are gone. */
    records,
    rowsPath,
    recordPath,
    pins: (run: string): Pins | undefined => readJson(join(runs, `${run}.json`)) as Pins | undefined,
    pinsPath: (run: string): string => join(runs, `${run}.json`),
    /** Removes what has been kept long enough, is not the latest, and is used by no run; and what dead processes have left. */
    sweep(audience: string, keepForMs: number | undefined, now: Instant): void {
      for (const name of namesIn(path)) {
        const file = join(path, name);
        if (name.endsWith('.tmp') && now - modifiedAt(file, now) > leftoverMs) rmSync(file, { force: true });
      }
      if (keepForMs === undefined) return;
      const pins = namesIn(runs).flatMap((name) => (readJson(join(runs, name)) as Pins | undefined) ?? []);
      for (const record of expired(records(audience), pins, keepForMs, now)) {
        // The record first: rows without one do not count.
        rmSync(recordPath(record), { force: true });
        rmSync(rowsPath(record), { force: true });
      }
    },
  };
}

export type SnapshotFolder = ReturnType<typeof openSnapshotFolder>;

export function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function modifiedAt(file: string, otherwise: number): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? otherwise;
}

/** Undefined where there is no such file, or where it is damaged. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** As its records are written. */
export function asJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
