import { expect, test } from 'vitest';
import { sampleOf } from '../rig/sample-of.ts';
import { workerKillLoop } from '../rig/worker-kill-loop.ts';

test.each(sampleOf([1, 2], 1))(
  'leader, workers and database are killed at random: nobody twice, nobody lost (seed %d)',
  async (seed) => {
    const report = await workerKillLoop({ seed, kills: 5, recipients: 150 });
    const { doubled, lost, contacts, last, kills, workersEnded } = report;
    expect({ doubled, lost, last: last === 0 || last === 3 }).toEqual({ doubled: [], lost: [], last: true });
    // With contact rules each person has one contact, which is made: nobody is left out.
    expect(contacts ?? { made: 150, open: 0 }).toEqual({ made: 150, open: 0 });
    expect(workersEnded.filter((code) => code !== 2)).toEqual([]);
    expect(Object.values(kills).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
  },
);
