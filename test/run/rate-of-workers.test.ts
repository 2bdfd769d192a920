import { expect, test } from 'vitest';
import { crew } from '../rig/crew.ts';
import { newDatabase } from '../rig/postgres/database.ts';
import { createDatabaseProxy } from '../rig/postgres/database-proxy.ts';
import { isLong } from '../rig/sample-of.ts';

const perSecond = 20;
/** A request may leave 50 ms after its time, and processes know the time of their leader to a few milliseconds. */
const leastMs = 1_000 - 50 - 20;

/** Intervals in which more requests left than the rate allows. */
function bursts(departures: readonly number[]): readonly string[] {
  return departures.flatMap((at, index) => {
    const first = departures[index - perSecond];
    return first === undefined || at - first >= leastMs ? [] : [`${perSecond + 1} requests in ${at - first} ms`];
  });
}

test.runIf(isLong)(
  'the rate holds at the wire while workers are stopped for moments and the database is slow',
  async () => {
    await using wire = await createDatabaseProxy(await newDatabase());
    await using all = await crew(`limits: { concurrency: 24, rate: ${perSecond}/s }`, { url: wire.url });
    const { rig } = all;
    await rig.fault({ kind: 'delay', ms: 30 });
    const leader = all.lead();
    const workers = await Promise.all([all.process.worker(), all.process.worker(), all.process.worker()]);
    for (const [answers, stopped, mostMs] of [
      [10, 0, 40],
      [20, 1, 0],
      [30, 2, 80],
      [45, 0, 400],
      [60, 1, 20],
    ] as const) {
      await rig.answered(answers);
      wire.slow(mostMs);
      workers[stopped].kill('SIGSTOP');
      await rig.answered(answers + perSecond / 4);
      workers[stopped].kill('SIGCONT');
    }
    // On a slow machine a lease may end meanwhile.
    expect([0, 3]).toContain((await leader.ended).code);
    expect(await all.mistakes()).toEqual({ twice: [], missing: [] });
    expect(bursts(await all.departures())).toEqual([]);
  },
);
