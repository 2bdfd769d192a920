import { describe, expect, test } from 'vitest';
import { type Control, type Simulation, simulate } from './rig/simulation.ts';

/**
 * Whole campaigns in virtual time: a seed makes up the campaign, its audience, the service's faults, and when the process or
 * the machine dies. `npm run soak -- simulation` does a hundred thousand.
 */
async function campaigns(count: number, control?: Control): Promise<readonly Simulation[]> {
  const done: Simulation[] = [];
  for (let seed = 1; seed <= count; seed++) done.push(await simulate(seed, control));
  return done;
}

const inWords = ({ seed, broken }: Simulation): string =>
  `${broken.join('; ')}\n  replay with: SEED=${seed} npm run soak -- simulation`;

describe('a campaign under faults, crashes and power cuts', () => {
  test('reaches nobody twice, loses nobody, and keeps to hours, rates and order (1,000 seeds)', async () => {
    const done = await campaigns(1_000);
    expect(done.filter(({ broken }) => broken.length > 0).map(inWords)).toEqual([]);
    // The hunt is worth something only where there was something to get wrong.
    const sum = (of: (one: Simulation) => number): number => done.reduce((total, one) => total + of(one), 0);
    expect(sum(({ deaths }) => deaths)).toBeGreaterThan(300);
    expect(sum(({ requests }) => requests)).toBeGreaterThan(5_000);
    expect(sum(({ doubts }) => doubts)).toBeGreaterThan(100);
    expect(sum(({ ended }) => (ended === 'stopped' ? 1 : 0))).toBeGreaterThan(0);
  }, 300_000);

  test('goes the same way again with the same seed', async () => {
    expect(await simulate(3)).toEqual(await simulate(3));
  });
});

describe('a broken engine is found out', () => {
  test.each<[Control, RegExp]>([
    ['resendDoubts', /was reached twice/],
    ['bookDoubtsAsSent', /is accepted, and was not reached/],
    ['noIntent', /was reached twice/],
  ])('%s', async (control, promise) => {
    const broken = (await campaigns(60, control)).filter((one) => one.broken.some((words) => promise.test(words)));
    expect(broken.length).toBeGreaterThan(2);
  });
});
