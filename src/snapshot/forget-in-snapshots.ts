import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openSnapshotFolder, type Pins, type SnapshotRecord } from './snapshot-folder.ts';

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
    for (const name of readdirSync(folder.path)) {
      const path = join(folder.path, name);
      if (name.endsWith('.tmp')) rmSync(path, { force: true });
      else if (name.endsWith('.jsonl')) forgetInRows(folder, path, person);
    }
  }
}

function forgetInRows(folder: ReturnType<typeof openSnapshotFolder>, path: string, person: ForgottenPerson): void {
  const text = readFileSync(path, 'utf8');
  if (!person.isIn(text)) return;
  const recordPath = path.replace(/l$/, '');
  const record = existsSync(recordPath) ? (JSON.parse(readFileSync(recordPath, 'utf8')) as SnapshotRecord) : undefined;
  if (record !== undefined) {
    const lines = text.split('\n');
    const kept = lines.flatMap((line) => cleanLine(line, person));
    const rows = kept.join('\n');
    const digest = createHash('sha256').update(rows).digest('hex');
    const cleaned: SnapshotRecord = { ...record, digest, recipients: record.recipients - (lines.length - kept.length) };
    replaceFile(folder.rowsPath(cleaned), rows);
    replaceFile(folder.recordPath(cleaned), `${JSON.stringify(cleaned, null, 2)}\n`);
    const runs = join(folder.path, 'runs');
    for (const name of existsSync(runs) ? readdirSync(runs) : []) {
      const pins = JSON.parse(readFileSync(join(runs, name), 'utf8')) as Pins;
      if (pins.snapshots[record.audience] !== record.digest) continue;
      const snapshots = { ...pins.snapshots, [record.audience]: digest };
      replaceFile(join(runs, name), `${JSON.stringify({ ...pins, snapshots }, null, 2)}\n`);
    }
    rmSync(recordPath);
  }
  rmSync(path);
}

/** Their own row goes; the key is the first value of a row. */
function cleanLine(line: string, person: ForgottenPerson): readonly string[] {
  if (line === '' || !person.isIn(line)) return [line];
  const [key] = Object.values(JSON.parse(line) as object) as unknown[];
  return person.isKey(key) ? [] : [person.clean(line)];
}

function replaceFile(path: string, content: string): void {
  const temporary = join(path, '..', `.${basename(path)}.forget.tmp`);
  writeFileSync(temporary, content, { mode: 0o600, flush: true });
  renameSync(temporary, path);
}
