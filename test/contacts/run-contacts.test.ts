import { expect, test } from 'vitest';
import { lookInFile } from '../../src/ledger/contacts/departure-look.ts';
import type { LedgerFile, TouchRequest } from '../../src/ledger/contacts/ledger.ts';
import { openMemoryLedger } from '../../src/ledger/contacts/open-ledger.ts';
import {
  createDirectContacts,
  createRunContacts,
  knownInFile,
  type LedgerWriter,
  type RunContacts,
} from '../../src/ledger/contacts/run-contacts.ts';
import { dayMs, noon, onceADay, request } from '../rig/contacts.ts';

const people = Array.from({ length: 100 }, (_, index) => String(2348030000001 + index));
const [ada, bola, chi] = people as [string, string, string];
const run = { campaign: 'spring', run: '1' };
const job = { ...run, step: 'hello' };

test('a ledger that fails during a run is closed, and its failure is reported once', async () => {
  const closed: string[] = [];
  const ledger = { ...openMemoryLedger(), close: () => void closed.push('ledger') };
  const full = new Error('disk is full');
  const writer: LedgerWriter = { commit: () => Promise.reject(full), close: async () => void closed.push('writer') };
  const contacts = createRunContacts({
    ledger,
    known: knownInFile(ledger),
    generation: ledger.generation,
    look: lookInFile(ledger, onceADay),
    writer,
    turn: () => Promise.resolve(),
  });
  contacts.prepare(noon, () => [request(chi)]);
  await expect(contacts.reserve(request(ada)).onDisk).rejects.toBe(full);
  await expect(contacts.reserve(request(bola)).onDisk).rejects.toBe(full);
  await expect(contacts.settle({ ...request(ada), outcome: 'released' })).rejects.toBe(full);
  await expect(contacts.flush()).rejects.toBe(full);
  await contacts.close();
  expect(closed).toEqual(['writer', 'ledger']);
});

/** Lets everything that is asked be answered. */
const answered = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

interface Counted {
  readonly ledger: LedgerFile;
  readonly contacts: RunContacts;
  readonly transactions: () => number;
}

function counted(): Counted {
  let transactions = 0;
  const memory = openMemoryLedger();
  const ledger: LedgerFile = {
    ...memory,
    write(...given) {
      transactions++;
      return memory.write(...given);
    },
  };
  return {
    ledger,
    contacts: createDirectContacts({ ledger, rules: onceADay, isAlive: () => true }),
    transactions: () => transactions,
  };
}

/** As a scheduler that goes through the list. */
async function contactAll(
  { contacts }: Counted,
  keys: readonly string[],
  everyMs: number,
): Promise<readonly boolean[]> {
  const allowed: boolean[] = [];
  for (const [index, key] of keys.entries()) {
    const at = noon + index * everyMs;
    contacts.prepare(at, (count) => keys.slice(index, index + count).map((next) => request(next)));
    await answered();
    const touch = request(key, { at });
    allowed.push(await contacts.reserve(touch).isAllowed);
    await contacts.settle({ ...touch, outcome: 'made' });
  }
  await contacts.flush();
  return allowed;
}

test('a fast run reserves for many people at once; each counts at the instant of their contact', async () => {
  const rig = counted();
  expect(await contactAll(rig, people, 1)).toEqual(people.map(() => true));
  expect(people.map((key) => rig.ledger.factsOf(key).touches.map(({ at }) => at - noon))).toEqual(
    people.map((_, index) => [index]),
  );
  expect(rig.ledger.reservations(run)).toEqual([]);
  expect(rig.transactions()).toBeLessThan(20);
});

test('a slow run gives back what it has not used in time', async () => {
  const rig = counted();
  expect(await contactAll(rig, people.slice(0, 10), 5_000)).toEqual(people.slice(0, 10).map(() => true));
  expect([rig.ledger.touches(job), rig.ledger.reservations(run)]).toEqual([10, []]);
  expect(people.filter((key) => rig.ledger.factsOf(key).touches.length > 0)).toEqual(people.slice(0, 10));
});

