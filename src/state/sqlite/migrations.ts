/**
 * Numbered and immutable: a state file's `user_version` is the number of those it has been through. Add to the end.
 * `key` is empty for a step that runs once. `state` is an index into `storedStates` (job-row.ts); instants are epoch ms.
 */
export const migrations: readonly string[] = [
  `
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
  // `head.seq` counts the groups of changes that were made durable, `head.runner` names the process that may add to them;
  // sums are CRC-32 (checksum.ts). Rows of before are given theirs by `addSums`.
  `
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
  // From now on a sum is of the whole row. `seq` is the number of the group that wrote it; for `intent` see intents.ts.
  `
  ALTER TABLE job ADD COLUMN seq INTEGER;
  CREATE TABLE intent (seq INTEGER PRIMARY KEY, run INTEGER NOT NULL, jobs TEXT NOT NULL, sum INTEGER NOT NULL);
  ALTER TABLE job DROP COLUMN outputs_sum;
  UPDATE job SET sum = NULL;
  `,
];

/** "CSHT": says that a SQLite file is one of ours. */
export const applicationId = 0x43534854;
