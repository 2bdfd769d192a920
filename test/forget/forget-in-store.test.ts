import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
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
    const env = { CALLSHEET_STORE: `${url}?lease=120`, CALLSHEET_CONTACTS_PEPPER: pepper, HOME: machine };
    const child = ['run', 'worker'].includes(args[0]!) ? rig.process : rig.callsheet;
    return child([...args, '--state', machine], env);
  };
  await start('suppress', me, '--reason', 'not on Sundays', '--channel', 'otp').ended;
  const leader = start('run', 'campaign.yaml', '--yes', '--no-send');
  const worker = start('worker', 'campaign.yaml');
  await rig.answered(23);
  // A slot that the worker missed comes later.
  while (rig.effects('whatsapp.send')[me] === undefined) await rig.answered(rig.requests().length + 1);
  leader.kill('SIGKILL');
  worker.kill('SIGKILL');
  await Promise.all([leader.ended, worker.ended]);
  expect(rig.effects('whatsapp.send')[me]).toBe(1);
  const before = await tablesWith(url, me);
  expect(before).toContain('callsheet.job');
  const refused = await start('forget', me).ended;
  expect(refused.stderr).toContain('is in progress');
  expect(await tablesWith(url, me)).toEqual(before);
  // Nobody renews them any more: as if two minutes had passed.
  for (const table of ['campaign', 'worker'])
    await query(url, `UPDATE callsheet.${table} SET lease_until = clock_timestamp() WHERE lease_until IS NOT NULL`);
  const forgotten = await start('forget', me).ended;
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
  const other = rig.process(['run', 'campaign.yaml', '--yes', '--state', join(rig.folder, 'other')], {
    CALLSHEET_STORE: url,
    CALLSHEET_CONTACTS_PEPPER: 'the pepper of somebody else',
    HOME: join(rig.folder, 'other'),
  });
  const { code, stdout: findings } = await other.ended;
  expect(code).toBe(1);
  expect(findings).toContain('they were recorded with another key');
});

/** As if everybody in it were forgotten only once a run is led, and the store had no connection left then. */
const forgottenWhileLed = `
  ALTER TABLE callsheet.tombstone RENAME TO tombstone_rows;
  CREATE FUNCTION callsheet.answers() RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM callsheet.campaign WHERE leader_run IS NOT NULL) THEN
        RAISE EXCEPTION 'sorry, too many clients already' USING ERRCODE = '53300';
      END IF;
      RETURN false;
    END $$;
  CREATE VIEW callsheet.tombstone AS SELECT tombstone_rows.* FROM callsheet.tombstone_rows,
    (SELECT callsheet.answers() AS yes OFFSET 0) AS asked WHERE yes`;

test('a run that cannot read who was forgotten while it was opened sends nothing', async () => {
  await using rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(`hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hello" } } }`);
  const url = await newDatabase();
  const start = (...args: readonly string[]) =>
    rig.callsheet(args, { CALLSHEET_STORE: url, CALLSHEET_CONTACTS_PEPPER: pepper, HOME: rig.folder }).ended;
  expect((await start('forget', me, '--state', join(rig.folder, 'elsewhere'))).code).toBe(0);
  await query(url, forgottenWhileLed);
  const { code, stderr } = await start('run', 'campaign.yaml', '--yes');
  expect([code, stderr]).toEqual([
    2,
    'Who was forgotten while this run was being opened cannot be read: the store did not answer (sorry, too many clients already). Run again. Nothing was sent.\n',
  ]);
  expect(rig.requests()).toEqual([]);
});

