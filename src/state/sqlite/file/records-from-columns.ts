import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import type { JobRecord, Outputs } from '../../../job/job.ts';
import type { Database, Row, SqlValue } from '../../../platform/sqlite.ts';
import { clearIntents } from '../read/intents.ts';
import { recordText, stateOf } from '../read/job-row.ts';
import { asNotWritten } from './verify-rows.ts';

/**
 * Brings the rows of a file of version 1 or 2, which had a column for each value, into the form of version 3. Throws `damaged` when
 * one is not as it was written, as far as the sums of version 2 tell.
 */
export function recordsFromColumns(database: Database, version: number): void {
  const put = database.prepare('INSERT INTO job (run, step, key, record) VALUES (?, ?, ?, ?)');
  const isText = (column: string): string => `CAST(${column} AS BLOB) AS ${column}`;
  const rows = database.prepare(`SELECT *, ${texts.map(isText).join()} FROM job_before`);
  for (const row of rows.iterate()) {
    if (numbers.some((column) => typeof (row[column] ?? 0) !== 'number')) throw asNotWritten();
    const [run, step, state] = [Number(row['run']), Number(row['step']), Number(row['state'])];
    const [key = '', code, reason, naturalKey, requestHash, outputs] = texts.map((column) => textOf(row[column]));
    if (version === 2) {
      const sum = crc32(`${run}\n${step}\n${state}\n${key}`);
      const outputsSum = outputs === undefined ? null : crc32(outputs);
      if (row['sum'] !== sum || row['outputs_sum'] !== outputsSum) throw asNotWritten();
    }
    const job: JobRecord = {
      step: '',
      state: stateOf(state),
      attempts: Number(row['attempts']),
      ...instants(row),
      ...(row['doubtful'] === 1 ? { doubtful: true } : {}),
      ...(code === undefined ? {} : { code }),
      ...(reason === undefined ? {} : { reason }),
      ...(naturalKey === undefined ? {} : { naturalKey }),
      ...(requestHash === undefined ? {} : { requestHash }),
      ...(outputs === undefined ? {} : { outputs: JSON.parse(outputs) as Outputs }),
    };
    put.run(run, step, key, recordText({ run, step, key }, job));
  }
  database.exec('DROP TABLE job_before');
  clearIntents(database);
}

const texts = ['key', 'code', 'reason', 'natural_key', 'request_hash', 'outputs'];
const numbers = ['run', 'step', 'state', 'attempts', 'doubtful', 'first_at', 'at', 'settled_at', 'not_before'];

/** As bytes: libsql ends the process if a text is not UTF-8. */
function textOf(bytes: SqlValue | undefined): string | undefined {
  if (bytes === null || bytes === undefined) return undefined;
  const buffer = typeof bytes === 'object' ? Buffer.from(new Uint8Array(bytes)) : Buffer.alloc(0);
  if (typeof bytes !== 'object' || !isUtf8(buffer)) throw asNotWritten();
  return buffer.toString('utf8');
}

function instants(row: Row): Partial<Pick<JobRecord, 'firstAt' | 'at' | 'settledAt' | 'notBefore'>> {
  const names = { firstAt: 'first_at', at: 'at', settledAt: 'settled_at', notBefore: 'not_before' };
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, column]) => (row[column] === null ? [] : [[name, Number(row[column])]])),
  );
}
