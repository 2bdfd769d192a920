import type { Purpose } from '../../campaign/contact-rules.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Database } from '../../platform/sqlite.ts';
import type { Channel } from '../../service/contract/operations.ts';
import { isSameSource, type Touch } from '../facts.ts';
import type { JobTouch, Settled, StepScope, TouchRequest } from '../ledger.ts';
import type { Person } from '../person.ts';
import { type ByPerson, byPerson, type PeopleText } from './people-text.ts';

/**
 * The touches, and apart from them those that are reserved: few rows, on few pages, which name the job whose record decides. A touch has
 * a page of its own, as people lie in no order, so it is written once: when it is made. All writes are within a transaction, and of many
 * people at once, because a statement takes longer than a row.
 */
export interface TouchTable {
  /** In the order of their instants. */
  of(people: PeopleText): ByPerson<Touch>;
  /** The same job again is the same contact, at its latest start. */
  reserve(touches: readonly ReservedTouch[]): void;
  settle(jobs: readonly EndedTouch[]): void;
  /** Runs what a transaction does: how many touches a step has is written once, at its end. */
  counting<T>(work: () => T): T;
  /** One that was made. The same job again changes nothing. */
  add(person: Person, touch: Touch): void;
  reservations(scope: Omit<StepScope, 'step'>): readonly JobTouch[];
  /** How many people the step has contacted. */
  count(scope: StepScope): number;
  rename(scope: StepScope, step: string): void;
  /** Of a sandbox run that is thrown away. */
  discard(run: Omit<StepScope, 'step'>): void;
  /** The sums of the steps stay. */
  forget(person: Person): void;
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

export function createTouchTable(database: Database): TouchTable {
  const select = database.prepare(
    `SELECT one.value AS name, scope, at, channel, purpose, 0 AS reserved
     FROM json_each(?1) AS one CROSS JOIN touch WHERE person = unhex(one.value)
     UNION ALL
     SELECT one.value, scope, at, channel, purpose, 1
     FROM json_each(?1) AS one CROSS JOIN reserved WHERE person = unhex(one.value)
     ORDER BY at, scope`,
  );
  const insert = database.prepare(
    `INSERT INTO touch (person, scope, at, channel, purpose) SELECT ?1, ?2, ?3, ?4, ?5
     WHERE NOT EXISTS (SELECT 1 FROM reserved WHERE person = ?1 AND scope = ?2) ON CONFLICT DO NOTHING`,
  );
  const reserve = database.prepare(
    `INSERT INTO reserved (person, scope, key, at, channel, purpose)
     SELECT unhex(substr(key, 1, 32)), ?2, substr(key, 33), value, ?3, ?4 FROM json_each(?1) WHERE true
     ON CONFLICT DO UPDATE SET at = max(at, excluded.at), channel = excluded.channel, purpose = excluded.purpose`,
  );
  const ended = `SELECT person, coalesce(one.value, at) AS at, channel, purpose
    FROM json_each(?1) AS one CROSS JOIN reserved WHERE person = unhex(one.key) AND scope = ?2`;
  const make = database.prepare(
    `INSERT INTO touch (person, scope, at, channel, purpose)
     SELECT person, ?2, at, channel, purpose FROM (${ended}) WHERE true ON CONFLICT DO NOTHING`,
  );
  const makeAgain = database.prepare(
    `UPDATE touch SET at = max(touch.at, ended.at), channel = ended.channel, purpose = ended.purpose
     FROM (${ended}) AS ended WHERE touch.person = ended.person AND touch.scope = ?2`,
  );
  const unreserve = database.prepare(
    'DELETE FROM reserved WHERE scope = ?2 AND person IN (SELECT unhex(value) FROM json_each(?1))',
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

  const added = new Map<number, number>();
  const addTo = (scope: number, touches: number): void => void added.set(scope, (added.get(scope) ?? 0) + touches);

  return {
    counting(work) {
      added.clear();
      try {
        const result = work();
        for (const [scope, touches] of added) addTouches.run(touches, scope);
        return result;
      } catch (error) {
        // What was made is rolled back.
        ids.clear();
        throw error;
      }
    },
    of(people) {
      const found = byPerson(
        select.all(people),
        ({ scope, at, channel, purpose, reserved }): Touch => ({
          ...scopeOf(Number(scope)),
          at: Number(at) as Instant,
          channel: channel as Channel,
          purpose: purpose as Purpose,
          isReserved: Number(reserved) === 1 ? true : undefined,
        }),
      );
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
          const text = `{${rows.join()}}`;
          const { changes } = make.run(text, scope);
          addTo(scope, changes);
          // Jobs that were tried before may have a touch.
          if (changes < made.length) makeAgain.run(text, scope);
        }
        unreserve.run(JSON.stringify(group.map(({ name }) => name)), scope);
      }
    },
    add(person, touch) {
      const scope = scopeId(touch);
      const { at, channel, purpose } = touch;
      addTo(scope, insert.run(person, scope, Math.floor(at), channel, purpose).changes);
    },
    reservations({ campaign, run }) {
      const rows = database
        .prepare(
          `SELECT step, key FROM reserved JOIN scope ON scope.id = reserved.scope
           WHERE campaign = ? AND run = ? ORDER BY step, key`,
        )
        .all(campaign, run);
      return rows.map(({ step, key }) => ({ campaign, run, step: String(step), key: String(key) }));
    },
    count({ campaign, run, step }) {
      const found = database
        .prepare(
          `SELECT touches + (
             SELECT count(*) FROM reserved WHERE reserved.scope = scope.id AND NOT EXISTS (
               SELECT 1 FROM touch WHERE touch.person = reserved.person AND touch.scope = scope.id)) AS touches
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
      for (const table of ['touch', 'reserved']) {
        database
          .prepare(`DELETE FROM ${table} WHERE scope IN (SELECT id FROM scope WHERE campaign = ? AND run = ?)`)
          .run(campaign, run);
      }
      database.prepare('UPDATE scope SET touches = 0 WHERE campaign = ? AND run = ?').run(campaign, run);
    },
    forget(person) {
      for (const table of ['touch', 'reserved']) database.prepare(`DELETE FROM ${table} WHERE person = ?`).run(person);
    },
  };
}

/** A job that was tried before may have a touch that was made beside the one that is reserved: they are one contact, the later one. */
function onePerJob(touches: readonly Touch[]): Touch[] {
  return touches
    .filter((one, index) => !touches.slice(index + 1).some((later) => isSameSource(later, one)))
    .map((one) => ({
      ...one,
      isReserved: touches.some((other) => other.isReserved === true && isSameSource(other, one)) || undefined,
    }));
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
