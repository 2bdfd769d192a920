/** The file's `user_version`: a file of a higher one is refused. */
export const schemaVersion = 1;

/** "CSHT": says that a SQLite file is one of ours. */
export const applicationId = 0x43534854;

/**
 * A column that says once more what these say. SQLite fills it, and its `integrity_check` names the table where a bit of a row has
 * changed since: SQLite has no checksum of its own. Only `job`, whose rows are the most, has a shorter sum instead.
 */
function copyOf(...columns: readonly string[]): string {
  const text = `CAST(${columns.map((column) => `coalesce(${column}, '')`).join(" || ',' || ")} AS BLOB)`;
  return `copy BLOB AS (${text}) STORED CHECK (copy IS ${text})`;
}

/** What is read as a list is one, also where SQL by hand wrote it. */
function listOf(column: string): string {
  return `CHECK (json_valid(${column}) AND json_type(${column}) = 'array')`;
}

/**
 * A step's rows are in the order in which they were first written, and not in that of their keys: what comes in no order is
 * appended, too. `position` counts from 1. For the columns of a job see job-rows.ts, for its sum and `step.counts` job-row.ts.
 * `head.seq` counts the groups of changes that were made durable, of all campaigns. `campaign.runner` names the process that may add to
 * its runs, `campaign.decisions` counts what people have decided upon its jobs. `run.ended`, `rests`, `approvals`, `decided` and `waves`
 * are JSON, `inputs` is a digest. Sums are CRC-32, instants epoch ms.
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
    ${copyOf('id', 'name', 'service', 'decisions', 'moved_from', 'moved_to', 'runner')}
  ) STRICT;
  CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    campaign INTEGER NOT NULL,
    name TEXT NOT NULL,
    control TEXT NOT NULL DEFAULT 'run',
    begun_at INTEGER,
    ended TEXT CHECK (json_valid(ended)),
    rests TEXT ${listOf('rests')},
    inputs TEXT,
    confirmed TEXT,
    approvals TEXT ${listOf('approvals')},
    decided TEXT ${listOf('decided')},
    waves TEXT ${listOf('waves')},
    ${copyOf('id', 'campaign', 'name', 'control', 'begun_at', 'ended', 'rests', 'inputs', 'confirmed', 'approvals', 'decided', 'waves')},
    UNIQUE (campaign, name)
  ) STRICT;
  CREATE TABLE confirmed_people (
    run INTEGER NOT NULL,
    part INTEGER NOT NULL,
    text TEXT NOT NULL,
    ${copyOf('run', 'part', 'text')},
    PRIMARY KEY (run, part)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE step (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL,
    name TEXT NOT NULL,
    counts TEXT NOT NULL DEFAULT '[]' ${listOf('counts')},
    ${copyOf('id', 'run', 'name', 'counts')},
    UNIQUE (run, name)
  ) STRICT;
  CREATE TABLE job (
    run INTEGER NOT NULL,
    step INTEGER NOT NULL,
    position INTEGER NOT NULL,
    key TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    at INTEGER,
    first_at INTEGER,
    settled_at INTEGER,
    not_before INTEGER,
    doubtful INTEGER NOT NULL,
    maybe_sent INTEGER NOT NULL,
    left_at INTEGER,
    code TEXT,
    request_hash TEXT,
    outputs TEXT,
    details TEXT,
    sum INTEGER NOT NULL,
    PRIMARY KEY (run, step, position)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE head (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    seq INTEGER NOT NULL,
    host TEXT NOT NULL,
    lineage TEXT NOT NULL,
    ${copyOf('id', 'seq', 'host', 'lineage')}
  ) STRICT;

  -- The contact rules of the project: who was contacted, and who must not be. \`person\` is a keyed hash (contacts/person.ts). A file has
  -- one project, number 1; a store has several, and the same columns.
  CREATE TABLE project (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL,
    ledger TEXT NOT NULL,
    pepper_check TEXT NOT NULL,
    generation INTEGER NOT NULL DEFAULT 0,
    moved_to TEXT,
    arriving TEXT,
    ${copyOf('id', 'name', 'ledger', 'pepper_check', 'generation', 'moved_to', 'arriving')}
  ) STRICT;
  CREATE TABLE scope (
    id INTEGER PRIMARY KEY,
    project INTEGER NOT NULL,
    campaign TEXT NOT NULL,
    run TEXT NOT NULL,
    step TEXT NOT NULL,
    channel TEXT NOT NULL,
    purpose TEXT NOT NULL,
    ${copyOf('id', 'project', 'campaign', 'run', 'step', 'channel', 'purpose')},
    UNIQUE (campaign, run, step, channel, purpose)
  ) STRICT;
  -- In the order in which they were made. An id is never used again.
  CREATE TABLE contact (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person BLOB NOT NULL,
    scope INTEGER NOT NULL,
    at INTEGER NOT NULL,
    state INTEGER NOT NULL,
    ${copyOf('id', 'person', 'scope', 'at', 'state')}
  ) STRICT;
  CREATE TABLE suppression (
    project INTEGER NOT NULL,
    person BLOB NOT NULL,
    source TEXT NOT NULL,
    channel TEXT NOT NULL,
    purpose TEXT NOT NULL,
    reason TEXT NOT NULL,
    starts INTEGER NOT NULL,
    ends INTEGER,
    -- The latest import of its list that has this person.
    import INTEGER,
    ${copyOf('project', 'person', 'source', 'channel', 'purpose', 'reason', 'starts', 'ends', 'import')},
    PRIMARY KEY (project, person, source, channel, purpose)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE list (
    project INTEGER NOT NULL,
    name TEXT NOT NULL,
    imported INTEGER NOT NULL,
    ${copyOf('project', 'name', 'imported')},
    PRIMARY KEY (project, name)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE consent (
    project INTEGER NOT NULL,
    person BLOB NOT NULL,
    purpose TEXT NOT NULL,
    channel TEXT NOT NULL,
    basis TEXT NOT NULL,
    at INTEGER NOT NULL,
    evidence TEXT NOT NULL,
    expires INTEGER,
    ${copyOf('project', 'person', 'purpose', 'channel', 'basis', 'at', 'evidence', 'expires')},
    PRIMARY KEY (project, person, purpose, channel)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE forgotten (
    project INTEGER NOT NULL,
    person BLOB NOT NULL,
    at INTEGER NOT NULL,
    ${copyOf('project', 'person', 'at')},
    PRIMARY KEY (project, person)
  ) STRICT, WITHOUT ROWID;
  -- Of all campaigns, also those without contact rules, whatever the key was.
  CREATE TABLE tombstone (
    person BLOB NOT NULL,
    pepper_check TEXT NOT NULL,
    at INTEGER NOT NULL,
    ${copyOf('person', 'pepper_check', 'at')},
    PRIMARY KEY (person, pepper_check)
  ) STRICT, WITHOUT ROWID;
  -- Contacts that runs under way are going to make.
  CREATE TABLE claimant (
    id INTEGER PRIMARY KEY,
    project INTEGER NOT NULL,
    campaign TEXT NOT NULL,
    run TEXT NOT NULL,
    step TEXT NOT NULL,
    channel TEXT NOT NULL,
    purpose TEXT NOT NULL,
    priority INTEGER NOT NULL,
    until INTEGER NOT NULL,
    ${copyOf('id', 'project', 'campaign', 'run', 'step', 'channel', 'purpose', 'priority', 'until')},
    UNIQUE (project, campaign, run, step)
  ) STRICT;
  CREATE TABLE claim (
    person BLOB NOT NULL,
    claimant INTEGER NOT NULL,
    at INTEGER NOT NULL,
    ${copyOf('person', 'claimant', 'at')},
    PRIMARY KEY (person, claimant)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX claim_of ON claim (claimant);
`;