test('without the store in which the contacts are nobody is forgotten, or it is said that they were not reached', async () => {
  await using rig = await createCampaignRig();
  await rig.members(members);
  await rig.write('contacts.yaml', 'project: shop\ncaps: [{ max: 5, per: day }]\n');
  const alone = { CALLSHEET_CONTACTS_PEPPER: pepper, CALLSHEET_STORE: '' };
  const shared = { ...alone, CALLSHEET_STORE: await newDatabase() };
  const said = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
    const { code, stdout, stderr } = await rig.callsheet(args, env).ended;
    return [code, stdout + stderr];
  };
  await rig.callsheet(['suppress', me, '--reason', 'asked to stop'], alone).ended;
  expect(await said(['store', 'copy', 'contacts.yaml'], shared)).toEqual([0, expect.stringContaining('Moved')]);
  const refused = [
    2,
    expect.stringMatching(/ledger\.db were moved to .* with --store, or .* Nothing was changed\.\n$/),
  ];
  expect(await said(['forget', me], alone)).toEqual(refused);
  expect(await said(['forget', me, '--dry-run'], alone)).toEqual(refused);
  await rm(join(rig.folder, '.callsheet/ledger.db'));
  const notReached = 'Not reached: the contact ledger, which is not here.';
  expect(await said(['forget', me], alone)).toEqual([0, expect.stringContaining(notReached)]);
  expect(await said(['forget', me], shared)).toEqual([0, expect.not.stringContaining(notReached)]);
  expect(await said(['suppress'], shared)).toEqual([0, 'Nobody is suppressed\n']);
});

test('without the store to which runs were moved nobody is forgotten: they would be contacted from there', async () => {
  await using rig = await createCampaignRig();
  await rig.members([members[0]!, me]);
  await rig.campaign(`hello: { uses: otp.send, forEach: members, with: { templateId: 31 } }`);
  const alone = { CALLSHEET_STORE: '' };
  const [shared, other] = [{ CALLSHEET_STORE: await newDatabase() }, { CALLSHEET_STORE: await newDatabase() }];
  const said = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
    const { code, stderr } = await rig.callsheet(args, env).ended;
    return [code, stderr];
  };
  await rig.run('--only', members[0]!);
  expect(await said(['store', 'copy', 'campaign.yaml'], shared)).toEqual([0, '']);
  const refused = [
    2,
    expect.stringMatching(/ were moved from .*\. Use that store with --store\. Nothing was changed\.\n$/),
  ];
  expect(await said(['forget', me], alone)).toEqual(refused);
  expect(await said(['forget', me], other)).toEqual(refused);
  expect(await said(['forget', me], shared)).toEqual([0, '']);
});

test('who was forgotten in the store does not come back with the runs of another machine, which is told to forget them, too', async () => {
  await using rig = await createCampaignRig();
  await rig.members([members[0]!, me]);
  await rig.campaign(`hello: { uses: otp.send, forEach: members, with: { templateId: 31 } }`);
  const url = await newDatabase();
  const alone = { CALLSHEET_CONTACTS_PEPPER: pepper, CALLSHEET_STORE: '' };
  const shared = { ...alone, CALLSHEET_STORE: url };
  expect(await rig.callsheet(['run', 'campaign.yaml', '--yes'], alone).ended).toMatchObject({ code: 0 });
  await mkdir(join(rig.folder, 'elsewhere'));
  expect(await rig.callsheet(['forget', me, 'elsewhere'], shared).ended).toMatchObject({ code: 0 });
  const copy = () => rig.callsheet(['store', 'copy', 'campaign.yaml'], shared).ended;
  expect(await copy()).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      / still has jobs of people who were forgotten: 234…\d{4}\. First forget them there, too: `callsheet forget NUMBER \.`\. Nothing was moved\.\n$/,
    ),
  });
  expect(await tablesWith(url, me)).toEqual([]);
  expect(await rig.callsheet(['forget', me, '.'], shared).ended).toMatchObject({ code: 0 });
  expect(await copy()).toMatchObject({ code: 0 });
  expect(await tablesWith(url, me)).toEqual([]);
});

