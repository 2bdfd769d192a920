/** A state file's `user_version`: a file of a higher one is refused. */
export const schemaVersion = 1;

/** "CSHT": says that a SQLite file is one of ours. */
export const applicationId = 0x43534854;

/**
 * A step's rows are in the order in which they were first written, and not in that of their keys: what comes in no order is
 * appended, too. `position` counts from 1; `key` is empty for a step that runs once. One text holds what a job is, with its sum
 * (job-row.ts), as rows are written a group at a time; `state` is an index into `storedStates` there. For `tally` see tally.ts.
 * `head.seq` counts the groups of changes that were made durable, `head.runner` names the process that may add to them; for
 * `head.intents` see intents.ts. Sums are CRC-32, instants epoch ms.
 */
export const tables = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    label TEXT NOT NULL UNIQUE,
    started_at INTEGER NOT NULL,
    control TEXT NOT NULL DEFAULT 'run'
  );
  CREATE TABLE step (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
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
  CREATE TABLE head (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    seq INTEGER NOT NULL,
    runner TEXT NOT NULL,
    names_sum INTEGER NOT NULL,
    intents TEXT NOT NULL,
    intents_sum INTEGER NOT NULL
  );
  INSERT INTO head (id, seq, runner, names_sum, intents, intents_sum) VALUES (1, 0, '', 0, '[]', 0);
`;
