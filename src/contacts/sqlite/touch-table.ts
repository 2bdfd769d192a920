import type { Purpose } from '../../campaign/contact-rules.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Database } from '../../platform/sqlite.ts';
import type { Channel } from '../../service/contract/operations.ts';
import type { Touch } from '../facts.ts';
import type { JobTouch, StepScope } from '../ledger.ts';
import type { Person } from '../person.ts';
import type { TouchOutcome } from '../touch-outcome.ts';

/** The touches, and which of them are reserved: those name the job whose record decides. All writes are within a transaction. */
export interface TouchTable {
  of(person: Person, key: string): readonly Touch[];
  /** The same job again is the same contact, at its latest start. */
  reserve(person: Person, key: string, touch: Touch): void;
  /** For a job that has not started; false if it has a touch. */
  reserveNew(person: Person, key: string, touch: Touch): boolean;
  settle(person: Person, job: JobTouch, outcome: TouchOutcome, at: Instant | undefined): void;
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
  forget(person: Person, key: string): void;
}

export function createTouchTable(database: Database): TouchTable {
  const select = database.prepare(
    `SELECT scope, at, channel, purpose,
       EXISTS (SELECT 1 FROM reservation WHERE reservation.scope = touch.scope AND key = ?) AS reserved
     FROM touch WHERE person = ? ORDER BY at, scope`,
  );
  const insert = database.prepare(
    'INSERT INTO touch (person, scope, at, channel, purpose) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const update = database.prepare(
    'UPDATE touch SET at = max(at, ?), channel = ?, purpose = ? WHERE person = ? AND scope = ?',
  );
  const moveTo = database.prepare('UPDATE touch SET at = ? WHERE person = ? AND scope = ?');
  const remove = database.prepare('DELETE FROM touch WHERE person = ? AND scope = ?');
  const reserve = database.prepare('INSERT INTO reservation (scope, key) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const unreserve = database.prepare('DELETE FROM reservation WHERE scope = ? AND key = ?');
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
    of: (person, key) =>
      select.all(key, person).map(({ scope, at, channel, purpose, reserved }) => ({
        ...scopeOf(Number(scope)),
        at: Number(at) as Instant,
        channel: channel as Channel,
        purpose: purpose as Purpose,
        isReserved: Number(reserved) === 1 ? true : undefined,
      })),
    reserve(person, key, touch) {
      const scope = scopeId(touch);
      const { at, channel, purpose } = touch;
      if (insert.run(person, scope, Math.floor(at), channel, purpose).changes > 0) addTo(scope, 1);
      else update.run(Math.floor(at), channel, purpose, person, scope);
      reserve.run(scope, key);
    },
    reserveNew(person, key, touch) {
      const scope = scopeId(touch);
      const { at, channel, purpose } = touch;
      if (insert.run(person, scope, Math.floor(at), channel, purpose).changes === 0) return false;
      addTo(scope, 1);
      reserve.run(scope, key);
      return true;
    },
    settle(person, job, outcome, at) {
      const scope = idOf(job);
      if (outcome === 'reserved' || scope === undefined) return;
      const isReserved = unreserve.run(scope, job.key).changes > 0;
      if (!isReserved) return;
      if (outcome === 'made') {
        if (at !== undefined) moveTo.run(Math.floor(at), person, scope);
        return;
      }
      addTo(scope, -remove.run(person, scope).changes);
    },
    add(person, touch) {
      const scope = scopeId(touch);
      const { at, channel, purpose } = touch;
      addTo(scope, insert.run(person, scope, Math.floor(at), channel, purpose).changes);
    },
    reservations({ campaign, run }) {
      const rows = database
        .prepare(
          'SELECT step, key FROM reservation JOIN scope ON scope.id = reservation.scope WHERE campaign = ? AND run = ?',
        )
        .all(campaign, run);
      return rows.map(({ step, key }) => ({ campaign, run, step: String(step), key: String(key) }));
    },
    count(scope) {
      const { campaign, run, step } = scope;
      const found = database
        .prepare('SELECT touches FROM scope WHERE campaign = ? AND run = ? AND step = ?')
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
      for (const table of ['touch', 'reservation']) {
        database
          .prepare(`DELETE FROM ${table} WHERE scope IN (SELECT id FROM scope WHERE campaign = ? AND run = ?)`)
          .run(campaign, run);
      }
      database.prepare('UPDATE scope SET touches = 0 WHERE campaign = ? AND run = ?').run(campaign, run);
    },
    forget(person, key) {
      database.prepare('DELETE FROM touch WHERE person = ?').run(person);
      database.prepare('DELETE FROM reservation WHERE key = ?').run(key);
    },
  };
}
