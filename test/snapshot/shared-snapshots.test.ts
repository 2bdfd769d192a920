import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openSnapshotStore } from '../../src/ledger/snapshot-store.ts';
import { type CampaignRig, campaignText, createCampaignRig, membersText, people, sumsOf } from '../rig/campaign-rig.ts';
import type { Child } from '../rig/child.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';

const [ada, bo, chi, dayo] = people(4) as [string, string, string, string];
const allow = '--allow-commands';

/** Two machines, each with the same campaign in a folder of its own, and one store. Their source is a file beside the campaign. */
async function twoMachines(more = '') {
  const rig = await createCampaignRig();
  const url = await newDatabase();
  const source = 'command: [cat, members.csv], columns: { phone: text, first_name: text }, key: phone';
  const text = campaignText(
    'code: { uses: otp.send, forEach: members, with: { templateId: 31 } }',
    `audiences:\n  members: { ${source}${more} }`,
  );
  const machine = async (name: string) => {
    const folder = join(rig.folder, name);
    await mkdir(folder);
    await writeFile(join(folder, 'campaign.yaml'), text);
    const command = (what: string, ...args: readonly string[]): Child =>
      rig.callsheet([what, `${name}/campaign.yaml`, ...args], { CALLSHEET_STORE: url, HOME: join(rig.folder, name) });
    return {
      folder,
      command,
      members: (numbers: readonly string[]) => writeFile(join(folder, 'members.csv'), membersText(numbers)),
      run: (...args: readonly string[]) => command('run', '--yes', ...args).ended,
      snapshots: () => snapshotsIn(folder),
    };
  };
  return { rig, url, here: await machine('here'), there: await machine('there') };
}

async function snapshotsIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const path = join(folder, '.callsheet/snapshots/trial');
  const names = (await readdir(path)).filter((name) => name.endsWith('.jsonl')).sort();
  const rows = await Promise.all(names.map((name) => readFile(join(path, name), 'utf8')));
  return Object.fromEntries(names.map((name, index) => [name, rows[index]!]));
}

const reached = ({ rig }: { readonly rig: CampaignRig }) => rig.effects('otp.send');

test('a machine that has no source continues a run with the people whom another machine has read', async () => {
  const both = await twoMachines();
  await using _ = both.rig;
  const { here, there } = both;
  await here.members([ada, bo]);
  expect((await here.run(allow, '--only', ada)).code).toBe(0);
  for (const command of ['plan', 'status', 'report', 'audit'])
    expect((await there.command(command).ended).code).toBe(0);
  expect(await there.snapshots()).toEqual(await here.snapshots());
  expect((await there.run()).code).toBe(0);
  expect(reached(both)).toEqual({ [ada]: 1, [bo]: 1 });
  // What is recorded there as the run's counts, whatever this machine has.
  await there.members([chi]);
  await there.command('snapshot', allow).ended;
  await rm(join(here.folder, '.callsheet'), { recursive: true });
  expect(sumsOf(await here.run())['code']).toBe('2 · · · · ·');
  expect(reached(both)).toEqual({ [ada]: 1, [bo]: 1 });
});

test('a worker sends to people whom only its leader could read', async () => {
  const both = await twoMachines();
  await using _ = both.rig;
  const { here, there } = both;
  await here.members([ada, bo]);
  const leader = here.command('run', '--yes', '--no-send', allow);
  await leader.line(/^Nobody sends for run 1/);
  const worker = there.command('worker');
  expect((await leader.ended).code).toBe(0);
  worker.kill('SIGTERM');
  await worker.ended;
  expect(reached(both)).toEqual({ [ada]: 1, [bo]: 1 });
});

test('newcomers whom one machine has taken in are known to the other one', async () => {
  const both = await twoMachines(', refresh: growing');
  await using _ = both.rig;
  const { here, there } = both;
  await here.members([ada, bo]);
  await here.run(allow);
  await there.members([bo, chi]);
  expect(sumsOf(await there.run(allow))['code']).toBe('3 · · · · ·');
  expect(sumsOf(await here.command('status').ended)['code']).toBe('3 · · · · ·');
  await here.members([dayo]);
  expect(sumsOf(await here.run(allow))['code']).toBe('4 · · · · ·');
  expect(reached(both)).toEqual({ [ada]: 1, [bo]: 1, [chi]: 1, [dayo]: 1 });
});

test('`keepFor` deletes the rows in the store, but not the latest, nor those that a run uses', async () => {
  const both = await twoMachines(', keepFor: 1d');
  await using _ = both.rig;
  const { here, url } = both;
  const read = async (...numbers: readonly string[]) => {
    await here.members(numbers);
    await here.command('snapshot', allow).ended;
  };
  await read(ada);
  await here.run();
  await read(bo);
  await read(chi);
  await query(
    url,
    `UPDATE callsheet.snapshot SET record = jsonb_set(record::jsonb, '{takenAt}', to_jsonb((record ->> 'takenAt')::bigint - 172800000))::json`,
  );
  await read(dayo);
  const kept = await query(
    url,
    `SELECT (record ->> 'takenAt')::bigint > ${Date.now() - 86_400_000} AS new, count(part.number)::int AS parts
     FROM callsheet.snapshot_part AS part FULL JOIN callsheet.snapshot USING (digest) GROUP BY digest, 1 ORDER BY 1`,
  );
  expect(kept).toEqual([
    { new: false, parts: 1 },
    { new: true, parts: 1 },
  ]);
});

