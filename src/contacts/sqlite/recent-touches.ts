import type { Database } from '../../platform/sqlite.ts';

/**
 * Touches that were made lately, in the order in which they were made (table `made`). People lie in no order, so among all others each
 * touch has a page of its own; here hundreds share one. Each connection has them by person in its memory (table `recent`). When there are
 * many, they go to the others in the order of the people, some with each transaction.
 */
export interface RecentTouches {
  /** Brings `recent` up to date. */
  refresh(): void;
  /** At the end of a transaction. */
  moveSome(): void;
  moveAll(): void;
  /** After a transaction that was rolled back. */
  rolledBack(): void;
}

export interface RecentSize {
  /** The more, the fewer pages are written for each that is moved; another connection reads 30,000 in some fifty milliseconds. */
  readonly most: number;
  /** With one transaction, as a run waits for it. */
  readonly movedAtOnce: number;
}

const byDefault: RecentSize = { most: 32_768, movedAtOnce: 2_048 };

/** Scope by scope; `person`: the last one who was moved. */
interface Move {
  /** Whose number in `made` is higher was made since, and stays. */
  readonly until: number;
  readonly scopes: number[];
  person: Uint8Array;
}

/** Not even that there is none. */
const unknown = -1;
/** Before everybody. A driver may take an empty one for null. */
const nobody = Uint8Array.of(0);

export function createRecentTouches(database: Database, size = byDefault): RecentTouches {
  database.exec(`
    PRAGMA temp_store = MEMORY;
    CREATE TEMP TABLE recent (
      person BLOB NOT NULL,
      scope INTEGER NOT NULL,
      at INTEGER NOT NULL,
      channel TEXT NOT NULL,
      purpose TEXT NOT NULL,
      PRIMARY KEY (person, scope)
    ) WITHOUT ROWID`);
  const selectEnds = database.prepare('SELECT (SELECT min(id) FROM made) AS first, (SELECT max(id) FROM made) AS last');
  const clear = database.prepare('DELETE FROM recent');
  const fill = database.prepare(
    `INSERT INTO recent (person, scope, at, channel, purpose) SELECT person, scope, at, channel, purpose FROM made WHERE id > ?
     ON CONFLICT DO UPDATE SET at = max(at, excluded.at), channel = excluded.channel, purpose = excluded.purpose`,
  );
  const selectScopes = database.prepare('SELECT DISTINCT scope FROM recent');
  const next = 'SELECT * FROM recent WHERE scope = ?1 AND person > ?2 ORDER BY person LIMIT ?3';
  const selectNext = database.prepare(`SELECT count(*) AS people, max(person) AS last FROM (${next})`);
  const put = database.prepare(
    `INSERT INTO touch (person, scope, at, channel, purpose)
     SELECT person, scope, at, channel, purpose FROM (${next}) WHERE true ON CONFLICT DO NOTHING`,
  );
  const putAgain = database.prepare(
    `UPDATE touch SET at = max(touch.at, next.at), channel = next.channel, purpose = next.purpose
     FROM (${next}) AS next WHERE touch.person = next.person AND touch.scope = next.scope`,
  );
  const addTouches = database.prepare('UPDATE scope SET touches = touches + ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM made WHERE id <= ?');

  /** Of what `recent` has; 0: there is none. */
  let [first, last] = [unknown, 0];
  let move: Move | undefined;

  const refresh = (): void => {
    const ends = selectEnds.get()!;
    const [firstMade, lastMade] = [Number(ends['first'] ?? 0), Number(ends['last'] ?? 0)];
    // Numbers are never used again, so that what others have moved shows.
    if (firstMade !== first) {
      clear.run();
      [first, last] = [firstMade, 0];
    }
    if (lastMade <= last) return;
    fill.run(last);
    last = lastMade;
  };
  const beginMove = (): Move => ({
    until: last,
    scopes: selectScopes.all().map(({ scope }) => Number(scope)),
    person: nobody,
  });
  /** Returns whether all of it is done. */
  const goOn = (move: Move): boolean => {
    const [scope] = move.scopes;
    if (scope === undefined) {
      remove.run(move.until);
      return true;
    }
    const { people, last: person } = selectNext.get(scope, move.person, size.movedAtOnce)!;
    const { changes } = put.run(scope, move.person, size.movedAtOnce);
    addTouches.run(changes, scope);
    // Jobs that were tried before may have a touch.
    if (changes < Number(people)) putAgain.run(scope, move.person, size.movedAtOnce);
    const isLast = Number(people) < size.movedAtOnce;
    if (isLast) move.scopes.shift();
    move.person = isLast ? nobody : (person as Uint8Array);
    return false;
  };

  return {
    refresh,
    moveSome() {
      if (move === undefined && (first === unknown || last - first + 1 < size.most)) return;
      // Others may have forgotten somebody since.
      refresh();
      move ??= beginMove();
      if (goOn(move)) move = undefined;
    },
    moveAll() {
      refresh();
      const all = beginMove();
      while (!goOn(all));
      move = undefined;
    },
    rolledBack() {
      first = unknown;
      move = undefined;
    },
  };
}
