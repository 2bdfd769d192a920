import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCampaignRig, people } from '../rig/campaign-rig.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';

const members = people(40);
const me = members[20]!;
const pepper = 'the pepper of the team, from its vault';

/** Every table of ours that has this text, in any column. */
async function tablesWith(url: string, text: string): Promise<readonly string[]> {
  const tables = await query(
    url,
    `SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
     WHERE table_schema LIKE 'callsheet%' AND table_type = 'BASE TABLE' ORDER BY name`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await query(url, `SELECT one::text AS row FROM ${String(name)} AS one`);
    if (rows.some(({ row }) => String(row).includes(text))) found.push(String(name));
  }
  return found;
}

test('a person who is forgotten is in no table of the store, and no machine contacts them again', async () => {
  await using rig = await createCampaignRig();
  await rig.members(members);
  await rig.write('contacts.yaml', 'project: shop\ncaps: [{ max: 5, per: day }]\n');
  await rig.campaign(
    `hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hello" } } }`,
    'limits: { concurrency: 2, rate: 20/s, doubts: 100 }',
  );
  const url = await newDatabase();
  let machines = 0;
  const start = (...args: readonly string[]) => {
    const machine = join(rig.folder, `machine-${++machines}`);
    const env = { CALLSHEET_STORE: `${url}?lease=2`, CALLSHEET_CONTACTS_PEPPER: pepper, HOME: machine };
    return rig.callsheet([...args, '--state', machine], env);
  };
  await start('suppress', me, '--reason', 'not on Sundays', '--channel', 'otp').ended;
  const leader = start('run', 'campaign.yaml', '--yes', '--no-send');
  const worker = start('worker', 'campaign.yaml');
  await rig.answered(23);
  leader.kill('SIGKILL');
  worker.kill('SIGKILL');
  await Promise.all([leader.ended, worker.ended]);
  expect(rig.effects('whatsapp.send')[me]).toBe(1);
  const before = await tablesWith(url, me);
  expect(before).toContain('callsheet.job');
  const refused = await start('forget', me).ended;
  expect(refused.stderr).toContain('is in progress');
  expect(await tablesWith(url, me)).toEqual(before);
  let forgotten = refused;
  while (forgotten.stderr.includes('is in progress')) {
    await sleep(500);
    forgotten = await start('forget', me).ended;
  }
  expect([forgotten.code, forgotten.stderr]).toEqual([0, '']);
  expect(forgotten.stdout).toContain('free pages of its tables until `VACUUM FULL`');
  expect(await tablesWith(url, me)).toEqual([]);
  const state = await start('status', 'campaign.yaml', '--format', 'json').ended;
  const again = await start('run', 'campaign.yaml', '--yes').ended;
  expect([0, 3]).toContain(again.code);
  const effects = rig.effects('whatsapp.send');
  expect(members.filter((name) => (effects[name] ?? 0) > 1)).toEqual([]);
  expect(await tablesWith(url, me)).toEqual([]);
  const { stdout } = await start('plan', 'campaign.yaml').ended;
  expect(stdout).toContain('1 row of `members` left out: this person asked to be forgotten');
  expect(state.stdout).not.toContain(me);
  // Another key does not recognize them: nothing is sent with it.
  const other = rig.callsheet(['run', 'campaign.yaml', '--yes', '--state', join(rig.folder, 'other')], {
    CALLSHEET_STORE: url,
    CALLSHEET_CONTACTS_PEPPER: 'the pepper of somebody else',
    HOME: join(rig.folder, 'other'),
  });
  const { code, stdout: findings } = await other.ended;
  expect(code).toBe(1);
  expect(findings).toContain('they were recorded with another key');
}, 60_000);
