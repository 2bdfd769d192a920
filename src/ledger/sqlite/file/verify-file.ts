import type { Database } from '../../../platform/sqlite.ts';
import { damaged } from '../../state-trouble.ts';
import { emptyTally, miscounted, readTally } from './tally.ts';
import { verifyRows } from './verify-rows.ts';

/** Throws `damaged` when the file is not as it was written. About 2 s for a million jobs, most of it for the rows' checksums. */
export function verifyWholeFile(database: Database): void {
  // One transaction, as runners may be writing.
  inTransaction(database, () => {
    verify(database);
    verifyJobs(database);
  });
}

/** The same without jobs and contacts: names and counts. */
export function verifyCounts(database: Database): void {
  verify(database, ['head', 'campaign', 'run', 'step', 'tally']);
}

/** The same for who was contacted, and who must not be: all of the file, as a table may have lost its place in it. */
export function verifyContacts(database: Database): void {
  verify(database);
}

/** The same for who was forgotten, in a moment. */
export function verifyTombstones(database: Database): void {
  verify(database, ['tombstone']);
}

/** What `work` reads is of one moment. */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN');
  try {
    return work();
  } finally {
    database.exec('COMMIT');
  }
}

/**
 * Throws `damaged` where pages and rows of these tables, or of all, are not in the order in which SQLite looks for them, or a row is not as
 * its copy says.
 */
function verify(database: Database, tables?: readonly string[]): void {
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

/** Throws `damaged` when a job's row is not as it was written, or a step has another number of them. */
function verifyJobs(database: Database): void {
  const placeOf = (run: unknown, step: unknown): string => `${String(run)} ${String(step)}`;
  const tallies = new Map(
    database
      .prepare('SELECT run, step, counts FROM tally')
      .all()
      .map(({ run, step, counts }) => [placeOf(run, step), readTally(counts).join()]),
  );
  for (const { run, step, tally } of verifyRows(database)) {
    const place = placeOf(run, step);
    if (tallies.get(place) !== tally.join()) throw miscounted();
    tallies.delete(place);
  }
  // A step may have given all its rows to another.
  if ([...tallies.values()].some((tally) => tally !== emptyTally.join())) throw miscounted();
}
