import { expect, test } from 'vitest';
import { createCampaignRig, people } from '../rig/campaign-rig.ts';
import { newDatabase } from '../rig/postgres/database.ts';
import { createSlowTls } from '../rig/slow-tls.ts';

const hello = 'hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hello" } } }';

test.each([
  ['a file', async () => ''],
  ['a store', newDatabase],
])('with contacts in %s, who is suppressed while a connection is made is not contacted on it', async (_, place) => {
  await using rig = await createCampaignRig();
  await using tls = await createSlowTls(rig.sandbox.url);
  const [one, me] = people(2) as [string, string];
  await rig.members([one, me]);
  await rig.write('contacts.yaml', 'project: shop\ncaps: [{ max: 1, per: day }]\n');
  await rig.campaign(hello, 'limits: { concurrency: 2 }');
  const env = { ...tls.env, CALLSHEET_STORE: await place() };
  tls.hold();
  const run = rig.process(['run', 'campaign.yaml', '--yes'], env);
  await tls.waiting(2);
  const stopped = await rig.callsheet(['suppress', me, '--reason', 'asked to stop'], env).ended;
  expect([stopped.code, stopped.stderr]).toEqual([0, '']);
  tls.release();
  const { code, stdout } = await run.ended;
  expect(code).toBe(0);
  expect(stdout).toMatch(/hello +1 +· +1 +· +· +·\n/);
  expect(rig.effects('whatsapp.send')).toEqual({ [one]: 1 });
});