test('a number that somebody else has in a reason or a consent is replaced in the store, in any notation', async () => {
  await using rig = await createCampaignRig();
  await rig.write('contacts.yaml', 'project: shop\n');
  const url = await newDatabase();
  const callsheet = (...args: readonly string[]) =>
    rig.callsheet(args, { CALLSHEET_STORE: url, CALLSHEET_CONTACTS_PEPPER: pepper }).ended;
  const other = members[0]!;
  const national = `0${me.slice(3, 6)} ${me.slice(6)}`;
  await callsheet('suppress', other, '--reason', `husband of ${national}`);
  await rig.write(
    'agreed.csv',
    `phone,purpose,basis,at,evidence\n${other},survey,+${me},2026-11-01 00:00,${national}\n`,
  );
  await callsheet('consent', 'agreed.csv');
  await rig.write('agreed.csv', '');
  const dry = await callsheet('forget', me, '--dry-run');
  for (const table of ['suppression', 'consent'])
    expect(dry.stdout).toMatch(
      new RegExp(`^ {2}1 row of callsheet_contacts\\.${table} in .* {2}would be rewritten$`, 'm'),
    );
  expect(await callsheet('forget', me)).toMatchObject({ code: 0, stderr: '' });
  const [one] = await query(
    url,
    'SELECT reason, basis, evidence FROM callsheet_contacts.suppression, callsheet_contacts.consent',
  );
  expect(one).toEqual({
    reason: expect.stringMatching(/^husband of 0\d{18,19}$/),
    basis: expect.stringMatching(/^\+0\d{18,19}$/),
    evidence: expect.stringMatching(/^0\d{18,19}$/),
  });
  expect((await callsheet('forget', me, '--dry-run')).stdout).not.toContain('would be rewritten');
});

test('a machine without the key of the store changes nothing, and works once it has the key', async () => {
  await using rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(`hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hello" } } }`);
  const url = await newDatabase();
  const start = (args: readonly string[], key: string) =>
    rig.callsheet(args, { CALLSHEET_STORE: url, CALLSHEET_CONTACTS_PEPPER: key, HOME: rig.folder }).ended;
  const elsewhere = `${rig.folder}-elsewhere`;
  expect((await start(['forget', members[0]!, '--state', elsewhere], pepper)).code).toBe(0);
  await rm(elsewhere, { recursive: true });
  const { code, stderr } = await start(['forget', me], '');
  expect([code, stderr.replace(url, 'STORE')]).toEqual([
    2,
    expect.stringMatching(/contacts\.key is missing .* Nothing was changed\.\n$/),
  ]);
  expect(existsSync(join(rig.folder, '.callsheet', 'contacts.key'))).toBe(false);
  const wrong = await start(['forget', me], 'the pepper of somebody else');
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/another key: .* Nothing was changed\.\n$/)]);
  expect(await start(['forget', me], pepper)).toMatchObject({ code: 0, stderr: '' });
  expect((await start(['plan', 'campaign.yaml'], pepper)).stdout).toContain('2 rows of `members` left out');
});

test('in a store whose projects have different keys nobody is forgotten, and both go on', async () => {
  await using rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(`hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hello" } } }`);
  const url = await newDatabase();
  const start = (project: string, ...args: readonly string[]) =>
    rig.callsheet([...args, '--state', join(rig.folder, project)], {
      CALLSHEET_STORE: url,
      CALLSHEET_CONTACTS_PEPPER: `the pepper of the project ${project}`,
      HOME: rig.folder,
    }).ended;
  for (const project of ['shop', 'bank']) {
    await rig.write('contacts.yaml', `project: ${project}\ncaps: [{ max: 5, per: day }]\n`);
    expect((await start(project, 'suppress', members[0]!, '--reason', 'asked')).code).toBe(0);
  }
  for (const dryRun of [['--dry-run'], []]) {
    const { code, stdout, stderr } = await start('shop', 'forget', me, ...dryRun);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^Projects in .* have different keys, and no key recognizes the people of another, .* Nothing was changed\.\n$/,
    );
  }
  expect(await query(url, 'SELECT FROM callsheet.tombstone')).toEqual([]);
  expect(existsSync(join(rig.folder, 'shop', 'ledger.db'))).toBe(false);
  expect((await start('bank', 'plan', 'campaign.yaml')).code).toBe(0);
});

