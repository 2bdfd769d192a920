import type { Purpose } from '../../campaign/contact-rules.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Channel } from '../../service/contract/operations.ts';
import type { Touch } from '../facts.ts';
import type { JobTouch, StepScope } from '../ledger.ts';
import { type Person, personOf } from '../person.ts';
import type { TouchOutcome } from '../touch-outcome.ts';
import type { OpenedLedgerFile } from './ledger-file.ts';

/** The touches, and which of them are reserved: those name the job whose record decides. All writes are within a transaction. */
export interface TouchTable {
  of(person: Person): readonly Touch[];
  /** The same job again is the same contact, at its latest start. */
  reserve(person: Person, key: string, touch: Touch): void;
  settle(job: JobTouch, outcome: TouchOutcome): void;
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

export function createTouchTable({ database, pepper }: OpenedLedgerFile): TouchTable {
  const select = database.prepare('SELECT scope, at, channel, purpose FROM touch WHERE person = ? ORDER BY at, scope');
  const insert = database.prepare(
    'INSERT INTO touch (person, scope, at, channel, purpose) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const update = database.prepare(
    'UPDATE touch SET at = max(at, ?), channel = ?, purpose = ? WHERE person = ? AND scope = ?',
  );
  const remove = database.prepare('DELETE FROM touch WHERE person = ? AND scope = ?');
  const reserve = database.prepare('INSERT INTO reservation (scope, key) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const unreserve = database.prepare('DELETE FROM reservation WHERE scope = ? AND key = ?');
  const addTouches = database.prepare('UPDATE scope SET touches = touches + ? WHERE id = ?');
  const findScope = database.prepare('SELECT id FROM scope WHERE campaign = ? AND run = ? AND step = ?');
  const readScope = database.prepare('SELECT campaign, run, step FROM scope WHERE id = ?');
  const makeScope = database.prepare('INSERT INTO scope (campaign, run, step) VALUES (?, ?, ?)');

  const idOf = ({ campaign, run, step }: StepScope): number | undefined => {
    const found = findScope.get(campaign, run, step)?.['id'];
    return found === undefined ? undefined : Number(found);
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

  return {
    of: (person) =>
      select.all(person).map(({ scope, at, channel, purpose }) => ({
        ...scopeOf(Number(scope)),
        at: Number(at) as Instant,
        channel: channel as Channel,
        purpose: purpose as Purpose,
      })),
    reserve(person, key, touch) {
      const scope = scopeId(touch);
      const { at, channel, purpose } = touch;
      if (insert.run(person, scope, Math.floor(at), channel, purpose).changes > 0) addTouches.run(1, scope);
      else update.run(Math.floor(at), channel, purpose, person, scope);
      reserve.run(scope, key);
    },
    settle(job, outcome) {
      const scope = idOf(job);
      if (outcome === 'reserved' || scope === undefined) return;
      const isReserved = unreserve.run(scope, job.key).changes > 0;
      if (outcome !== 'released' || !isReserved) return;
      addTouches.run(-remove.run(personOf(pepper, job.key), scope).changes, scope);
    },
    add(person, touch) {
      const scope = scopeId(touch);
      const { at, channel, purpose } = touch;
      addTouches.run(insert.run(person, scope, Math.floor(at), channel, purpose).changes, scope);
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
