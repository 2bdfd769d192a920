// What reading a state file costs by itself: SQLite verifies its structure and gives each row, and nothing is made of them.
// node state-alone.mjs FILE
import { openDatabase } from '../../dist/src/platform/sql/sqlite.js';

const database = openDatabase(process.argv[2], { readOnly: true });
database.prepare('PRAGMA integrity_check(1)').get();
const rows = database.prepare(
  `SELECT max(position) AS last, group_concat(key || state || coalesce(details, '')) FROM (
     SELECT * FROM job WHERE run = ? AND step = ? AND position > ? ORDER BY position LIMIT 1000)`,
);
for (const { run, step } of database.prepare('SELECT DISTINCT run, step FROM job').all())
  for (let last = 0; last !== null; ) last = rows.get(run, step, last).last;
database.close();
