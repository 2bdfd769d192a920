/** The file's `user_version`: a file of a higher one is refused. */
export const schemaVersion = 1;

/** "CSHT": says that a SQLite file is one of ours. */
export const applicationId = 0x43534854;

/**
 * A step's rows are in the order in which they were first written, and not in that of their keys: what comes in no order is
 * appended, too. `position` counts from 1; `key` is empty for a step that runs once. One text holds what a job is, with its sum
 * (job-row.ts), as rows are written a group at a time; `state` is an index into `storedStates` there. For `tally` see tally.ts.
 * `head.seq` counts the groups of changes that were made durable, of all campaigns. `campaign.runner` names the process that may add to
 * its runs, `campaign.decisions` counts what people have decided upon its jobs; for `campaign.intents` see intents.ts. `run.ended`,
 * `approvals`, `decided` and `waves` are JSON, and so is `inputs`. Sums are CRC-32, instants epoch ms.
 */
export const tables = `
  CREATE TABLE campaign (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    service TEXT NOT NULL,
    decisions INTEGER NOT NULL DEFAULT 0,
    moved_from TEXT,
    moved_to TEXT,
    runner TEXT NOT NULL DEFAULT '',
    intents TEXT NOT NULL DEFAULT '[]',
    intents_sum INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    campaign INTEGER NOT NULL,
    label TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    control TEXT NOT NULL DEFAULT 'run',
    begun_at INTEGER,
    ended TEXT,
    inputs TEXT,
    confirmed TEXT,
    approvals TEXT,
    decided TEXT,
    waves TEXT,
    UNIQUE (campaign, label)
  );
  CREATE TABLE confirmed_people (
    run INTEGER NOT NULL,
    part INTEGER NOT NULL,
    text TEXT NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (run, part)
  ) WITHOUT ROWID;
  CREATE TABLE step (id INTEGER PRIMARY KEY, campaign INTEGER NOT NULL, name TEXT NOT NULL, UNIQUE (campaign, name));
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
    seq_sum INTEGER NOT NULL,
    names_sum INTEGER NOT NULL,
    host TEXT NOT NULL,
    lineage TEXT NOT NULL
  );

  -- The contact rules of the project: who was contacted, and who must not be. \`person\` is a keyed hash (contacts/person.ts).
  CREATE TABLE project (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL,
    ledger TEXT NOT NULL,
    pepper_check TEXT NOT NULL,
    generation INTEGER NOT NULL DEFAULT 0,
    moved_to TEXT,
    arriving TEXT
  );
  CREATE TABLE scope (
    id INTEGER PRIMARY KEY,
    campaign TEXT NOT NULL,
    run TEXT NOT NULL,
    step TEXT NOT NULL,
    channel TEXT NOT NULL,
    purpose TEXT NOT NULL,
    UNIQUE (campaign, run, step, channel, purpose)
  );
  -- In the order in which they were made. An id is never used again.
  CREATE TABLE contact (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person BLOB NOT NULL,
    scope INTEGER NOT NULL,
    at INTEGER NOT NULL,
    state INTEGER NOT NULL
  );
  CREATE TABLE suppression (
    person BLOB NOT NULL,
    source TEXT NOT NULL,
    channel TEXT NOT NULL,
    purpose TEXT NOT NULL,
    reason TEXT NOT NULL,
    starts INTEGER NOT NULL,
    ends INTEGER,
    -- The latest import of its list that has this person.
    import INTEGER,
    PRIMARY KEY (person, source, channel, purpose)
  ) WITHOUT ROWID;
  CREATE TABLE list (name TEXT PRIMARY KEY, imported INTEGER NOT NULL, people INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE consent (
    person BLOB NOT NULL,
    purpose TEXT NOT NULL,
    channel TEXT NOT NULL,
    basis TEXT NOT NULL,
    at INTEGER NOT NULL,
    evidence TEXT NOT NULL,
    expires INTEGER,
    PRIMARY KEY (person, purpose, channel)
  ) WITHOUT ROWID;
  CREATE TABLE forgotten (person BLOB PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
  -- Contacts that runs under way are going to make.
  CREATE TABLE claimant (
    id INTEGER PRIMARY KEY,
    campaign TEXT NOT NULL,
    run TEXT NOT NULL,
    step TEXT NOT NULL,
    channel TEXT NOT NULL,
    purpose TEXT NOT NULL,
    priority INTEGER NOT NULL,
    until INTEGER NOT NULL,
    UNIQUE (campaign, run, step)
  );
  CREATE TABLE claim (
    person BLOB NOT NULL,
    claimant INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (person, claimant)
  ) WITHOUT ROWID;
  CREATE INDEX claim_of ON claim (claimant);
`;
