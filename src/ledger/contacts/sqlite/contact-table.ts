import type { Purpose } from '../../../campaign/contact-rules.ts';
import type { Instant } from '../../../platform/ports.ts';
import type { Database } from '../../../platform/sqlite.ts';
import type { Channel } from '../../../service/operations/definition/operation.ts';
import { isSameSource, type Touch } from '../facts.ts';
import type { JobTouch, MadeTouch, StepScope, TouchRequest } from '../ledger.ts';
import type { Person } from '../person.ts';
import type { TouchOutcome } from '../touch-outcome.ts';
import { createContactIndex } from './contact-index.ts';

/** The contacts of all campaigns. All writes are within a transaction, and of many people at once, as a statement takes longer than a row. */
export interface ContactTable {
  /** What is recorded of these people, by their names, and what is to be written of them. */
  open(names: Iterable<string>): ContactGroup;
  /** Takes in what was recorded since. */
  refresh(): void;
  /** As of the latest refresh: whether anything may be recorded of this person. */
  mayHave(name: string): boolean;
  reservations(run: Omit<StepScope, 'step'>): readonly JobTouch[];
  isEmpty(): boolean;
  /** How many people the step has contacted. */
  count(scope: StepScope): number;
  rename(scope: StepScope, step: string): void;
  forget(person: Person): void;
  /** After a transaction that was rolled back. */
  rolledBack(): void;
}

/** The contacts of some people, as one transaction changes them. */
export interface ContactGroup {
  /** In the order of their instants. */
  touchesOf(name: string): readonly Touch[];
  /** The same job again is the same contact, at its latest start. */
  reserve(name: string, request: TouchRequest): void;
  /** Of a contact that is not made. One that is `kept` cannot be released any more. `at`: when it was made, where it was at once. */
  settle(name: string, source: StepScope, outcome: TouchOutcome, at?: Instant): void;
  /** Undefined where the job has none. */
  stateOf(name: string, source: StepScope): ContactState | undefined;
  /** One that was made without the ledger; where the job has a contact, that stays as it is. */
  add(name: string, touch: Omit<MadeTouch, 'key'>): void;
  write(): void;
}

/**
 * `made`: it counts. `open`: its job is under way, and nothing has left before; it may be released. `kept`: its job is under way, or to be
 * tried again, and an attempt before may have left.
 */
export type ContactState = 'made' | 'open' | 'kept';

/** The file holds the position of a state in this list. */
const states: readonly ContactState[] = ['made', 'open', 'kept'];

interface Contact {
  /** Of its row; undefined where that is to be written. */
  readonly id: number | undefined;
  readonly scope: number;
  readonly source: StepScope & Pick<Touch, 'channel' | 'purpose'>;
  at: Instant;
  state: ContactState;
  /** While its job is under way. */
  key: string | undefined;
  isChanged: boolean;
}