test.each(['campaign.yaml', 'contacts.yaml'])(
  'who was forgotten in a file is forgotten in the store, and in the file of another machine, to which %s is moved',
  async (moved) => {
    await using rig = await createCampaignRig();
    const [ada, ben] = people(2) as [string, string];
    await rig.members([ada, ben]);
    await rig.write('contacts.yaml', 'project: shop\n');
    await rig.campaign(`hello: { uses: otp.send, forEach: members, with: { templateId: 31 } }`);
    const url = await newDatabase();
    const on = (machine: string, key: string, ...args: readonly string[]) =>
      rig.callsheet([...args, '--state', join(rig.folder, machine)], {
        CALLSHEET_CONTACTS_PEPPER: key,
        HOME: join(rig.folder, `home-of-${machine}`),
      }).ended;
    expect((await on('one', pepper, 'run', 'campaign.yaml', '--yes', '--only', ben)).code).toBe(0);
    expect((await on('one', pepper, 'forget', ada)).code).toBe(0);
    const copy = ['store', 'copy', moved, '--store', url];
    expect(await on('one', `${pepper}, another`, ...copy)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/made with another key.* Nothing was moved\.\n$/),
    });
    expect(await on('one', pepper, ...copy)).toMatchObject({ code: 0, stderr: '' });
    const left = '1 row of `members` left out: this person asked to be forgotten\n';
    expect((await on('two', pepper, 'plan', 'campaign.yaml', '--store', url)).stdout).toContain(left);
    expect(await on('two', pepper, ...copy, '--to', 'file')).toMatchObject({ code: 0, stderr: '' });
    expect((await on('two', pepper, 'plan', 'campaign.yaml')).stdout).toContain(left);
  },
);

test('who was forgotten while the runs were in the store is not in the file to which they come back', async () => {
  await using rig = await createCampaignRig();
  const [ada, ben] = people(2) as [string, string];
  await rig.members([ada, ben]);
  await rig.campaign(`hello: { uses: otp.send, forEach: members, with: { templateId: 31 } }`);
  const url = await newDatabase();
  const on = (machine: string, ...args: readonly string[]) =>
    rig.callsheet([...args, '--state', join(rig.folder, machine)], {
      CALLSHEET_CONTACTS_PEPPER: pepper,
      HOME: join(rig.folder, `home-of-${machine}`),
    }).ended;
  expect((await on('one', 'run', 'campaign.yaml', '--yes')).code).toBe(0);
  const copy = ['store', 'copy', 'campaign.yaml', '--store', url];
  expect(await on('one', ...copy)).toMatchObject({ code: 0, stderr: '' });
  // Where a `forget` was killed while it had snapshots of the store there.
  await mkdir(join(rig.folder, 'two', 'forgetting', 'snapshots', 'trial'), { recursive: true });
  await rig.write('two/forgetting/snapshots/trial/members.rows', `phone\n${ben}\n`);
  expect(await on('two', 'forget', ben, 'two', '--store', url)).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(join(rig.folder, 'two', 'forgetting'))).toBe(false);
  expect(await on('one', ...copy, '--to', 'file')).toMatchObject({ code: 0, stderr: '' });
  const jobs = await query(url, 'SELECT key FROM callsheet.job ORDER BY key DESC');
  const { stdout } = await on('one', 'report', 'campaign.yaml', '--format', 'json');
  expect([stdout.includes(ben), stdout.includes(ada)]).toEqual([false, true]);
  expect(jobs).toEqual([{ key: ada }, { key: expect.stringMatching(/^0\d{19}$/) }]);
});
