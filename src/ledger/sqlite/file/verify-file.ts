import { type JobState, jobStates } from '../../../job/job.ts';
import { bytesOf, type Database, isText } from '../../../platform/sql/sqlite.ts';
import { damaged } from '../../state-trouble.ts';
import { asNotWritten, emptyTally, miscounted, readTally, rowText, sumOf, type Tally } from '../job-row.ts';
import { createKeyIndex, hashOfKey, highestPosition } from '../read/key-index.ts';

/** Throws `damaged` when the file is not as it was written. About 2 s for a million jobs, most of it for the rows' checksums. */
export function verifyWholeFile(database: Database): void {
  // One transaction, as runners may be writing.
  database.reading(() => {
    verifyTables(database);
    verifyJobs(database);
  });
}

/** What `status` begins with: names and counts. */
export const countTables = ['head', 'campaign', 'run', 'step'];

/**
 * Throws `damaged` where pages and rows of these tables, or of all, are not in the order in which SQLite looks for them, or a row is not as
 * its copy says. Who was contacted is in all of them, as a table may have lost its place in the file.
 */
export function verifyTables(database: Database, tables?: readonly string[]): void {
  // Not `quick_check`: a row that its index does not lead to is as good as lost.
  for (const check of tables?.map((table) => `integrity_check('${table}')`) ?? ['integrity_check(1)']) {
    const found = String(Object.values(database.prepare(`PRAGMA ${check}`).get() ?? {})[0]);
    if (found !== 'ok') throw damaged(foundBy(found));
  }
}

function foundBy(message: string): string {
  const table = /^CHECK constraint failed in (\w+)$/.exec(message)?.[1];
  if (table === undefined) return message.replace(/\s+/g, ' ');
  return `a row of its table ${table} has changed since it was written`;
}

/** Throws `damaged` when a job's row is not as it was written, when a job has two, or a step has another number of them. */
function verifyJobs(database: Database): void {
  const placeOf = (run: unknown, step: unknown): string => `${String(run)} ${String(step)}`;
  const tallies = new Map(
    database
      .prepare('SELECT run, id, counts FROM step')
      .all()
      .map(({ run, id, counts }) => [placeOf(run, id), readTally(counts).join()]),
  );
  const next = database.prepare('SELECT run, step FROM job WHERE (run, step) > (?, ?) ORDER BY run, step LIMIT 1');
  const verifyStep = stepVerifier(database);
  // A flipped bit may have made a number negative.
  let [run, step] = [Number.MIN_SAFE_INTEGER, 0];
  for (let found = next.get(run, step); found !== undefined; found = next.get(run, step)) {
    [run, step] = [Number(found['run']), Number(found['step'])];
    const place = placeOf(run, step);
    if (tallies.get(place) !== verifyStep(run, step).join()) throw miscounted();
    tallies.delete(place);
  }
  // A step may have given all its rows to another.
  if ([...tallies.values()].some((tally) => tally !== emptyTally.join())) throw miscounted();
}

/** To fetch a million rows one by one takes seconds. */
const rowsAtOnce = 1_000;

function stepVerifier(database: Database): (run: number, step: number) => Tally {
  const rowsAfter = database.prepare(
    // As bytes: libsql ends the process if a text is not UTF-8.
    `SELECT CAST(group_concat(position || char(10) || sum || char(10) || text, char(10)) AS BLOB) AS texts, count(*) AS rows
     FROM (SELECT position, sum, ${rowText} AS text FROM job WHERE run = ? AND step = ? AND position > ?
       ORDER BY position LIMIT ${rowsAtOnce})`,
  );
  const hasKey = database.prepare('SELECT 1 FROM job WHERE run = ? AND step = ? AND position = ? AND key = ?');

  return (run, step) => {
    const index = createKeyIndex();
    const tally = [...emptyTally];
    for (let last = 0; ; ) {
      const { texts, rows } = rowsAfter.get(run, step, last)!;
      if (Number(rows) === 0) return tally;
      if (!isText(texts)) throw asNotWritten();
      const lines = bytesOf(texts).toString().split('\n');
      if (lines.length !== 3 * Number(rows)) throw asNotWritten();
      for (let line = 0; line < lines.length; line += 3) {
        const [position, sum, text] = [lines[line]!, lines[line + 1]!, lines[line + 2]!];
        if (sum !== String(sumOf({ run, step }, text))) throw asNotWritten();
        const [, key, , state] = text.split('"', 4) as [string, string, string, JobState];
        tally[jobStates.indexOf(state)]!++;
        const hash = hashOfKey(key);
        if (index.find(hash).some((other) => hasKey.get(run, step, other, key) !== undefined))
          throw damaged('a job has two rows');
        last = Number(position);
        if (last > highestPosition) throw asNotWritten();
        index.add(hash, last);
      }
    }
  };
}
