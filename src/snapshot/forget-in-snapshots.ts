import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cleanedJson } from '../diagnostic/cleaned-json.ts';
import { writeDurably } from '../platform/write-durably.ts';
import { keyColumnOf } from './compare-snapshots.ts';
import {
  asJson,
  isNewer,
  namesIn,
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
 * runs that use it are given; the old one goes last. Done again, it makes the same files. Returns those that take the place of others.
 */
export function forgetInSnapshots(state: string, person: ForgottenPerson): readonly string[] {
  const root = join(state, 'snapshots');
  if (!existsSync(root)) return [];
  const rewritten = new Set<string>();
  const campaigns = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name: campaign } of campaigns) {
    const folder = openSnapshotFolder(state, campaign);
    for (const place of [folder.path, join(folder.path, 'runs')])
      for (const name of namesIn(place)) if (name.endsWith('.tmp')) rmSync(join(place, name), { force: true });
    const rows = namesIn(folder.path).filter((name) => name.endsWith('.jsonl'));
    // One that was joined first: whom it kept is found by comparing it with what was read, as it was.
    const isJoined = (name: string): boolean => recordOf(join(folder.path, name))?.joined === true;
    const [joined, read] = [rows.filter(isJoined), rows.filter((name) => !isJoined(name))];
    for (const name of [...joined, ...read]) {
      const path = forgetInRows(folder, join(folder.path, name), person);
      if (path !== undefined) rewritten.add(path);
    }
  }
  return [...rewritten];
}

function recordOf(rows: string): SnapshotRecord | undefined {
  return readJson(recordPathOf(rows)) as SnapshotRecord | undefined;
}

function recordPathOf(rows: string): string {
  return rows.replace(/l$/, '');
}

/** Returns the rows without the person. Those whose record is gone or damaged are used by no command: they go altogether. */
function forgetInRows(folder: SnapshotFolder, path: string, person: ForgottenPerson): string | undefined {
  const text = readFileSync(path, 'utf8');
  if (!person.isIn(text)) return undefined;
  const known = recordOf(path);
  let rewritten: string | undefined;
  if (known !== undefined) {
    // Of snapshots that are named differently from now on.
    const { joinedFrom: _, ...record } = known;
    const keyColumn = keyColumnOf(path);
    const lines = text.split('\n');
    const kept = lines.flatMap((line) => cleanLine(line, keyColumn, person));
    const rows = kept.join('\n');
    const digest = createHash('sha256').update(rows).digest('hex');
    const recipients = record.recipients - (lines.length - kept.length);
    const cleaned: SnapshotRecord = { ...record, digest, recipients, ...keptOf(folder, known, recipients, person) };
    rewritten = folder.rowsPath(cleaned);
    writeDurably(rewritten, rows);
    const other = readJson(folder.recordPath(cleaned)) as SnapshotRecord | undefined;
    // Without this person two snapshots may be the same: what was read from the source, and later, is what counts.
    const counts = other === undefined || isNewer(cleaned, other) ? cleaned : other;
    const replaces = [...new Set([...(record.replaces ?? []), ...(other?.replaces ?? []), record.digest])];
    writeDurably(folder.recordPath(cleaned), asJson({ ...counts, replaces }));
    const runs = join(folder.path, 'runs');
    for (const name of namesIn(runs)) {
      const pins = readJson(join(runs, name)) as Pins | undefined;
      if (pins?.snapshots[record.audience] !== record.digest) continue;
      const snapshots = { ...pins.snapshots, [record.audience]: digest };
      writeDurably(join(runs, name), asJson({ ...pins, snapshots }));
    }
  }
  rmSync(recordPathOf(path), { force: true });
  rmSync(path);
  return rewritten;
}

/** How many of these recipients had left the source, without the person. What was read may be deleted by now: then nobody knows. */
function keptOf(
  folder: SnapshotFolder,
  { audience, kept, joinedFrom, takenAt }: SnapshotRecord,
  recipients: number,
  person: ForgottenPerson,
): Pick<SnapshotRecord, 'kept'> {
  if (kept === undefined) return {};
  const read = folder
    .records(audience)
    .find(({ joined, digest, ...one }) => !joined && (digest === joinedFrom?.[1] || one.takenAt === takenAt));
  if (read === undefined) return { kept: Math.min(kept, recipients) };
  const path = folder.rowsPath(read);
  const keyColumn = keyColumnOf(path);
  const isPerson = (line: string): boolean => cleanLine(line, keyColumn, person).length === 0;
  const theirs = readFileSync(path, 'utf8').split('\n').filter(isPerson).length;
  return { kept: recipients - (read.recipients - theirs) };
}

/** Their own row goes. */
function cleanLine(line: string, keyColumn: string | undefined, person: ForgottenPerson): readonly string[] {
  if (line === '' || !person.isIn(line)) return [line];
  const row = JSON.parse(line) as Readonly<Record<string, unknown>>;
  return keyColumn !== undefined && person.isKey(row[keyColumn]) ? [] : [cleanedJson(line, person.clean)];
}
