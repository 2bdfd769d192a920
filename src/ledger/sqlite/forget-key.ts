import type { Database } from '../../platform/sql/sqlite.ts';
import { cleanedJob, cleanRuns, type Forgotten, withoutTexts } from '../forgotten-job.ts';
import { cellsOf, type JobCells, readRecord } from '../job-rows.ts';
import type { StateRefusal } from '../refusal.ts';
import { inFile } from '../sql.ts';
import { opening } from '../state-trouble.ts';
import { isSameDatabase } from '../store-address.ts';
import { lookInFile, prepareToWrite } from './file/state-file.ts';
import { verifyWholeFile } from './file/verify-file.ts';
import { rowText, rowWriter, textOf } from './job-row.ts';

/**
 * Why nobody can be taken out of a file, and of this store, as people read it: where it cannot be read, or its runs are in another store,
 * their records would stay there.
 */
export function whyNobodyForgotten(path: string, store: string | undefined): StateRefusal | undefined {
  return opening(() =>
    lookInFile(path, (database, file): StateRefusal | undefined => {
      if (file.kind === 'newer' || file.kind === 'foreign') return file;
      const moved = file.kind === 'ours' ? database.prepare('SELECT moved_to AS place FROM campaign').all() : [];
      const places = moved.flatMap(({ place }) => (place === null ? [] : String(place)));
      const place = places.find((one) => store === undefined || !isSameDatabase(one, store));
      return place === undefined ? undefined : { kind: 'moved', place };
    }),
  );
}

/**
 * Takes a person out of a file whose locks the caller has. Their jobs stay, under a token and without texts and names, so that sums stay
 * true. Everything of this is on disk when it returns, and no free page has the old bytes. Throws `damaged` before any change.
 */
export function forgetKey(path: string, forgotten: Forgotten): void {
  lookInFile(path, (database, { kind }) => {
    if (kind !== 'ours') return;
    verifyWholeFile(database);
    prepareToWrite(database);
    database.transaction(() => {
      cleanRows(database, forgotten);
      inFile(database, cleanRuns(forgotten.clean));
      // The numbers of everybody whom a person has confirmed: the next run asks again.
      database.exec('DELETE FROM confirmed_people');
    });
    database.exec('VACUUM');
    const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() ?? {};
    // Until then the file has its old pages, and the number in them.
    if (Number(busy) !== 0) throw Object.assign(new Error('somebody reads it'), { code: 'SQLITE_BUSY' });
  });
}

function cleanRows(database: Database, { key, token, clean }: Forgotten): void {
  const writeRows = rowWriter(database);
  // Of others, what has a text: somebody may have written the number there in another notation.
  const rows = database
    .prepare(
      `SELECT job.run, job.step, position, step.name, '[' || ${rowText} || ']' AS cells
       FROM job JOIN step ON step.id = job.step WHERE key = ? OR outputs IS NOT NULL OR details IS NOT NULL`,
    )
    .iterate(key);
  const cleaned: Parameters<typeof writeRows>[] = [];
  for (const row of rows) {
    const [run, step, position] = [Number(row['run']), Number(row['step']), Number(row['position'])];
    const before = readRecord(String(row['name']), JSON.parse(String(row['cells'])) as JobCells);
    const job = before.key === key ? { ...withoutTexts(before), key: token } : cleanedJob(before, clean);
    if (textOf(cellsOf(job)) !== textOf(cellsOf(before)))
      cleaned.push([{ run, step }, [{ position, job, was: before.state }]]);
  }
  database.prepare('UPDATE job SET key = ? WHERE key = ?').run(token, key);
  for (const rowOfStep of cleaned) writeRows(...rowOfStep);
}
