import type { Purpose } from '../../campaign/contact-rules.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Database, Row } from '../../platform/sqlite.ts';
import type { Channel } from '../../service/operations/definition/operation.ts';
import { isSameSource, onePerJob, type Touch } from '../facts.ts';
import type { JobTouch, Settled, StepScope, TouchRequest } from '../ledger.ts';
import type { Person } from '../person.ts';
import { type ByPerson, byPerson, type PeopleText } from './people-text.ts';
import { createRecentTouches, type RecentSize } from './recent-touches.ts';

/**
 * The touches. Apart from them are those that were made lately (`recent-touches.ts`), and those that are reserved (table `underway`): few
 * rows, which name the job whose record decides. All writes are within a transaction, and of many people at once, because a statement
 * takes longer than a row.
 */
export interface TouchTable {
  /** In the order of their instants. */
  of(people: PeopleText): ByPerson<Touch>;
  /** The same job again is the same contact, at its latest start. */
  reserve(touches: readonly ReservedTouch[]): void;
  settle(jobs: readonly EndedTouch[]): void;
  /** Runs what a transaction does. */
  recording<T>(work: () => T): T;
  /** Those that were made. The same job again changes nothing. */
  add(touches: Iterable<PersonTouch>): void;
  reservations(scope: Omit<StepScope, 'step'>): readonly JobTouch[];
  isEmpty(): boolean;
  /** How many people the step has contacted. */
  count(scope: StepScope): number;
  rename(scope: StepScope, step: string): void;
  /** Of a sandbox run that is thrown away. */
  discard(run: Omit<StepScope, 'step'>): void;
  /** The sums of the steps stay. */
  forget(person: Person): void;
  /** None of those that were made is kept apart. */
  moveMade(): void;
}

export interface PersonTouch {
  readonly person: Person;
  readonly touch: Touch;
}

export interface ReservedTouch {
  /** The name of the person. */
  readonly name: string;
  readonly at: Instant;
  readonly request: TouchRequest;
}

export interface EndedTouch {
  readonly name: string;
  readonly job: Settled;
}