export function createContactTable(database: Database): ContactTable {
  const index = createContactIndex(database);
  const scopes = createScopes(database);
  const select = database.prepare(
    `SELECT id, lower(hex(person)) AS name, scope, at, state, key FROM contact
     WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
  );
  const insert = database.prepare(
    `INSERT INTO contact (person, scope, at, state, key)
     SELECT unhex(value ->> 0), value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)`,
  );
  const update = database.prepare(
    `UPDATE contact SET at = one.value ->> 1, state = one.value ->> 2, key = one.value ->> 3
     FROM json_each(?) AS one WHERE contact.id = one.value ->> 0`,
  );
  const remove = database.prepare('DELETE FROM contact WHERE id IN (SELECT value FROM json_each(?))');

  function read(names: ReadonlySet<string>): Map<string, Contact[]> {
    index.refresh();
    const ids = [...names].flatMap(index.rowsOf);
    const found = new Map<string, Contact[]>();
    if (ids.length === 0) return found;
    for (const { id, name, scope, at, state, key } of select.all(JSON.stringify(ids))) {
      const person = String(name);
      // Another one may have the same hash.
      if (!names.has(person)) continue;
      const contact: Contact = {
        id: Number(id),
        scope: Number(scope),
        source: scopes.of(Number(scope)),
        at: Number(at),
        state: states[Number(state)]!,
        key: key === null ? undefined : String(key),
        isChanged: false,
      };
      const own = found.get(person);
      if (own === undefined) found.set(person, [contact]);
      else own.push(contact);
    }
    return found;
  }

  return {
    refresh: index.refresh,
    mayHave: (name) => index.rowsOf(name).length > 0,
    open(names) {
      const known = read(new Set(names));
      const removed: number[] = [];
      const contactsOf = (name: string): Contact[] => {
        let own = known.get(name);
        if (own === undefined) known.set(name, (own = []));
        return own;
      };
      const find = (name: string, source: StepScope): Contact | undefined =>
        known.get(name)?.find((one) => isSameSource(one.source, source));
      const drop = (name: string, contact: Contact): void => {
        if (contact.id !== undefined) removed.push(contact.id);
        known.set(
          name,
          contactsOf(name).filter((one) => one !== contact),
        );
      };
      const put = (name: string, touch: Omit<MadeTouch, 'key'>, state: ContactState, key?: string): void => {
        const scope = scopes.idOf(touch);
        const at = Math.floor(touch.at);
        contactsOf(name).push({ id: undefined, scope, source: scopes.of(scope), at, state, key, isChanged: true });
      };
      return {
        touchesOf: (name) =>
          (known.get(name) ?? [])
            .map(({ source, at, state }): Touch => ({ ...source, at, isReserved: state === 'made' ? undefined : true }))
            .sort((a, b) => a.at - b.at),
        stateOf: (name, source) => find(name, source)?.state,
        reserve(name, request) {
          const before = find(name, request);
          if (before !== undefined) drop(name, before);
          const at = Math.max(before?.at ?? request.at, request.until ?? request.at);
          put(name, { ...request, at }, before === undefined || before.state === 'open' ? 'open' : 'kept', request.key);
        },
        settle(name, source, outcome, at) {
          const contact = find(name, source);
          if (contact === undefined || contact.state === 'made') return;
          if (outcome === 'released' && contact.state === 'open') return drop(name, contact);
          if (at !== undefined && contact.state === 'open') contact.at = Math.floor(at);
          contact.state = outcome === 'reserved' ? 'kept' : 'made';
          if (outcome !== 'reserved') contact.key = undefined;
          contact.isChanged = true;
        },
        add(name, touch) {
          if (find(name, touch) === undefined) put(name, touch, 'made');
        },
        write() {
          const all = [...known].flatMap(([name, own]) => own.map((contact) => ({ name, ...contact })));
          const changed = all.filter(({ isChanged }) => isChanged);
          const added = changed.filter(({ id }) => id === undefined);
          const kept = changed.filter(({ id }) => id !== undefined);
          const numberOf = (state: ContactState): number => states.indexOf(state);
          if (removed.length > 0) remove.run(JSON.stringify(removed));
          if (kept.length > 0)
            update.run(JSON.stringify(kept.map(({ id, at, state, key }) => [id, at, numberOf(state), key])));
          if (added.length > 0)
            insert.run(
              JSON.stringify(added.map(({ name, scope, at, state, key }) => [name, scope, at, numberOf(state), key])),
            );
        },
      };
    },
    reservations({ campaign, run }) {
      const rows = database
        .prepare(
          `SELECT step, key FROM contact JOIN scope ON scope.id = contact.scope
           WHERE state <> 0 AND campaign = ? AND run = ? ORDER BY step, key`,
        )
        .all(campaign, run);
      return rows.map(({ step, key }) => ({ campaign, run, step: String(step), key: String(key) }));
    },
    isEmpty: () => database.prepare('SELECT 1 FROM contact LIMIT 1').get() === undefined,
    count({ campaign, run, step }) {
      const found = database
        .prepare(
          `SELECT count(*) AS people FROM contact JOIN scope ON scope.id = contact.scope
           WHERE campaign = ? AND run = ? AND step = ?`,
        )
        .get(campaign, run, step);
      return Number(found?.['people']);
    },
    rename: scopes.rename,
    forget: (person) => void database.prepare('DELETE FROM contact WHERE person = ?').run(person),
    rolledBack: scopes.forget,
  };
}

/** Which steps of which runs have contacted people, over which channel and for which purpose. */
function createScopes(database: Database) {
  type Scope = Contact['source'];
  const select = database.prepare('SELECT campaign, run, step, channel, purpose FROM scope WHERE id = ?');
  const find = database.prepare(
    'SELECT id FROM scope WHERE campaign = ? AND run = ? AND step = ? AND channel = ? AND purpose = ?',
  );
  const add = database.prepare('INSERT INTO scope (campaign, run, step, channel, purpose) VALUES (?, ?, ?, ?, ?)');
  const ids = new Map<string, number>();
  const scopes = new Map<number, Scope>();
  const forget = (): void => {
    ids.clear();
    scopes.clear();
  };
  return {
    forget,
    of(id: number): Scope {
      let scope = scopes.get(id);
      if (scope === undefined) {
        const { campaign, run, step, channel, purpose } = select.get(id)!;
        scope = {
          campaign: String(campaign),
          run: String(run),
          step: String(step),
          channel: channel as Channel,
          purpose: purpose as Purpose,
        };
        scopes.set(id, scope);
      }
      return scope;
    },
    /** Made where there is none. */
    idOf({ campaign, run, step, channel, purpose }: Scope): number {
      const name = [campaign, run, step, channel, purpose].join('\n');
      let id = ids.get(name);
      if (id !== undefined) return id;
      const found = find.get(campaign, run, step, channel, purpose)?.['id'];
      if (found === undefined) add.run(campaign, run, step, channel, purpose);
      id = Number(found ?? find.get(campaign, run, step, channel, purpose)?.['id']);
      ids.set(name, id);
      return id;
    },
    rename({ campaign, run, step }: StepScope, name: string): void {
      // Where both names were used, each keeps its own contacts: too many count rather than too few.
      database
        .prepare(
          `UPDATE scope SET step = ?4 WHERE campaign = ?1 AND run = ?2 AND step = ?3
             AND NOT EXISTS (SELECT 1 FROM scope WHERE campaign = ?1 AND run = ?2 AND step = ?4)`,
        )
        .run(campaign, run, step, name);
      forget();
    },
  };
}