test.each([
  ['a worker, whose jobs have had their slots', () => noon],
  ['a leader, whose jobs get their slots later', (now: number) => now],
] as const)('while all slots of %s are busy, people are reserved once, and given back once', async (_, slotAt) => {
  const rig = counted();
  const asked: number[] = [];
  for (let now = noon; now < noon + 60_000; now += 250) {
    const before = rig.transactions();
    rig.contacts.prepare(now, (count) => people.slice(0, count).map((key) => request(key, { at: slotAt(now) })));
    await answered();
    if (rig.transactions() > before) asked.push(now - noon);
  }
  expect(asked).toEqual([0, 2_250]);
  expect(rig.ledger.reservations(run)).toEqual([]);
  // The first contact after the pause is made, counts at its own instant, and wakes the reserving of the next people.
  const at = noon + 60_000;
  rig.contacts.prepare(at, () => people.map((key) => request(key, { at })));
  expect(await rig.contacts.reserve(request(ada, { at })).isAllowed).toBe(true);
  expect(rig.ledger.factsOf(ada).touches.map((touch) => touch.at)).toEqual([at]);
  rig.contacts.prepare(at, (count) => people.slice(1, 1 + count).map((key) => request(key, { at })));
  await answered();
  expect(rig.contacts.isReserved(request(bola, { at }), at)).toBe(true);
});

test('people who may not be contacted yet are asked for once while nobody starts', async () => {
  const rig = counted();
  rig.ledger.reserve(onceADay, [request(ada, { campaign: 'autumn' }), request(bola, { campaign: 'autumn' })]);
  for (let now = noon; now < noon + 60_000; now += 250) {
    rig.contacts.prepare(now, () => [request(ada, { at: now }), request(bola, { at: now })]);
    await answered();
  }
  expect(rig.transactions()).toBe(1);
});

const upcoming =
  (...keys: readonly string[]) =>
  (): readonly TouchRequest[] =>
    keys.map((key) => request(key));

test('what is reserved and not started is given back at the end, and nobody else is', async () => {
  const { ledger, contacts } = counted();
  contacts.prepare(noon, upcoming(ada, bola));
  await answered();
  expect(await contacts.reserve(request(ada)).isAllowed).toBe(true);
  expect(ledger.reservations(run).map(({ key }) => key)).toEqual([ada, bola]);
  await contacts.flush();
  expect(ledger.reservations(run).map(({ key }) => key)).toEqual([ada]);
  expect([ada, bola].map((key) => ledger.factsOf(key).touches.length)).toEqual([1, 0]);
});

test('of two steps that are about to contact the same person, nothing stays reserved that was not started', async () => {
  const ledger = openMemoryLedger();
  const rules = { ...onceADay, caps: [] };
  const contacts = createDirectContacts({ ledger, rules, isAlive: () => true });
  contacts.prepare(noon, () => [request(ada), request(ada, { step: 'later' })]);
  await answered();
  expect(ledger.reservations(run)).not.toEqual([]);
  await contacts.flush();
  expect(ledger.reservations(run)).toEqual([]);
});

test('while it is not started, a touch counts at the last instant at which it may', async () => {
  const { ledger, contacts } = counted();
  contacts.prepare(noon, upcoming(ada));
  await answered();
  expect(ledger.factsOf(ada).touches).toEqual([
    { ...job, at: noon + 2_000, channel: 'whatsapp', purpose: 'marketing', isReserved: true },
  ]);
  expect([contacts.isReserved(request(ada), noon + 2_000), contacts.isReserved(request(ada), noon + 2_001)]).toEqual([
    true,
    false,
  ]);
  // The day of a touch must not be the next one.
  const late = counted();
  const before = noon + dayMs / 2 - 500;
  late.contacts.prepare(before, () => [request(ada, { at: before })]);
  await answered();
  expect(late.ledger.factsOf(ada).touches.map(({ at }) => at)).toEqual([noon + dayMs / 2 - 1]);
});

