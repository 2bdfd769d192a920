import { expect, test } from 'vitest';
import { type ContactControl, type ContactSimulation, simulateContacts } from '../rig/simulated-contacts.ts';

/**
 * Two campaigns write to the same people at once, in virtual time, over one ledger: a seed makes up the rules, the campaigns, the
 * faults, when processes die (also between touch and intent), and when the clock of a machine is set.
 */
async function simulations(count: number, control?: ContactControl): Promise<readonly ContactSimulation[]> {
  const done: ContactSimulation[] = [];
  for (let seed = 1; seed <= count; seed++) done.push(await simulateContacts(seed, control));
  return done;
}

test('no cap is exceeded, no contact is lost, nothing stays reserved, and the audit finds nothing (60 seeds)', async () => {
  const done = await simulations(60);
  const broken = done.filter((one) => one.broken.length > 0);
  expect(broken.map(({ seed, broken: [first] }) => `seed ${seed}: ${first}`)).toEqual([]);
  expect(done.flatMap(({ audited }) => audited)).toEqual([]);
  const sum = (of: (one: ContactSimulation) => number): number => done.reduce((total, one) => total + of(one), 0);
  expect(sum(({ deaths }) => deaths)).toBeGreaterThan(120);
  expect(sum(({ clockSettings }) => clockSettings)).toBeGreaterThan(36);
  expect(sum(({ contacts }) => contacts)).toBeGreaterThan(600);
  expect(sum(({ capped }) => capped)).toBeGreaterThan(60);
  expect(sum(({ suppressed }) => suppressed)).toBeGreaterThan(120);
  expect(sum(({ forbidden }) => forbidden)).toBeGreaterThan(1);
});

test('goes the same way again with the same seed', async () => {
  expect(await simulations(10)).toEqual(await simulations(10));
});

test.each<[ContactControl, RegExp]>([
  ['noTouch', /was contacted \d times under/],
  ['releaseDoubts', /the ledger has no/],
  ['touchWithoutJudging', /was contacted \d times under/],
  ['keepReservations', /stays reserved/],
])('a broken run is found out: %s', async (control, sentence) => {
  const found = (await simulations(8, control)).flatMap(({ broken }) => broken);
  expect(found.filter((one) => sentence.test(one)).length).toBeGreaterThan(0);
});

test.each<ContactControl>(['keepGeneration', 'sendForbidden'])(
  'a run that contacts people who were suppressed is found out: %s',
  async (control) => {
    const found = (await simulations(40, control)).flatMap(({ broken }) => broken);
    expect(found.filter((one) => one.endsWith('ms after they were suppressed')).length).toBeGreaterThan(0);
  },
);

test.each<[ContactControl, RegExp]>([
  ['noTouch', /has no contact in the contact ledger/],
  ['releaseDoubts', /has no contact in the contact ledger/],
  ['touchWithoutJudging', /\d contacts .*; .* allows \d/],
])('the audit finds out a broken run: %s', async (control, sentence) => {
  const found = (await simulations(8, control)).flatMap(({ audited }) => audited);
  expect(found.filter((one) => sentence.test(one)).length).toBeGreaterThan(0);
});
