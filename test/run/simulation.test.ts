import { describe, expect, test } from 'vitest';
import { isWhole, sampleOf } from '../rig/sample-of.ts';
import { type ApprovalControl, simulateApproval } from '../rig/simulated-approval.ts';
import { replayOf, type Simulation, type SimulationOptions, simulate } from '../rig/simulation.ts';
import type { Control } from '../rig/simulation-controls.ts';

/**
 * Whole campaigns in virtual time: a seed makes up the campaign, its audiences, the service's faults, when the process or the
 * machine dies, and what people do meanwhile: they pause, cancel, press Ctrl-C, close the lid, set the clock, edit the files, decide
 * upon jobs in doubt.
 * `npm run soak -- simulation` does a hundred thousand.
 */
const seeds = isWhole ? 100 : 15;
/** How often a broken engine must be found out. */
const often = isWhole ? 3 : 1;

async function campaigns(count: number, options: SimulationOptions = {}): Promise<readonly Simulation[]> {
  const done: Simulation[] = [];
  for (let seed = 1; seed <= count; seed++) done.push(await simulate(seed, options));
  return done;
}

let simulated: Promise<readonly Simulation[]> | undefined;
/** What several tests look at, once. */
const sample = (): Promise<readonly Simulation[]> => (simulated ??= campaigns(seeds));

const inWords = (one: Simulation): string => `${one.broken.join('; ')}\n  replay with: ${replayOf(one)}`;

describe('a campaign under faults, crashes, power cuts, edits, and people who meddle', () => {
  test('reaches nobody twice, loses nobody, and keeps to hours, rates, order and orders', async () => {
    const done = await sample();
    expect(done.filter(({ broken }) => broken.length > 0).map(inWords)).toEqual([]);
    // The hunt is worth something only where there was something to get wrong.
    const sum = (of: (one: Simulation) => number): number => done.reduce((total, one) => total + of(one), 0);
    expect(sum(({ deaths }) => deaths)).toBeGreaterThan(0.3 * seeds);
    expect(sum(({ edits }) => edits)).toBeGreaterThan(0.3 * seeds);
    expect(sum(({ acts }) => acts)).toBeGreaterThan(0.3 * seeds);
    expect(sum(({ decisions }) => decisions)).toBeGreaterThan(0.3 * seeds);
    expect(sum(({ requests }) => requests)).toBeGreaterThan(5 * seeds);
    expect(sum(({ waves }) => waves)).toBeGreaterThan(0.2 * seeds);
    expect(sum(({ doubts }) => doubts)).toBeGreaterThan(0.1 * seeds);
    expect(sum(({ ended }) => (ended === 'stopped' ? 1 : 0))).toBeGreaterThan(0);
  }, 300_000);

  test('the same over a real state file, whose processes are killed', async () => {
    const done = await campaigns(seeds / 5, { state: 'file' });
    expect(done.filter(({ broken }) => broken.length > 0).map(inWords)).toEqual([]);
    expect(done.reduce((deaths, one) => deaths + one.deaths, 0)).toBeGreaterThan(0.06 * seeds);
  }, 300_000);

  test.each([
    [83_006, 'what is about to leave stays when an answer halts the run'],
    [307_696, 'an upload is distinguished from another of the same file, though the clock was set'],
    [801_471, 'a run that is over before a delay says which steps cannot start'],
    [8_459, 'a step that is renamed while a repeat is due does not send it under another name'],
  ])('seed %i, which once broke a promise: %s', async (seed) => {
    expect((await simulate(seed)).broken).toEqual([]);
  });

  test('goes the same way again with the same seed', async () => {
    const meddled = (await sample()).filter(({ acts, edits, deaths }) => acts > 0 && edits > 0 && deaths > 0);
    expect(meddled.length).toBeGreaterThan(0);
    for (const one of sampleOf(meddled, 3)) expect(await simulate(one.seed)).toEqual(one);
  });
});

describe('a campaign under an approved plan', () => {
  test('starts no job that the plan does not start, and each one that it starts', async () => {
    const done = [];
    for (let seed = 1; seed <= 2 * seeds; seed++) done.push(await simulateApproval(seed));
    expect(done.filter(({ broken }) => broken.length > 0)).toEqual([]);
    expect(done.filter(({ isExact, planned }) => isExact && planned > 0).length).toBeGreaterThan(0);
    expect(done.reduce((sum, { started }) => sum + started, 0)).toBeGreaterThan(5 * seeds);
  }, 300_000);

  test.each<[ApprovalControl, number, RegExp]>([
    ['ignorePlan', 10, /was started, and the plan does not start it/],
    ['forgetFallbacks', 155, /was held back as not in the plan, which starts it/],
  ])('an engine that would %s is found out (seed %i)', async (control, seed, broken) => {
    expect((await simulateApproval(seed, control)).broken.join()).toMatch(broken);
  });
});

describe('a broken engine is found out', () => {
  // From a seed that shows it in a short campaign; in `npm run soak -- whole` three of four hundred have to.
  test.each<[Control, number, RegExp]>([
    ['resendDoubts', 13, /was reached twice/],
    ['bookDoubtsAsSent', 1, /is accepted, and was not reached/],
    ['noIntent', 15, /was reached twice/],
    ['ignorePause', 16, /was started while paused/],
    ['ignoreDrain', 1, /was started while (draining|cancelled)/],
    ['ignoreHalt', 5, /was started while halted/],
    ['forgetRates', 10, /audit, rate/],
    ['forgetEdits', 9, /audit, audience/],
    ['forgetRenames', 35, /was reached twice|effects belong to no job/],
    ['ignoreSleep', 5, /audit, hours/],
    ['ignoreDeparture', 23, /was started while (paused|draining|cancelled|halted)/],
    ['forgetMoney', 30, /was spent of a budget/],
    ['forgetAttempts', 89, /recorded as not reached/],
    ['ignoreDecisions', 85, /was to be sent again, and a process ended by itself without it/],
    ['doubleDecisions', 30, /was reached twice/],
    ['forgetWaves', 5, /wave 1 began as number/],
  ])('%s (from seed %i)', async (control, from, promise) => {
    expect(await foundOut({ control }, promise, isWhole ? 1 : from, often)).toBe(often);
  });

  test('bookHeldBackAsSent, which takes an edit between a halt and the next process', async () => {
    const { broken } = await simulate(435, { control: 'bookHeldBackAsSent' });
    expect(broken).toContainEqual(expect.stringMatching(/was put in doubt, and no request for it was made/));
  });

  test('over a real state file, too', async () => {
    expect(await foundOut({ control: 'noIntent', state: 'file' }, /was reached/, 17, 1)).toBe(1);
  });
});

/** In how many campaigns the promise is seen broken, until it has been often enough. */
async function foundOut(options: SimulationOptions, promise: RegExp, from: number, times: number): Promise<number> {
  let found = 0;
  for (let seed = from; seed < from + 400 && found < times; seed++) {
    const { broken } = await simulate(seed, options);
    if (broken.some((words) => promise.test(words))) found++;
  }
  return found;
}