test('rows that are damaged in the store are not used', async () => {
  const both = await twoMachines();
  await using _ = both.rig;
  const { here, there, url } = both;
  await here.members([ada, bo]);
  await here.run(allow, '--only', ada);
  await query(url, 'DELETE FROM callsheet.snapshot_part');
  const refused = await there.run();
  expect([refused.code, refused.stdout]).toEqual([
    1,
    expect.stringContaining('CS6032 A snapshot of `members` in postgres://'),
  ]);
  expect(refused.stdout).toContain(' is damaged');
  expect(reached(both)).toEqual({ [ada]: 1 });
});

test('who may only read the store can plan, and `snapshot` says that nobody else has what it read', async () => {
  const both = await twoMachines();
  await using _ = both.rig;
  const { there, url, rig } = both;
  await rig.callsheet(['store', 'migrate'], { CALLSHEET_STORE: url }).ended;
  await query(
    url,
    `DO $$ BEGIN CREATE ROLE looker LOGIN PASSWORD 'looker'; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
     GRANT USAGE ON SCHEMA callsheet TO looker; GRANT SELECT ON ALL TABLES IN SCHEMA callsheet TO looker`,
  );
  const looker = Object.assign(new URL(url), { username: 'looker', password: 'looker' }).href;
  await there.members([ada]);
  const planned = await there.command('plan', allow, '--store', looker).ended;
  expect([planned.code, planned.stdout]).toEqual([0, expect.stringContaining('1 row → 1 person')]);
  const read = await there.command('snapshot', allow, '--store', looker).ended;
  expect([read.code, read.stdout]).toEqual([
    1,
    expect.stringContaining('CS6032 The snapshot of `members` cannot be kept in the store: permission denied'),
  ]);
});

test('a snapshot whose rows cannot be read to the end leaves nothing in the store', async () => {
  const url = await newDatabase();
  const store = (await openSnapshotStore(url, 'trial', { mayMake: true }))!;
  const record = { audience: 'members', digest: 'of these rows' };
  function* broken(): Iterable<Uint8Array> {
    yield Buffer.from(ada);
    throw new Error('the disk is gone');
  }
  await expect(store.write(record, record, broken())).rejects.toThrow('the disk is gone');
  await store.close();
  expect(await query(url, 'SELECT audience FROM callsheet.snapshot_part')).toEqual([]);
});

test('a person who is forgotten is in no snapshot of the store, and a run that uses one goes on', async () => {
  const both = await twoMachines();
  await using rig = both.rig;
  const { here, there } = both;
  await here.members([ada, bo, chi]);
  expect((await here.run(allow, '--only', ada)).code).toBe(0);
  await there.command('plan').ended;
  const [before] = await query(both.url, 'SELECT digest FROM callsheet.snapshot');
  const env = { CALLSHEET_STORE: both.url, CALLSHEET_CONTACTS_PEPPER: 'the pepper of the team, from its vault' };
  const forgotten = await rig.callsheet(['forget', bo, 'here'], env).ended;
  const rewritten = expect.stringMatching(/^Rewritten: \S+members-\w+\.jsonl\n$/);
  expect([forgotten.code, forgotten.stderr]).toEqual([0, rewritten]);
  const parts = await query(both.url, 'SELECT bytes FROM callsheet.snapshot_part');
  const rows = parts.map(({ bytes }) => gunzipSync(bytes as Uint8Array).toString('utf8')).join('');
  expect([rows.includes(chi), rows.includes(bo)]).toEqual([true, false]);
  const [after, ...others] = await query(both.url, 'SELECT digest FROM callsheet.snapshot');
  expect([after!['digest'] === before!['digest'], others]).toEqual([false, []]);
  const ended = await rig.callsheet(['run', 'there/campaign.yaml', '--yes'], { ...env, HOME: there.folder }).ended;
  expect(ended.code).toBe(0);
  expect(reached(both)).toEqual({ [ada]: 1, [chi]: 1 });
  // What that machine had of before is deleted there, too.
  expect(await there.snapshots()).toEqual(await here.snapshots());
});

test('the snapshot with which a run began goes with it to a store, and from there to the file of another machine', async () => {
  const both = await twoMachines();
  await using rig = both.rig;
  const { here, there, url } = both;
  const inFile = (machine: string, ...args: readonly string[]) =>
    rig.callsheet(args, { CALLSHEET_STORE: '', HOME: join(rig.folder, machine) }).ended;
  const move = (machine: string, ...args: readonly string[]) =>
    inFile(machine, 'store', 'copy', `${machine}/campaign.yaml`, '--store', url, ...args);
  await here.members([ada, bo]);
  expect((await inFile('here', 'run', 'here/campaign.yaml', '--yes', allow, '--only', ada)).code).toBe(0);
  expect(await move('here')).toMatchObject({ code: 0, stderr: '' });
  await here.members([chi]);
  expect(sumsOf(await there.command('status').ended)['code']).toBe('1 · · · · 1');
  await rm(join(there.folder, '.callsheet'), { recursive: true });
  expect(await move('there', '--to', 'file')).toMatchObject({ code: 0, stderr: '' });
  expect(await there.snapshots()).toEqual(await here.snapshots());
  expect((await inFile('there', 'run', 'there/campaign.yaml', '--yes')).code).toBe(0);
  expect(reached(both)).toEqual({ [ada]: 1, [bo]: 1 });
});
