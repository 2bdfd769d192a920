import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { createCampaignRig, once, people, whatsappStep } from '../rig/campaign-rig.ts';
import { emptyDatabase, query } from '../rig/postgres/database.ts';

/** What differs from run to run is left out. */
function plain(text: string, url: string): string {
  const { host, pathname } = new URL(url);
  return text
    .replaceAll(host, 'HOST')
    .replaceAll(pathname, '/DB')
    .replaceAll(/PostgreSQL \d+[\w.]*/g, 'PostgreSQL N')
    .replaceAll(/\d+ of \d+ connections/g, 'N of N connections')
    .replaceAll(/dead rows: .+/g, 'dead rows: N')
    .replaceAll(/takes [\d.]+ MB/g, 'takes N MB')
    .replaceAll(/process \d+ on \S+, since \S+;/g, 'process N on HOST, since T;')
    .replaceAll(/ends in [\w ]+ unless/g, 'ends in N unless')
    .replaceAll(/(the oldest transaction has been open for .+|no transaction is open for long)/g, 'transactions');
}

test('callsheet store migrate makes the tables, says what it did, and may be repeated', async () => {
  await using rig = await createCampaignRig();
  const url = await emptyDatabase();
  const migrate = async (...more: readonly string[]) => {
    const { code, stdout, stderr } = await rig.callsheet(['store', 'migrate', ...more], { CALLSHEET_STORE: url }).ended;
    return { code, said: plain(stdout + stderr, url) };
  };
  const tables = await migrate('--format', 'json');
  const { to } = JSON.parse(tables.said) as { readonly to: number };
  expect(tables).toEqual({ code: 0, said: `{"from":0,"to":${to}}\n` });
  expect(await migrate()).toEqual({
    code: 0,
    said: `postgres://admin@HOST/DB already has the tables of this version (${to}).\n`,
  });
  await query(url, 'UPDATE callsheet.version SET number = 99');
  expect(await migrate()).toEqual({
    code: 2,
    said: 'postgres://admin@HOST/DB was written by a newer callsheet (state version 99). Update callsheet.\n',
  });
});

test('the password of a store may be in the env file, and what is in the environment goes first', async () => {
  await using rig = await createCampaignRig();
  const url = new URL(await emptyDatabase());
  const password = 'a#b@c/d %e';
  await query(url.href, `DROP ROLE IF EXISTS odd; CREATE ROLE odd SUPERUSER LOGIN PASSWORD '${password}'`);
  Object.assign(url, { username: 'odd', password: '' });
  await writeFile(join(rig.folder, 'store.env'), `CALLSHEET_STORE=${url.href}\nPGPASSWORD='${password}'\n`);
  const migrate = async (env: Readonly<Record<string, string>>) => {
    const { code, stdout, stderr } = await rig.callsheet(['store', 'migrate', '--env-file', 'store.env'], env).ended;
    return { code, said: plain(stdout + stderr, url.href) };
  };
  expect(await migrate({ PGPASSWORD: 'wrong' })).toMatchObject({ code: 2, said: expect.not.stringContaining('a#b') });
  expect(await migrate({})).toMatchObject({ code: 0, said: expect.stringContaining('postgres://odd@HOST/DB now has') });
});

