import type { Database } from '../../../platform/sqlite.ts';
import { recordsFromColumns } from './records-from-columns.ts';
import { rowsInOrder } from './rows-in-order.ts';

interface Migration {
  /** Changes the tables. */
  readonly sql: string;
  /** Brings the rows of before into the new tables, in a file that had this version. */
  readonly rows?: (database: Database, version: number) => void;
}

/**
 * Numbered and immutable: a state file's `user_version` is the number of those it has been through. Add to the end.
 * `key` is empty for a step that runs once. `state` is an index into `storedStates` (job-row.ts); instants are epoch ms.
 */
export const migrations: readonly Migration[] = [
  {
    sql: `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    label TEXT NOT NULL UNIQUE,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    exit_code INTEGER,
    control TEXT NOT NULL DEFAULT 'run'
  );
  CREATE TABLE step (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE job (
    run INTEGER NOT NULL,
    step INTEGER NOT NULL,
    key TEXT NOT NULL,
    state INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    first_at INTEGER,
    at INTEGER,
    settled_at INTEGER,
    doubtful INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER,
    code TEXT,
    reason TEXT,
    natural_key TEXT,
    request_hash TEXT,
    outputs TEXT,
    PRIMARY KEY (run, step, key)
  ) WITHOUT ROWID;
  `,
  },
  // `head.seq` counts the groups of changes that were made durable, `head.runner` names the process that may add to them;
  // sums are CRC-32.
  {
    sql: `
  ALTER TABLE job ADD COLUMN sum INTEGER;
  ALTER TABLE job ADD COLUMN outputs_sum INTEGER;
  CREATE TABLE head (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    seq INTEGER NOT NULL,
    runner TEXT NOT NULL,
    names_sum INTEGER NOT NULL
  );
  INSERT INTO head (id, seq, runner, names_sum) VALUES (1, 0, '', 0);
  `,
  },
  // One text holds what a job is, with its sum (job-row.ts), as rows are written a group at a time. For `head.intents` see intents.ts.
  {
    sql: `
  ALTER TABLE job RENAME TO job_before;
  CREATE TABLE job (
    run INTEGER NOT NULL,
    step INTEGER NOT NULL,
    key TEXT NOT NULL,
    record TEXT NOT NULL,
    state INTEGER AS (CAST(substr(record, 2, 1) AS INTEGER)),
    at INTEGER AS (iif(substr(record, 4, 1) = 'n', NULL, CAST(substr(record, 4, 20) AS INTEGER))),
    PRIMARY KEY (run, step, key)
  ) WITHOUT ROWID;
  ALTER TABLE head ADD COLUMN intents TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE head ADD COLUMN intents_sum INTEGER NOT NULL DEFAULT 0;
  `,
    rows: recordsFromColumns,
  },
  // A step's rows are in the order in which they were first written, and not in that of their keys: what comes in no order is
  // appended, too. `position` counts from 1. For `tally` see tally.ts.
  {
    sql: `
  ALTER TABLE job RENAME TO job_before;
  CREATE TABLE job (
    run INTEGER NOT NULL,
    step INTEGER NOT NULL,
    position INTEGER NOT NULL,
    key TEXT NOT NULL,
    record TEXT NOT NULL,
    state INTEGER AS (CAST(substr(record, 2, 1) AS INTEGER)),
    at INTEGER AS (iif(substr(record, 4, 1) = 'n', NULL, CAST(substr(record, 4, 20) AS INTEGER))),
    PRIMARY KEY (run, step, position)
  ) WITHOUT ROWID;
  CREATE TABLE tally (
    run INTEGER NOT NULL,
    step INTEGER NOT NULL,
    counts TEXT NOT NULL,
    PRIMARY KEY (run, step)
  ) WITHOUT ROWID;
  `,
    rows: rowsInOrder,
  },
];

/** "CSHT": says that a SQLite file is one of ours. */
export const applicationId = 0x43534854;
