import type { Database } from '../../../platform/sqlite.ts';
import { intentsSum } from '../read/intents.ts';
import { type RowFinder, rowFinders } from '../read/row-finder.ts';
import { verifyIntents } from './checksum.ts';
import { tallyText } from './tally.ts';
import { verifyRows } from './verify-rows.ts';

/**
 * Brings the rows of a file of version 3, which were in the order of their keys, into the form of version 4. Throws `damaged` when one is
 * not as it was written.
 */
export function rowsInOrder(database: Database): void {
  verifyIntents(database);
  database.exec(
    `INSERT INTO job (run, step, position, key, record)
       SELECT run, step, row_number() OVER (PARTITION BY run, step ORDER BY key), key, record FROM job_before;
     DROP TABLE job_before`,
  );
  const put = database.prepare('INSERT INTO tally (run, step, counts) VALUES (?, ?, ?)');
  for (const { run, step, tally } of verifyRows(database)) put.run(run, step, tallyText({ run, step }, tally));
  placeIntents(database);
}

type EntryBefore = [run: number, step: number, key: string, ...rest: unknown[]];

/** An entry of the list says now where the job's row is, after its key. */
function placeIntents(database: Database): void {
  const head = database.prepare('SELECT seq, intents FROM head').get();
  const finders = new Map<string, RowFinder>();
  const entries = (JSON.parse(String(head?.['intents'])) as EntryBefore[]).map(([run, step, key, ...rest]) => {
    const place = `${run} ${step}`;
    const known = finders.get(place);
    const finder = known ?? rowFinders(database, run)(step);
    if (known === undefined) finder.catchUp();
    finders.set(place, finder);
    return [run, step, key, finder.find('', key)?.position ?? 0, ...rest];
  });
  const intents = JSON.stringify(entries);
  database
    .prepare('UPDATE head SET intents = ?, intents_sum = ?')
    .run(intents, intentsSum(Number(head?.['seq']), intents));
}
