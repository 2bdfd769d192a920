import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openLedgerFile } from '../../src/contacts/sqlite/ledger-file.ts';
import type { RecentSize } from '../../src/contacts/sqlite/recent-touches.ts';
import { createTouchTable } from '../../src/contacts/sqlite/touch-table.ts';
import type { TouchOutcome } from '../../src/contacts/touch-outcome.ts';
import { contactsRig, noon, request } from '../rig/contacts.ts';
import { fc } from '../rig/properties.ts';

const run = { campaign: 'spring', run: '1' };
const steps = ['hello', 'again'];
const people = Array.from({ length: 6 }, (_, n) => ({
  key: String(2348030000000 + n),
  person: Buffer.alloc(16, n + 1),
  name: String(n + 1)
    .padStart(2, '0')
    .repeat(16),
}));

type Connection = ReturnType<typeof connect>;

/** A connection of its own to the ledger, as another process has. So many entries are kept apart from the other touches. */
function connect(rig: ReturnType<typeof contactsRig>, recentSize?: RecentSize) {
  const file = openLedgerFile({ paths: rig.paths, project: 'shop', pepper: undefined });
  if ('kind' in file) throw new Error(file.kind);
  const { database } = file;
  const table = createTouchTable(database, recentSize);
  return {
    database,
    table,
    write: (work: () => unknown) => database.transaction(() => table.recording(work)),
    /** Those that were moved. */
    rows: () => Number(database.prepare('SELECT count(*) AS rows FROM touch').get()!['rows']),
  };
}

interface Known {
  made?: number | undefined;
  reserved?: number | undefined;
}

const step = fc.nat(steps.length - 1);
/** Mostly the same few, so that much happens to each. */
const chosen = fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 });
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('reserve' as const), step, chosen, at: fc.nat(9) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      step,
      chosen,
      outcome: fc.constantFrom<TouchOutcome>('made', 'made', 'released', 'reserved'),
      at: fc.option(fc.nat(9), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rollBack' as const), chosen }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), one: fc.nat(2) }) },
);

test('touches are the same for every connection, whether they were moved among the others or not', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1), action, fc.nat(1)), { minLength: 20, maxLength: 60 }), (actions) => {
      using rig = contactsRig();
      const connections = [connect(rig, { most: 3, movedAtOnce: 1 }), connect(rig, { most: 8, movedAtOnce: 2 })];
      const state = new Map<string, Known>();
      let forgotten = 0;
      const of = (person: number, one: number): Known => {
        const id = `${person} ${steps[one]}`;
        if (!state.has(id)) state.set(id, {});
        return state.get(id)!;
      };
      try {
        for (const [by, one, looking] of actions) {
          const { table, write } = connections[by]!;
          switch (one.kind) {
            case 'reserve': {
              const at = noon + one.at;
              const asked = { ...run, step: steps[one.step]!, at };
              write(() =>
                table.reserve(one.chosen.map((n) => ({ ...people[n]!, at, request: request(people[n]!.key, asked) }))),
              );
              for (const n of one.chosen) of(n, one.step).reserved = Math.max(at, of(n, one.step).reserved ?? 0);
              break;
            }
            case 'settle': {
              const at = one.at === undefined ? undefined : noon + one.at;
              const job = { ...run, step: steps[one.step]!, outcome: one.outcome, at };
              write(() =>
                table.settle(one.chosen.map((n) => ({ ...people[n]!, job: { ...job, key: people[n]!.key } }))),
              );
              for (const n of one.chosen) {
                const it = of(n, one.step);
                if (it.reserved === undefined || one.outcome === 'reserved') continue;
                if (one.outcome === 'made') it.made = Math.max(at ?? it.reserved, it.made ?? 0);
                it.reserved = undefined;
              }
              break;
            }
            case 'rollBack':
              expectRolledBack(connections[by]!, one.chosen);
              break;
            case 'move':
              write(() => table.moveMade());
              break;
            case 'forget':
              write(() => table.forget(people[one.one]!.person));
              for (const at of steps.keys()) {
                if (of(one.one, at).made !== undefined) forgotten++;
                state.delete(`${one.one} ${steps[at]}`);
              }
          }
          // The other one falls behind.
          expect(seenBy(connections[looking]!)).toEqual(known(of, forgotten));
        }
        expect(connections.map(seenBy)).toEqual(connections.map(() => known(of, forgotten)));
      } finally {
        for (const { database } of connections) database.close();
      }
    }),
    { numRuns: 40 },
  );
});

