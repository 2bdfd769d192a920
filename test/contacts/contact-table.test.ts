import { expect, test } from 'vitest';
import { createContactTable } from '../../src/ledger/contacts/sqlite/contact-table.ts';
import { openLedgerFile } from '../../src/ledger/contacts/sqlite/ledger-file.ts';
import { contactsRig, noon } from '../rig/contacts.ts';
import { fc } from '../rig/properties.ts';

const run = { campaign: 'spring', run: '1' };
const steps = ['hello', 'again'];
const how = { channel: 'whatsapp', purpose: 'marketing' } as const;
const people = Array.from({ length: 6 }, (_, n) => ({
  person: Buffer.alloc(16, n + 1),
  name: Buffer.alloc(16, n + 1).toString('hex'),
}));

type Connection = ReturnType<typeof connect>;

/** A connection of its own to the file, as another process has. */
function connect(rig: ReturnType<typeof contactsRig>) {
  const file = openLedgerFile({ paths: rig.paths, project: 'shop', pepper: undefined });
  if ('kind' in file) throw new Error(file.kind);
  const { database } = file;
  const table = createContactTable(database);
  const write = (work: () => unknown): void => void database.transaction(work);
  return { database, table, write };
}

interface Known {
  at: number;
  isOpen: boolean;
}

const step = fc.nat(steps.length - 1);
/** Mostly the same few, so that much happens to each. */
const chosen = fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 });
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('intend' as const), step, chosen, at: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('release' as const, 'close' as const), step, chosen }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rollBack' as const), chosen }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), one: fc.nat(2) }) },
);

test('contacts are the same for every connection, and any of them may write', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1), action, fc.nat(1)), { minLength: 20, maxLength: 60 }), (actions) => {
      using rig = contactsRig();
      const connections = [connect(rig), connect(rig)];
      const state = new Map<string, Known>();
      const idOf = (person: number, one: number): string => `${person} ${steps[one]}`;
      try {
        for (const [by, one, looking] of actions) {
          const { table, write, database } = connections[by]!;
          switch (one.kind) {
            case 'intend': {
              const at = noon + one.at;
              write(() => {
                const group = table.open(one.chosen.map((n) => people[n]!.name));
                for (const n of one.chosen) group.intend(people[n]!.name, { ...run, step: steps[one.step]! }, at, how);
                table.write(group);
              });
              for (const n of one.chosen) {
                const id = idOf(n, one.step);
                state.set(id, { at, isOpen: !state.has(id) });
              }
              break;
            }
            case 'release':
            case 'close': {
              write(() => {
                const group = table.open(one.chosen.map((n) => people[n]!.name));
                for (const n of one.chosen) group[one.kind](people[n]!.name, { ...run, step: steps[one.step]! }, false);
                table.write(group);
              });
              for (const id of one.chosen.map((n) => idOf(n, one.step))) {
                const it = state.get(id);
                if (it?.isOpen !== true) continue;
                if (one.kind === 'release') state.delete(id);
                else it.isOpen = false;
              }
              break;
            }
            case 'rollBack':
              expectRolledBack(connections[by]!, one.chosen);
              break;
            case 'forget':
              write(() => database.prepare('DELETE FROM contact WHERE person = ?').run(people[one.one]!.person));
              for (const at of steps.keys()) state.delete(idOf(one.one, at));
          }
          // The other one falls behind.
          expect(seenBy(connections[looking]!)).toEqual(known((n, at) => state.get(idOf(n, at))));
        }
        expect(connections.map(seenBy)).toEqual(connections.map(() => known((n, at) => state.get(idOf(n, at)))));
      } finally {
        for (const { database } of connections) database.close();
      }
    }),
    { numRuns: 40 },
  );
});

function expectRolledBack({ table, write }: Connection, chosen: readonly number[]): void {
  const fails = (): never => {
    const group = table.open(chosen.map((n) => people[n]!.name));
    for (const n of chosen) group.intend(people[n]!.name, { ...run, step: 'never' }, noon, how);
    table.write(group);
    throw new Error('rolled back');
  };
  expect(() => write(fails)).toThrow('rolled back');
}

/** Of each person, as `known`. */
function seenBy({ table, database }: Connection) {
  const group = table.open(people.map(({ name }) => name));
  return {
    touches: people.map(({ name }) =>
      group
        .touchesOf(name)
        .map(({ step, at, isReserved = false }) => ({ step, at, isReserved }))
        .toSorted((a, b) => steps.indexOf(a.step) - steps.indexOf(b.step)),
    ),
    contacted: Number(database.prepare('SELECT count(*) AS people FROM contact').get()!['people']),
  };
}

function known(of: (person: number, step: number) => Known | undefined): ReturnType<typeof seenBy> {
  const touches = people.map((_, n) =>
    steps.flatMap((step, place) => {
      const it = of(n, place);
      return it === undefined ? [] : [{ step, at: it.at, isReserved: it.isOpen }];
    }),
  );
  return { touches, contacted: touches.flat().length };
}

test('people whose names begin alike are kept apart', () => {
  using rig = contactsRig();
  const { table, write, database } = connect(rig);
  const [one, other] = ['aaaaaaaa', 'bbbbbbbb'].map((end) => `01020304${'0'.repeat(16)}${end}`);
  write(() => {
    const group = table.open([one!, other!]);
    group.intend(one!, { ...run, step: 'hello' }, noon, how);
    table.write(group);
  });
  const group = table.open([one!, other!]);
  expect([group.touchesOf(one!).length, group.touchesOf(other!).length]).toEqual([1, 0]);
  expect(table.open([other!]).touchesOf(other!)).toEqual([]);
  database.close();
});