test('callsheet store doctor says how a store is, what to do, and who runs what', async () => {
  await using rig = await createCampaignRig();
  const url = await emptyDatabase();
  const doctor = async (...more: readonly string[]) => {
    const { code, stdout, stderr } = await rig.callsheet(['store', 'doctor', ...more], { CALLSHEET_STORE: url }).ended;
    return { code, stdout, said: plain(stdout + stderr, url) };
  };
  expect(await doctor()).toMatchObject({
    code: 1,
    said: expect.stringContaining(
      '✗ there are no tables\n    Run `callsheet store migrate` with a role that may create tables.\n',
    ) as string,
  });
  await rig.callsheet(['store', 'migrate'], { CALLSHEET_STORE: url }).ended;
  await query(
    url,
    `INSERT INTO callsheet.campaign (name, service, lineage, leader_run, leader_pid, leader_host, leader_since, lease_until)
     VALUES ('spring', 's', 'l', '1', 7, 'there', 0, now() + interval '1 h'), ('summer', 's', 'l', null, null, null, null, null)`,
  );
  const { code, said } = await doctor();
  expect({ code, said: said.replace(/version \d+/, 'version N') }).toEqual({
    code: 0,
    said: `✓ PostgreSQL N
✓ the connection does not leave this machine, and is not encrypted
✓ tables of version N
✓ the role may carry out runs
✓ fsync is on
✓ full_page_writes is on
· no standby confirms commits: if one replaces this server, it may not know the latest
✓ the clocks of the server and this machine agree
✓ N of N connections are used
✓ transactions
✓ dead rows: N
· the database takes N MB
✓ spring: 0 runs; run 1 is carried out by process N on HOST, since T; its lease ends in N unless it is renewed
· summer: 0 runs, no process runs it
`,
  });
  const { ok, findings } = JSON.parse((await doctor('--format', 'json')).stdout) as {
    readonly ok: boolean;
    readonly findings: readonly { readonly check: string; readonly ok: boolean }[];
  };
  expect(ok).toBe(true);
  expect(findings.filter((finding) => !finding.ok)).toEqual([]);
});

test('callsheet store copy moves the runs of a campaign to a store and back, and nobody is contacted twice', async () => {
  await using rig = await createCampaignRig();
  const names = people(3);
  await rig.members(names.slice(0, 1));
  await rig.campaign(whatsappStep);
  const [url, home] = [await emptyDatabase(), { XDG_STATE_HOME: join(rig.folder, 'home') }];
  const inStore = { ...home, CALLSHEET_STORE: url };
  const callsheet = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
    const { code, stdout, stderr } = await rig.callsheet(args, env).ended;
    return {
      code,
      said: plain(stdout + stderr, url)
        .replaceAll(/\S+:\S+\/ledger\.db/g, 'FILE')
        .replaceAll(/\(\w+…\)/g, '(N)'),
    };
  };
  const run = ['run', 'campaign.yaml', '--yes'];
  expect(await callsheet(run, home)).toMatchObject({ code: 0 });
  await cp(join(rig.folder, '.callsheet'), join(rig.folder, 'older'), { recursive: true });
  expect(await callsheet(['store', 'copy', 'campaign.yaml'], inStore)).toEqual({
    code: 0,
    said: 'Moved run 1 of trial with 1 job from FILE to postgres://admin@HOST/DB. The records are the same on both sides (N). FILE refuses to run them from now on.\n',
  });
  expect(await callsheet(['store', 'copy', 'campaign.yaml'], inStore)).toEqual({
    code: 2,
    said: 'The runs of trial are already in postgres://admin@HOST/DB. Nothing was moved.\n',
  });
  expect(await callsheet(['audit', 'campaign.yaml', '--run', 'later'], inStore)).toEqual({
    code: 2,
    said: 'campaign.yaml has not been run (run later); another run of it exists: select it with --run\n',
  });
  await rig.members(names.slice(0, 2));
  const refused = await callsheet(run, home);
  expect([refused.code, refused.said]).toEqual([
    2,
    expect.stringContaining('The runs of campaign.yaml were moved from '),
  ]);
  expect(await callsheet(run, inStore)).toMatchObject({ code: 0 });
  expect(await callsheet(['store', 'copy', 'campaign.yaml', '--to', 'file'], inStore)).toMatchObject({ code: 0 });
  expect(await callsheet(['store', 'copy', 'campaign.yaml', '--to', 'file'], inStore)).toEqual({
    code: 2,
    said: 'The runs of trial are already in FILE. Nothing was moved.\n',
  });
  await rig.members(names);
  expect(await callsheet(run, inStore)).toMatchObject({ code: 2 });
  expect(await callsheet(run, home)).toMatchObject({ code: 0 });
  // As where the host has another name now.
  const file = openDatabase(join(rig.folder, '.callsheet/ledger.db'));
  file.exec("UPDATE head SET host = 'earlier'");
  file.close();
  await query(url, "UPDATE callsheet.campaign SET moved_to = 'earlier:' || moved_to");
  expect(await callsheet(['store', 'copy', 'campaign.yaml'], inStore)).toEqual({
    code: 2,
    said: 'FILE was written on another host (earlier). If that host will not run it again, take it over with --adopt.\n',
  });
  expect(await callsheet(['store', 'copy', 'campaign.yaml', '--adopt'], inStore)).toMatchObject({ code: 0 });
  expect(await callsheet(['store', 'copy', 'campaign.yaml', '--adopt', '--state', 'older'], inStore)).toEqual({
    code: 2,
    said: 'This machine carries out the runs of campaign.yaml with postgres://admin@HOST/DB; FILE does not record who was contacted. Move them from there.\n',
  });
  expect(await callsheet(run, inStore)).toMatchObject({ code: 0 });
  expect(rig.effects('whatsapp.send')).toEqual(once(names));
});