test('a suppression that is recorded after the reservation wins, and the reservation is given back', async () => {
  const { ledger, contacts } = counted();
  contacts.prepare(noon, upcoming(ada, bola));
  await answered();
  const base = { reason: 'asked to stop', source: '', channel: undefined, purpose: undefined, until: undefined };
  ledger.suppress([{ ...base, key: ada, from: noon }]);
  expect([await contacts.reserve(request(ada)).isAllowed, await contacts.reserve(request(bola)).isAllowed]).toEqual([
    false,
    true,
  ]);
  expect(ledger.reservations(run).map(({ key }) => key)).toEqual([bola]);
  expect(ledger.factsOf(ada).touches).toEqual([]);
});

test('a ledger that answers later holds up no intent, and forbids the contact until its request', async () => {
  const memory = openMemoryLedger();
  let ask!: () => void;
  const ledger = {
    ...memory,
    generation: () => new Promise<number>((resolve) => (ask = () => resolve(memory.generation()))),
  };
  const contacts = createDirectContacts({ ledger, rules: onceADay, isAlive: () => true });
  contacts.prepare(noon, upcoming(ada, bola));
  ask();
  await answered();
  const base = { reason: 'asked to stop', source: '', channel: undefined, purpose: undefined, until: undefined };
  memory.suppress([{ ...base, key: ada, from: noon }]);
  const [first, second] = [contacts.reserve(request(ada)), contacts.reserve(request(bola))];
  expect([first.onDisk, second.onDisk]).toEqual([true, true]);
  ask();
  expect([await first.isAllowed, await second.isAllowed]).toEqual([false, true]);
  // Its job gives it back with its outcome.
  await contacts.settle({ ...request(ada), outcome: 'released' });
  expect(memory.reservations(run).map(({ key }) => key)).toEqual([bola]);
  expect(memory.factsOf(ada).touches).toEqual([]);
});

test('a clock that is set back makes reservations void: what was allowed then may not be allowed now', async () => {
  const { ledger, contacts } = counted();
  const other = { campaign: 'autumn', at: noon - dayMs };
  ledger.reserve(onceADay, [request(ada, other)]);
  contacts.prepare(noon, upcoming(ada));
  await answered();
  expect(contacts.isReserved(request(ada), noon)).toBe(true);
  const earlier = noon - dayMs + 1_000;
  expect(await contacts.reserve(request(ada, { at: earlier })).isAllowed).toBe(false);
  expect(ledger.factsOf(ada).touches.map(({ campaign }) => campaign)).toEqual(['autumn']);
});

test('a retry keeps the touch of the attempt that may have left: nothing is given back', async () => {
  const { ledger, contacts } = counted();
  expect(await contacts.reserve(request(ada)).isAllowed).toBe(true);
  await contacts.settle({ ...request(ada), outcome: 'reserved' });
  contacts.prepare(noon, upcoming(ada));
  await answered();
  expect(contacts.isReserved(request(ada), noon)).toBe(false);
  contacts.prepare(noon + 5_000, upcoming());
  await contacts.flush();
  expect(ledger.factsOf(ada).touches.map(({ at }) => at)).toEqual([noon]);
});

test('a contact is kept whose job starts while its reservation, which has lapsed, is being written', async () => {
  const ledger = openMemoryLedger();
  const gates: (() => void)[] = [];
  const writer: LedgerWriter = {
    async commit({ requests, settled }) {
      await new Promise<void>((resolve) => void gates.push(resolve));
      return ledger.write(onceADay, requests, settled);
    },
    close: () => Promise.resolve(),
  };
  const contacts = createRunContacts({
    ledger,
    known: knownInFile(ledger),
    generation: ledger.generation,
    look: lookInFile(ledger, onceADay),
    writer,
    turn: () => Promise.resolve(),
  });
  const openGates = async (): Promise<void> => {
    for (let group = 0; group < 5; group++) {
      await answered();
      for (const open of gates.splice(0)) open();
    }
    await answered();
  };
  contacts.prepare(noon, () => [request(ada)]);
  await answered();
  contacts.prepare(noon + 60_000, () => []);
  const granted = contacts.reserve({ ...request(ada), at: noon + 60_000 }).isAllowed;
  await openGates();
  expect(await granted).toBe(true);
  await contacts.settle({ ...request(ada), outcome: 'made', at: noon + 60_000 });
  const flushed = contacts.flush();
  await openGates();
  await flushed;
  expect(ledger.factsOf(ada).touches).toHaveLength(1);
});
