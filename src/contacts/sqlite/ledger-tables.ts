/** The ledger's `user_version`: one of a higher version is refused. */
export const ledgerVersion = 1;

/** A contact that is being made is `underway`, under its person; `made` keeps the order in which they were. */
export const ledgerTables = `
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
  CREATE TABLE underway (
    person BLOB NOT NULL,
    scope INTEGER NOT NULL,
    key TEXT NOT NULL,
    at INTEGER NOT NULL,
    channel TEXT NOT NULL,
    purpose TEXT NOT NULL,
    PRIMARY KEY (person, scope)
  ) WITHOUT ROWID;
  CREATE TABLE made (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person BLOB NOT NULL,
    scope INTEGER NOT NULL,
    at INTEGER NOT NULL,
    channel TEXT NOT NULL,
    purpose TEXT NOT NULL
  );
`;

/** In the header of every contact ledger: `csct`. */
export const ledgerApplicationId = 0x63736374;
