import { factTables } from '../../contacts/fact-tables.ts';
import { asSqlite } from '../../sql.ts';

/** The file's `user_version`: a file of a higher one is refused. */
export const schemaVersion = 1;

/** "CSHT": says that a SQLite file is one of ours. */
export const applicationId = 0x43534854;

/**
 * A column that says once more what these say. SQLite fills it, and its `integrity_check` names the table where a bit of a row has
 * changed since: SQLite has no checksum of its own. Only `job`, whose rows are the most, has a shorter sum instead.
 */
function copyOf(columns: readonly string[]): string {
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
const written = `
  CREATE TABLE campaign (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    service TEXT NOT NULL,
    decisions INTEGER NOT NULL DEFAULT 0,
    moved_from TEXT,
    moved_to TEXT,
    runner TEXT NOT NULL DEFAULT ''
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
    UNIQUE (campaign, name)
  ) STRICT;
  CREATE TABLE confirmed_people (
    run INTEGER NOT NULL,
    part INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (run, part)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE step (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL,
    name TEXT NOT NULL,
    counts TEXT NOT NULL DEFAULT '[]' ${listOf('counts')},
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
    lineage TEXT NOT NULL
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
    arriving TEXT
  ) STRICT;
  CREATE TABLE scope (
    id INTEGER PRIMARY KEY,
    project INTEGER NOT NULL,
    campaign TEXT NOT NULL,
    run TEXT NOT NULL,
    step TEXT NOT NULL,
    channel TEXT NOT NULL,
    purpose TEXT NOT NULL,
    UNIQUE (campaign, run, step, channel, purpose)
  ) STRICT;
  -- In the order in which they were made. An id is never used again. For \`open\` see RecordedContact.
  CREATE TABLE contact (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person BLOB NOT NULL,
    scope INTEGER NOT NULL,
    at INTEGER NOT NULL,
    open INTEGER NOT NULL
  ) STRICT;
  -- Of all campaigns, also those without contact rules, whatever the key was.
  CREATE TABLE tombstone (
    person BLOB NOT NULL,
    pepper_check TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (person, pepper_check)
  ) STRICT, WITHOUT ROWID;
`;

/** A table as PostgreSQL has it: a file has one schema, and its tables do not refer to one another. */
function asFileTable(statement: string): string {
  const sql = asSqlite(statement)
    .replaceAll(/ REFERENCES \w+( ON DELETE CASCADE)?/g, '')
    .replace('integer GENERATED ALWAYS AS IDENTITY', 'INTEGER')
    .replaceAll(/\b(?:integer|bigint)\b/g, 'INTEGER')
    .replaceAll('bytea', 'BLOB')
    .replaceAll(/\btext\b/g, 'TEXT');
  if (!sql.includes('CREATE TABLE')) return sql;
  return `${sql} STRICT${/^ *PRIMARY KEY/m.test(sql) ? ', WITHOUT ROWID' : ''}`;
}

/** With a copy of its columns, unless it is `job`. */
function withCopy(statement: string): string {
  const [, begin, body, end] = /^(.*CREATE TABLE (?!job )[^\n]*\n)(.*?)(\n *\) STRICT.*)$/s.exec(statement) ?? [];
  if (body === undefined) return statement;
  const parts = body.replaceAll(/^ *--.*\n/gm, '').split(/,\n/);
  const columns = parts.filter((part) => /^ *[a-z]/.test(part));
  const copy = copyOf(columns.map((column) => column.trim().split(' ')[0]!));
  return `${begin}${[...columns, copy, ...parts.slice(columns.length)].join(',\n')}${end}`;
}

const statementsOf = (text: string): readonly string[] => text.split(/;\s*\n/).filter((one) => one.trim() !== '');

export const tables = [...statementsOf(written), ...statementsOf(factTables).map(asFileTable)]
  .map((statement) => `${withCopy(statement)};\n`)
  .join('');
