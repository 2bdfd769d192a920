import type { Database, SqlValue } from '../../platform/sqlite.ts';
import type { Refused } from '../backend.ts';
import { cleanedJob, cleanedLog, type Forgotten, withoutTexts } from '../forget/forgotten-job.ts';
import type { StateRefusal } from '../refusal.ts';
import type { Approval } from '../signed/approval.ts';
import type { DecisionGroup } from '../signed/decision-log.ts';
import { openStateFile, prepareToWrite, recogniseFile } from './file/state-file.ts';
import { verifyWholeFile } from './file/verify-file.ts';
import { refusingTrouble } from './open/refusing-trouble.ts';
import { jobRecord, type RowRecord, recordText } from './read/job-row.ts';

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
  // Of others, what has a text: somebody may have written the number there in another notation.
  const rows = database
    .prepare(
      `SELECT job.run, job.step, position, key, record, step.name FROM job JOIN step ON step.id = job.step
       WHERE key = ? OR record ->> '$[7]' IS NOT NULL OR record ->> '$[8]' IS NOT NULL`,
    )
    .iterate(key);
  const cleaned: (readonly SqlValue[])[] = [];
  for (const row of rows) {
    const [run, step, record] = [Number(row['run']), Number(row['step']), String(row['record'])];
    const isTheirs = row['key'] === key;
    const job = jobRecord(String(row['name']), String(row['key']), JSON.parse(record) as RowRecord);
    const own = isTheirs ? token : String(row['key']);
    const text = recordText({ run, step, key: own }, isTheirs ? withoutTexts(job) : cleanedJob(job, clean));
    if (text !== record) cleaned.push([run, step, Number(row['position']), own, text]);
  }
  const put = database.prepare('UPDATE job SET key = ?4, record = ?5 WHERE run = ?1 AND step = ?2 AND position = ?3');
  for (const values of cleaned) put.run(...values);
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
