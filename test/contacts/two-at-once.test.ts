import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { contactPaths } from '../../src/ledger/contacts/contact-paths.ts';
import { openContactLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { buildEngineProcess } from '../rig/build-process.ts';
import { type CampaignRig, createCampaignRig, people } from '../rig/campaign-rig.ts';
import { type Child, startChild } from '../rig/child.ts';
import { sampleOf } from '../rig/sample-of.ts';
import { createDice } from '../rig/simulated-campaign.ts';

/**
 * Two campaigns write to the same people at once, and both processes are killed again and again, also between touch and intent.
 * With one contact a day and a day to do it in, each person is contacted by one of the two, and by one only.
 */
let engineProcess = '';
beforeAll(async () => {
  engineProcess = await buildEngineProcess();
});

const members = people(120);
const names = ['trial', 'autumn'] as const;

async function createRig(): Promise<CampaignRig> {
  const rig = await createCampaignRig({ world: { timestampValid: '1d' } });
  await rig.members(members);
  await rig.write('contacts.yaml', 'project: shop\ncaps: [{ max: 1, per: rolling 48h }]\n');
  const ends = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 16);
  await rig.campaign(
    'hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hello" } } }\n',
    `ends: ${ends}\nlimits: { concurrency: 4, doubts: 1000 }`,
  );
  await rig.write('autumn.yaml', readFileSync(rig.file, 'utf8').replace('campaign: trial', 'campaign: autumn'));
  return rig;
}

test.each(sampleOf([1, 2], 1))('seed %i: nobody is contacted by both, nobody by neither', async (seed) => {
  await using rig = await createRig();
  const dice = createDice(createSeededRandom(seed));
  const start = (name: string): Child => {
    const file = join(rig.folder, name === 'trial' ? 'campaign.yaml' : `${name}.yaml`);
    return startChild([engineProcess, JSON.stringify({ file, url: rig.sandbox.url })], { cwd: rig.folder });
  };
  let kills = 0;
  await Promise.all(
    names.map(async (name) => {
      for (let left = 3; ; left--) {
        const child = start(name);
        if (left > 0) {
          const more = rig.requests().length + dice.between(1, 20);
          await Promise.race([rig.answered(more), child.ended]);
          child.kill('SIGKILL');
        }
        const { signal, code, stderr } = await child.ended;
        if (signal === 'SIGKILL') kills++;
        else if (code !== 0 || stderr !== '') throw new Error(`${name} ended with ${code}: ${stderr}`);
        if (code === 0) return;
      }
    }),
  );
  const effects = rig.effects('whatsapp.send');
  const paths = contactPaths({ folder: join(dirname(rig.file), '.callsheet'), sandbox: false });
  const ledger = openContactLedger({ paths, project: 'shop', pepper: undefined });
  if ('kind' in ledger) throw new Error(ledger.kind);
  const touches = members.map((key) => ledger.factsOf(key).touches.length);
  const reserved = names.flatMap((campaign) => ledger.reservations({ campaign, run: '1' }));
  ledger.close();
  expect(members.filter((key) => (effects[key] ?? 0) > 1)).toEqual([]);
  expect(touches).toEqual(members.map(() => 1));
  expect(reserved).toEqual([]);
  expect(kills).toBeGreaterThan(2);
});

test('without the rules of the project both contact everybody: this is how it would be found', async () => {
  await using rig = await createRig();
  rmSync(join(rig.folder, 'contacts.yaml'));
  for (const file of [rig.file, join(rig.folder, 'autumn.yaml')])
    await startChild([engineProcess, JSON.stringify({ file, url: rig.sandbox.url })], { cwd: rig.folder }).ended;
  expect(Object.values(rig.effects('whatsapp.send'))).toEqual(members.map(() => 2));
});