function expectRolledBack({ table, write }: Connection, chosen: readonly number[]): void {
  const asked = { ...run, step: 'never', at: noon };
  const fails = (): never => {
    table.of('[]');
    table.reserve(chosen.map((n) => ({ ...people[n]!, at: noon, request: request(people[n]!.key, asked) })));
    throw new Error('rolled back');
  };
  expect(() => write(fails)).toThrow('rolled back');
}

/** Of each person, as `known`. */
function seenBy({ table }: Connection) {
  const found = table.of(JSON.stringify(people.map(({ name }) => name)));
  return {
    touches: people.map(({ name }) =>
      (found.get(name) ?? [])
        .map(({ step, at, isReserved = false }) => ({ step, at, isReserved }))
        .toSorted((a, b) => steps.indexOf(a.step) - steps.indexOf(b.step)),
    ),
    reservations: table.reservations(run),
    contacted: steps.map((step) => table.count({ ...run, step })).reduce((a, b) => a + b),
  };
}

/** `forgotten`: contacts of people who were forgotten; they stay in the sum. */
function known(of: (person: number, step: number) => Known, forgotten: number): ReturnType<typeof seenBy> {
  const touches = people.map((_, n) =>
    steps.flatMap((step, place) => {
      const { made, reserved } = of(n, place);
      const at = Math.max(made ?? 0, reserved ?? 0);
      return at === 0 ? [] : [{ step, at, isReserved: reserved !== undefined }];
    }),
  );
  const reservations = steps.flatMap((step) =>
    people.flatMap(({ key }, n) =>
      touches[n]!.some((touch) => touch.step === step && touch.isReserved) ? [{ ...run, step, key }] : [],
    ),
  );
  return {
    touches,
    reservations: reservations.toSorted((a, b) => a.step.localeCompare(b.step)),
    contacted: touches.flat().length + forgotten,
  };
}

test('when many were made, some are moved with each transaction', () => {
  using rig = contactsRig();
  const { table, write, rows, database } = connect(rig, { most: 4, movedAtOnce: 3 });
  const settle = (n: number) =>
    write(() => {
      table.of('[]');
      table.settle([{ ...people[n]!, job: { ...run, step: 'hello', key: people[n]!.key, outcome: 'made' } }]);
    });
  const counts = () => [rows(), table.count({ ...run, step: 'hello' })];
  write(() => table.reserve(people.map(({ name, key }) => ({ name, at: noon, request: request(key, run) }))));
  for (const n of [1, 2, 3, 4]) settle(n);
  expect(counts()).toEqual([0, 6]);
  settle(5);
  expect(counts()).toEqual([3, 6]);
  // The first of all, in the order in which they are moved, comes when that has begun.
  settle(0);
  write(() => table.of('[]'));
  expect([...counts(), table.reservations(run)]).toEqual([5, 6, []]);
  expect(table.of(JSON.stringify(people.map(({ name }) => name))).size).toBe(6);
  write(() => table.moveMade());
  expect(counts()).toEqual([6, 6]);
  database.close();
});

test('somebody whom another process forgets while some are moved is not moved back', () => {
  using rig = contactsRig();
  const { table, write, database } = connect(rig, { most: 4, movedAtOnce: 3 });
  const other = connect(rig);
  const settle = (n: number) =>
    table.settle([{ ...people[n]!, job: { ...run, step: 'hello', key: people[n]!.key, outcome: 'made' } }]);
  write(() => table.reserve(people.map(({ name, key }) => ({ name, at: noon, request: request(key, run) }))));
  write(() => {
    for (const n of [1, 2, 3, 4, 5]) settle(n);
    table.of('[]');
  });
  other.write(() => other.table.forget(people[5]!.person));
  write(() => settle(0));
  write(() => {});
  expect([...table.of(JSON.stringify(people.map(({ name }) => name))).keys()].toSorted()).toEqual(
    people.slice(0, 5).map(({ name }) => name),
  );
  for (const one of [database, other.database]) one.close();
});

test('a telephone number is overwritten when its job is settled', () => {
  using rig = contactsRig();
  const { table, write, database } = connect(rig);
  const job = { ...run, step: 'hello', outcome: 'made' } as const;
  const isIn = ({ key }: { readonly key: string }): boolean => {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return readFileSync(rig.paths.database).includes(key);
  };
  write(() => table.reserve(people.map(({ name, key }) => ({ name, at: noon, request: request(key, run) }))));
  expect(people.filter(isIn)).toHaveLength(people.length);
  const [first, ...others] = people;
  write(() => table.settle(others.map((one) => ({ ...one, job: { ...job, key: one.key } }))));
  expect(people.filter(isIn)).toEqual([first]);
  database.close();
});