export function createTouchTable(database: Database, recentSize?: RecentSize): TouchTable {
  const recent = createRecentTouches(database, recentSize);
  const selectReserved = database.prepare(
    `SELECT one.value AS name, scope, at, channel, purpose
     FROM json_each(?) AS one CROSS JOIN underway WHERE person = unhex(one.value)`,
  );
  const selectMade = database.prepare(
    `SELECT one.value AS name, scope, at, channel, purpose
     FROM json_each(?1) AS one CROSS JOIN touch WHERE person = unhex(one.value)
     UNION ALL
     SELECT one.value, scope, at, channel, purpose
     FROM json_each(?1) AS one CROSS JOIN recent WHERE person = unhex(one.value)`,
  );
  const insert = database.prepare(
    `INSERT INTO touch (person, scope, at, channel, purpose) SELECT ?1, ?2, ?3, ?4, ?5
     WHERE NOT EXISTS (SELECT 1 FROM underway WHERE person = ?1 AND scope = ?2)
       AND NOT EXISTS (SELECT 1 FROM recent WHERE person = ?1 AND scope = ?2) ON CONFLICT DO NOTHING`,
  );
  const reserve = database.prepare(
    `INSERT INTO underway (person, scope, key, at, channel, purpose)
     SELECT unhex(substr(key, 1, 32)), ?2, substr(key, 33), value, ?3, ?4 FROM json_each(?1) WHERE true
     ON CONFLICT DO UPDATE SET at = max(at, excluded.at), channel = excluded.channel, purpose = excluded.purpose`,
  );
  const make = database.prepare(
    `INSERT INTO made (person, scope, at, channel, purpose)
     SELECT person, scope, coalesce(one.value, at), channel, purpose
     FROM json_each(?1) AS one CROSS JOIN underway WHERE person = unhex(one.key) AND scope = ?2`,
  );
  const unreserve = database.prepare(
    'DELETE FROM underway WHERE scope = ?2 AND person IN (SELECT unhex(value) FROM json_each(?1))',
  );
  const addTouches = database.prepare('UPDATE scope SET touches = touches + ? WHERE id = ?');
  const findScope = database.prepare('SELECT id FROM scope WHERE campaign = ? AND run = ? AND step = ?');
  const readScope = database.prepare('SELECT campaign, run, step FROM scope WHERE id = ?');
  const makeScope = database.prepare('INSERT INTO scope (campaign, run, step) VALUES (?, ?, ?)');

  const ids = new Map<string, number>();
  const idOf = ({ campaign, run, step }: StepScope): number | undefined => {
    const name = `${campaign} ${run} ${step}`;
    const known = ids.get(name);
    if (known !== undefined) return known;
    const found = findScope.get(campaign, run, step)?.['id'];
    if (found === undefined) return undefined;
    ids.set(name, Number(found));
    return Number(found);
  };
  const scopeId = (scope: StepScope): number => {
    const found = idOf(scope);
    if (found !== undefined) return found;
    makeScope.run(scope.campaign, scope.run, scope.step);
    return idOf(scope)!;
  };
  const scopes = new Map<number, StepScope>();
  const scopeOf = (id: number): StepScope => {
    let scope = scopes.get(id);
    if (scope === undefined) {
      const { campaign, run, step } = readScope.get(id)!;
      scopes.set(id, (scope = { campaign: String(campaign), run: String(run), step: String(step) }));
    }
    return scope;
  };

  const touchOf = ({ scope, at, channel, purpose }: Row): Touch => ({
    ...scopeOf(Number(scope)),
    at: Number(at),
    channel: channel as Channel,
    purpose: purpose as Purpose,
    isReserved: undefined,
  });

  return {
    moveMade: recent.moveAll,
    recording(work) {
      try {
        const result = work();
        recent.moveSome();
        return result;
      } catch (error) {
        // All of it is rolled back.
        ids.clear();
        scopes.clear();
        recent.rolledBack();
        throw error;
      }
    },
    of(people) {
      // In the order in which touches go from table to table, so that none is missed that goes meanwhile.
      const found = byPerson(selectReserved.all(people), (row): Touch => ({ ...touchOf(row), isReserved: true }));
      recent.refresh();
      for (const [name, touches] of byPerson(selectMade.all(people), touchOf))
        found.set(name, [...touches, ...(found.get(name) ?? [])]);
      for (const [name, touches] of found) if (touches.length > 1) found.set(name, onePerJob(touches));
      return found;
    },
    reserve(touches) {
      for (const group of groupBy(touches, isSameKind)) {
        const { request } = group[0]!;
        const rows = group.map(({ name, at, request: { key } }) => `"${name}${key}":${Math.floor(at)}`);
        reserve.run(`{${rows.join()}}`, scopeId(request), request.channel, request.purpose);
      }
    },
    settle(jobs) {
      const ended = jobs.filter(({ job }) => job.outcome !== 'reserved');
      for (const group of groupBy(ended, (a, b) => isSameSource(a.job, b.job))) {
        const scope = idOf(group[0]!.job);
        if (scope === undefined) continue;
        const made = group.filter(({ job }) => job.outcome === 'made');
        if (made.length > 0) {
          const rows = made.map(({ name, job: { at } }) => `"${name}":${at === undefined ? null : Math.floor(at)}`);
          make.run(`{${rows.join()}}`, scope);
        }
        unreserve.run(JSON.stringify(group.map(({ name }) => name)), scope);
      }
    },
    add(touches) {
      recent.refresh();
      for (const { person, touch } of touches) {
        const scope = scopeId(touch);
        const { at, channel, purpose } = touch;
        const { changes } = insert.run(person, scope, Math.floor(at), channel, purpose);
        addTouches.run(changes, scope);
      }
    },
    reservations({ campaign, run }) {
      const rows = database
        .prepare(
          `SELECT step, key FROM underway JOIN scope ON scope.id = underway.scope
           WHERE campaign = ? AND run = ? ORDER BY step, key`,
        )
        .all(campaign, run);
      return rows.map(({ step, key }) => ({ campaign, run, step: String(step), key: String(key) }));
    },
    isEmpty: () =>
      Number(
        database
          .prepare(
            `SELECT EXISTS (SELECT 1 FROM touch) OR EXISTS (SELECT 1 FROM made) OR EXISTS (SELECT 1 FROM underway) AS filled`,
          )
          .get()?.['filled'],
      ) === 0,
    count({ campaign, run, step }) {
      const found = database
        .prepare(
          `SELECT touches + (
             SELECT count(*) FROM (
               SELECT person FROM underway WHERE scope = scope.id UNION SELECT person FROM made WHERE scope = scope.id
             ) AS apart WHERE NOT EXISTS (
               SELECT 1 FROM touch WHERE touch.person = apart.person AND touch.scope = scope.id)) AS touches
           FROM scope WHERE campaign = ? AND run = ? AND step = ?`,
        )
        .get(campaign, run, step);
      return Number(found?.['touches'] ?? 0);
    },
    rename(scope, step) {
      const [from, to] = [idOf(scope), idOf({ ...scope, step })];
      // Where both names were used, each keeps its own contacts: too many count rather than too few.
      if (from === undefined || to !== undefined) return;
      scopes.delete(from);
      ids.clear();
      database.prepare('UPDATE scope SET step = ? WHERE id = ?').run(step, from);
    },
    discard({ campaign, run }) {
      recent.moveAll();
      for (const table of ['touch', 'underway']) {
        database
          .prepare(`DELETE FROM ${table} WHERE scope IN (SELECT id FROM scope WHERE campaign = ? AND run = ?)`)
          .run(campaign, run);
      }
      database.prepare('UPDATE scope SET touches = 0 WHERE campaign = ? AND run = ?').run(campaign, run);
    },
    forget(person) {
      recent.moveAll();
      for (const table of ['touch', 'underway']) database.prepare(`DELETE FROM ${table} WHERE person = ?`).run(person);
    },
  };
}

function isSameKind({ request: a }: ReservedTouch, { request: b }: ReservedTouch): boolean {
  return isSameSource(a, b) && a.channel === b.channel && a.purpose === b.purpose;
}

/** There are few groups: most runs contact people in one step. */
function groupBy<T>(all: readonly T[], areTogether: (a: T, b: T) => boolean): readonly (readonly T[])[] {
  const groups: T[][] = [];
  for (const one of all) {
    const group = groups.find(([first]) => areTogether(first!, one));
    if (group === undefined) groups.push([one]);
    else group.push(one);
  }
  return groups;
}
