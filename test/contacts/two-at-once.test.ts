import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { people } from '../rig/campaign-rig.ts';
import { contactKillLoop } from '../rig/contact-kill-loop.ts';
import { cappedCampaigns, files } from '../rig/contact-team.ts';
import { sampleOf } from '../rig/sample-of.ts';

/**
 * Two campaigns write to the same people at once, and both processes are killed again and again. With one contact a person and hours to do
 * it in, each person is contacted by one of the two, and by one only. `npm run soak -- kills` does a thousand kills.
 */
test.each(sampleOf([1, 2], 1))('seed %i: nobody is contacted by both, nobody by neither', async (seed) => {
  const { kills, inDoubt, ...report } = await contactKillLoop({ seed, kills: 3, recipients: 120 });
  expect(report).toEqual({ twice: [], lost: [], miscounted: [], held: [] });
  expect(inDoubt.length).toBeLessThanOrEqual(4 * kills);
  expect(kills).toBeGreaterThan(2);
});

test('without the rules of the project both contact everybody: this is how it would be found', async () => {
  const members = people(20);
  await using rig = await cappedCampaigns(members);
  rmSync(join(rig.folder, 'contacts.yaml'));
  for (const file of files) await rig.callsheet(['run', file, '--yes']).ended;
  expect(Object.values(rig.effects('whatsapp.send'))).toEqual(members.map(() => 2));
});
