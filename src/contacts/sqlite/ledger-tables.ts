/** The numbered migrations of a contact ledger, as those of the state file: add to the end, and never edit one. */
export const ledgerMigrations: readonly string[] = [
  `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE scope (
    id INTEGER PRIMARY KEY,
    campaign TEXT NOT NULL,
    run TEXT NOT NULL,
    step TEXT NOT NULL,
    touches INTEGER NOT NULL DEFAULT 0,
    UNIQUE (campaign, run, step)
  );
  CREATE TABLE touch (
    person BLOB NOT NULL,
    scope INTEGER NOT NULL,
    at INTEGER NOT NULL,
    channel TEXT NOT NULL,
    purpose TEXT NOT NULL,
    PRIMARY KEY (person, scope)
  ) WITHOUT ROWID;
  CREATE TABLE reservation (scope INTEGER NOT NULL, key TEXT NOT NULL, PRIMARY KEY (scope, key)) WITHOUT ROWID;
  CREATE TABLE suppression (
    person BLOB NOT NULL,
    source TEXT NOT NULL,
    channel TEXT NOT NULL,
    purpose TEXT NOT NULL,
    reason TEXT NOT NULL,
    starts INTEGER NOT NULL,
    ends INTEGER,
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
`,
  `
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
`,
  `
  CREATE TABLE reserved (
    person BLOB NOT NULL,
    scope INTEGER NOT NULL,
    key TEXT NOT NULL,
    at INTEGER NOT NULL,
    channel TEXT NOT NULL,
    purpose TEXT NOT NULL,
    PRIMARY KEY (person, scope)
  ) WITHOUT ROWID;
`,
  // A run of an earlier version that is still under way stops, rather than miss what is in `made`.
  `
  ALTER TABLE reserved RENAME TO underway;
  CREATE TABLE made (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person BLOB NOT NULL,
    scope INTEGER NOT NULL,
    at INTEGER NOT NULL,
    channel TEXT NOT NULL,
    purpose TEXT NOT NULL
  );
`,
  // The latest import of its list that has this person.
  'ALTER TABLE suppression ADD COLUMN import INTEGER;',
];

/** In the header of every contact ledger: `csct`. */
export const ledgerApplicationId = 0x63736374;
