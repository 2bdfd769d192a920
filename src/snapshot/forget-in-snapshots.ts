import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { keyColumnOf } from './compare-snapshots.ts';
import {
  openSnapshotFolder,
  type Pins,
  readJson,
  type SnapshotFolder,
  type SnapshotRecord,
} from './snapshot-folder.ts';

/** The person, and what is made of rows of others that name them. */
export interface ForgottenPerson {
  isKey(value: unknown): boolean;
  isIn(text: string): boolean;
  clean(text: string): string;
}

/**
 * Takes a person out of the snapshots of a state folder. A snapshot is named by the digest of its rows, so it gets a new name, which the
 * runs that use it are given; the old one goes last. Done again, it makes the same files.
 */
export function forgetInSnapshots(state: string, person: ForgottenPerson): void {
  const root = join(state, 'snapshots');
  if (!existsSync(root)) return;
  const campaigns = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name: campaign } of campaigns) {
    const folder = openSnapshotFolder(state, campaign);
    for (const place of [folder.path, join(folder.path, 'runs')])
      for (const name of namesIn(place)) if (name.endsWith('.tmp')) rmSync(join(place, name), { force: true });
    for (const name of namesIn(folder.path))
      if (name.endsWith('.jsonl')) forgetInRows(folder, join(folder.path, name), person);
  }
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Rows whose record is gone or damaged are used by no command: they go altogether. */
function forgetInRows(folder: SnapshotFolder, path: string, person: ForgottenPerson): void {
  const text = readFileSync(path, 'utf8');
  if (!person.isIn(text)) return;
  const recordPath = path.replace(/l$/, '');
  const known = readJson(recordPath) as SnapshotRecord | undefined;
  if (known !== undefined) {
    // Of snapshots that are named differently from now on.
    const { joinedFrom: _, ...record } = known;
    const keyColumn = keyColumnOf(path);
    const lines = text.split('\n');
    const kept = lines.flatMap((line) => cleanLine(line, keyColumn, person));
    const rows = kept.join('\n');
    const digest = createHash('sha256').update(rows).digest('hex');
    const cleaned: SnapshotRecord = { ...record, digest, recipients: record.recipients - (lines.length - kept.length) };
    replaceFile(folder.rowsPath(cleaned), rows);
    const other = readJson(folder.recordPath(cleaned)) as SnapshotRecord | undefined;
    // Without this person two snapshots may be the same: what was read from the source, and later, is what counts.
    if (other === undefined || isBefore(other, cleaned))
      replaceFile(folder.recordPath(cleaned), `${JSON.stringify(cleaned, null, 2)}\n`);
    const runs = join(folder.path, 'runs');
    for (const name of namesIn(runs)) {
      const pins = readJson(join(runs, name)) as Pins | undefined;
      if (pins?.snapshots[record.audience] !== record.digest) continue;
      const snapshots = { ...pins.snapshots, [record.audience]: digest };
      replaceFile(join(runs, name), `${JSON.stringify({ ...pins, snapshots }, null, 2)}\n`);
    }
  }
  rmSync(recordPath, { force: true });
  rmSync(path);
}

function isBefore(one: SnapshotRecord, other: SnapshotRecord): boolean {
  if (one.joined !== other.joined) return one.joined === true;
  return one.takenAt < other.takenAt;
}

/** Their own row goes. */
function cleanLine(line: string, keyColumn: string | undefined, person: ForgottenPerson): readonly string[] {
  if (line === '' || !person.isIn(line)) return [line];
  const row = JSON.parse(line) as Readonly<Record<string, unknown>>;
  return keyColumn !== undefined && person.isKey(row[keyColumn]) ? [] : [person.clean(line)];
}

function replaceFile(path: string, content: string): void {
  const temporary = join(path, '..', `.${basename(path)}.forget.tmp`);
  writeFileSync(temporary, content, { mode: 0o600, flush: true });
  renameSync(temporary, path);
}
