import type { Database } from '../../platform/sqlite.ts';
import type { Refused } from '../backend.ts';
import { cleanedJob, cleanedLog, type Forgotten, withoutTexts } from '../forget/forgotten-job.ts';
import { type JobCells, readRecord } from '../job-rows.ts';
import type { StateRefusal } from '../refusal.ts';
import type { Approval } from '../signed/approval.ts';
import type { DecisionGroup } from '../signed/decision-log.ts';
import { openStateFile, prepareToWrite, recogniseFile } from './file/state-file.ts';
import { verifyWholeFile } from './file/verify-file.ts';
import { refusingTrouble } from './open/refusing-trouble.ts';
import { rowText, textOf } from './read/job-row.ts';
import { rowWriter } from './write/row-writer.ts';

/** Why nobody can be taken out of a file: where it cannot be read, their records would stay in it. */
export function whyUnreadable(path: string): StateRefusal | undefined {
  const found = refusingTrouble((): Refused | undefined => {
    const database = openStateFile(path, { existing: true });
    try {
      const file = recogniseFile(database);
      return file.kind === 'newer' || file.kind === 'foreign' ? { refused: file } : undefined;
    } finally {
      database.close();
    }
  });
  return found?.refused;
}

/**
 * Takes a person out of a file whose locks the caller has. Their jobs stay, under a token and without texts and names, so that sums stay
 * true. Everything of this is on disk when it returns, and no free page has the old bytes. Throws `damaged` before any change.
 */
export function forgetKey(path: string, forgotten: Forgotten): void {
  const database = openStateFile(path, { existing: true });
  try {
    if (recogniseFile(database).kind !== 'ours') return;
    verifyWholeFile(database);
    prepareToWrite(database);
    database.transaction(() => {
      cleanRows(database, forgotten);
      cleanComments(database, forgotten);
      // The numbers of everybody whom a person has confirmed: the next run asks again.
      database.exec('DELETE FROM confirmed_people');
    });
    database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

function cleanRows(database: Database, { key, token, clean }: Forgotten): void {
  const writeRows = rowWriter(database);
  // Of others, what has a text: somebody may have written the number there in another notation.
  const rows = database
    .prepare(
      `SELECT job.run, job.step, position, step.name, '[' || ${rowText} || ']' AS cells
       FROM job JOIN step ON step.id = job.step WHERE key = ? OR details IS NOT NULL`,
    )
    .iterate(key);
  const cleaned: Parameters<typeof writeRows>[] = [];
  for (const row of rows) {
    const [run, step, position] = [Number(row['run']), Number(row['step']), Number(row['position'])];
    const before = readRecord(String(row['name']), JSON.parse(String(row['cells'])) as JobCells);
    const job = before.key === key ? { ...withoutTexts(before), key: token } : cleanedJob(before, clean);
    if (textOf(job) !== textOf(before)) cleaned.push([run, [{ step, rows: [{ position, job, was: before.state }] }]]);
  }
  database.prepare('UPDATE job SET key = ? WHERE key = ?').run(token, key);
  for (const rowsOfStep of cleaned) writeRows(...rowsOfStep);
}

/** Of approvals and decisions. */
function cleanComments(database: Database, { clean }: Forgotten): void {
  for (const log of ['approvals', 'decided']) {
    const put = database.prepare(`UPDATE run SET ${log} = ? WHERE id = ?`);
    for (const row of database.prepare(`SELECT id, ${log} AS log FROM run WHERE ${log} IS NOT NULL`).all()) {
      const entries = JSON.parse(String(row['log'])) as readonly (Approval | DecisionGroup)[];
      put.run(JSON.stringify(cleanedLog(entries, clean)), Number(row['id']));
    }
  }
}
