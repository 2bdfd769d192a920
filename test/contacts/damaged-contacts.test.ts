import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { createCampaignRig, otpStep, people } from '../rig/campaign-rig.ts';
import { createContactsFile } from '../rig/damaged-contacts.ts';
import { flipped } from '../rig/damaged-state.ts';
import { seed } from '../rig/sample-of.ts';

/** Of a file of small pages: most bits say something. All of them: `npm run soak -- corruption`. */
const trials = 400;

test('a ledger of contacts is refused wherever it is cut or a bit is flipped, or it answers as before', async () => {
  using file = await createContactsFile(512);
  const random = createSeededRandom(seed);
  const ends = new Map<string, number>();
  for (let trial = 0; trial < trials; trial++) {
    const at = Math.floor(random.next() * file.size);
    const bit = at * 8 + Math.floor(random.next() * 8);
    const end = await file.open((bytes) => (trial % 8 === 0 ? bytes.subarray(0, at) : flipped(bytes, bit)));
    expect({ seed, trial, at, bit, end }).not.toMatchObject({ end: 'other answers' });
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  expect(ends.get('damaged')).toBeGreaterThan(trials / 2);
  expect(await file.open((bytes) => bytes)).toBe('same');
});

test.each(['plan', 'report', 'audit', 'why'])('`%s` says that a contact is of no step', async (command) => {
  await using rig = await createCampaignRig();
  const [person = ''] = people(1);
  await rig.members([person]);
  await rig.write('contacts.yaml', 'project: shop\n');
  await rig.campaign(otpStep);
  await rig.run();
  const ledger = join(rig.folder, '.callsheet/ledger.db');
  const database = openDatabase(ledger);
  database.exec('DELETE FROM scope');
  database.close();
  const ended = await rig.callsheet([command, 'campaign.yaml', ...(command === 'why' ? [person] : [])]).ended;
  expect(ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`${ledger} is damaged (a contact is of no step)`),
  });
});