test('doctor looks at the store, too, where there is one', async () => {
  await using rig = await createCampaignRig();
  const url = await emptyDatabase();
  const shown = url.replace(/:[^:@/]*@/, '@');
  const doctor = async (store: string) => {
    const { code, stdout } = await rig.callsheet(['doctor'], { CALLSHEET_STORE: store }).ended;
    return { code, stdout };
  };
  expect(await doctor(url)).toEqual({
    code: 1,
    stdout: expect.stringContaining(
      '✗ the store: there are no tables\n    Run `callsheet store migrate` with a role that may create tables.\n✓ settings for',
    ),
  });
  expect(await rig.callsheet(['store', 'migrate'], { CALLSHEET_STORE: url }).ended).toMatchObject({ code: 0 });
  expect(await doctor(url)).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /\n✓ this folder is writable, with [\d.]+ [MG]B free, .*\n✓ the store \S+ is in order\n/,
    ),
  });
  expect(await doctor(Object.assign(new URL(url), { pathname: '/nowhere' }).href)).toEqual({
    code: 1,
    stdout: expect.stringContaining(
      `✗ the store cannot be used\n    ${shown.replace(/[^/]*$/, 'nowhere')}: database "nowhere" does not exist.`,
    ),
  });
});

test('without a store, or with another word, it says what is possible', async () => {
  await using rig = await createCampaignRig();
  expect(await rig.callsheet(['store', 'doctor']).ended).toMatchObject({
    code: 2,
    stderr: 'Which store? Set CALLSHEET_STORE, or pass --store postgres://USER@HOST/DATABASE.\n',
  });
  const other = await rig.callsheet(['store', 'vacuum'], { CALLSHEET_STORE: 'postgres://host/x' }).ended;
  expect(other).toMatchObject({
    code: 2,
    stderr: 'There is no `callsheet store vacuum`: use `migrate`, `doctor` or `copy`.\n',
  });
});

test('a command that never sends does not say that nothing was sent when its store refuses it', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(1));
  await rig.campaign(whatsappStep);
  const url = Object.assign(new URL(await emptyDatabase()), { pathname: '/nowhere' }).href;
  const said = async (...args: readonly string[]): Promise<string> => {
    const { code, stderr } = await rig.callsheet(args, { CALLSHEET_STORE: url }).ended;
    expect([args, code]).toEqual([args, 2]);
    return plain(stderr, url);
  };
  const words =
    'postgres://admin@HOST/DB: database "nowhere" does not exist. Create it with `createdb`, or correct the URL.';
  for (const command of ['status', 'plan', 'report', 'audit', 'reconcile', 'pause'])
    expect([command, await said(command, 'campaign.yaml')]).toEqual([command, `${words}\n`]);
  expect(await said('store', 'migrate')).toBe(`${words}\n`);
  expect(await said('run', 'campaign.yaml', '--yes')).toBe(`${words} Nothing was sent.\n`);
});
