import { expect, test } from 'vitest';
import { isWhole } from '../rig/sample-of.ts';
import { type ContactControl, type ContactSimulation, simulateContacts } from '../rig/simulated-contacts.ts';

/**
 * Two campaigns write to the same people at once, in virtual time, over one ledger: a seed makes up the rules, the campaigns, the
 * faults, when processes die, when the clock of a machine is set, whom somebody suppresses for a while or for good, and what is decided upon
 * jobs in doubt.
 */
const seeds = isWhole ? 60 : 10;

async function simulations(count: number, control?: ContactControl): Promise<readonly ContactSimulation[]> {
  const done: ContactSimulation[] = [];
  for (let seed = 1; seed <= count; seed++) done.push(await simulateContacts(seed, control));
  return done;
}

let simulated: Promise<readonly ContactSimulation[]> | undefined;
/** What several tests look at, once. */
const sample = (): Promise<readonly ContactSimulation[]> => (simulated ??= simulations(seeds));

test('no cap is exceeded, no contact is lost, nothing stays reserved, and the audit finds nothing', async () => {
  const done = await sample();
  const broken = done.filter((one) => one.broken.length > 0);
  expect(broken.map(({ seed, broken: [first] }) => `seed ${seed}: ${first}`)).toEqual([]);
  expect(done.flatMap(({ audited }) => audited)).toEqual([]);
  const sum = (of: (one: ContactSimulation) => number): number => done.reduce((total, one) => total + of(one), 0);
  expect(sum(({ deaths }) => deaths)).toBeGreaterThan(2 * seeds);
  expect(sum(({ clockSettings }) => clockSettings)).toBeGreaterThan(0.3 * seeds);
  expect(sum(({ contacts }) => contacts)).toBeGreaterThan(6 * seeds);
  expect(sum(({ capped }) => capped)).toBeGreaterThan(0.4 * seeds);
  expect(sum(({ decisions }) => decisions)).toBeGreaterThan(0.5 * seeds);
  expect(sum(({ waves }) => waves)).toBeGreaterThan(0.5 * seeds);
  expect(sum(({ suppressed }) => suppressed)).toBeGreaterThan(1.5 * seeds);
  expect(sum(({ forbidden }) => forbidden)).toBeGreaterThan(seeds / 60);
});

test('goes the same way again with the same seed', async () => {
  expect(await simulations(3)).toEqual((await sample()).slice(0, 3));
});

// With the seed that is asked first, as its simulation is short and shows it.
test.each<[ContactControl, number, RegExp]>([
  ['noTouch', 7, /was contacted \d times under/],
  ['releaseDoubts', 4, /the ledger has no/],
  ['touchWithoutJudging', 7, /was contacted \d times under/],
  ['keepReservations', 6, /stays reserved/],
  ['keepGeneration', 25, /ms after they were suppressed$/],
  ['sendForbidden', 25, /ms after they were suppressed$/],
  ['forgetSkips', 9, /was reached by the first step of \w+ and by its fallback$/],
])('a broken run is found out: %s', async (control, first, sentence) => {
  expect(await isFoundOut(control, first, ({ broken }) => broken, sentence)).toBe(true);
});

test.each<[ContactControl, number, RegExp]>([
  ['noTouch', 7, /has no contact in the contact ledger/],
  ['releaseDoubts', 4, /has no contact in the contact ledger/],
  ['touchWithoutJudging', 7, /\d contacts .*; .* allows \d/],
])('the audit finds out a broken run: %s', async (control, first, sentence) => {
  expect(await isFoundOut(control, first, ({ audited }) => audited, sentence)).toBe(true);
});

async function isFoundOut(
  control: ContactControl,
  first: number,
  foundIn: (one: ContactSimulation) => readonly string[],
  sentence: RegExp,
): Promise<boolean> {
  for (const seed of new Set([first, ...Array.from({ length: 10 }, (_, index) => index + 1)])) {
    if (foundIn(await brokenRun(seed, control)).some((one) => sentence.test(one))) return true;
  }
  return false;
}

const brokenRuns = new Map<string, Promise<ContactSimulation>>();
/** Once for each: the promises and the audit are judged by the same ones. */
function brokenRun(seed: number, control: ContactControl): Promise<ContactSimulation> {
  const name = `${control} ${seed}`;
  const run = brokenRuns.get(name) ?? simulateContacts(seed, control);
  brokenRuns.set(name, run);
  return run;
}
