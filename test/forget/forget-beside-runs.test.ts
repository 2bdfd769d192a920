import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { filesWithNumber } from '../../src/forget/files-with-number.ts';
import { findProject } from '../../src/forget/find-project.ts';
import { numberFinder } from '../../src/forget/number-finder.ts';
import { keepForgetAway, keepRunsAway } from '../../src/ledger/contacts/forgotten/forget-lock.ts';
import { readPepper } from '../../src/ledger/contacts/pepper.ts';
import { namesOf } from '../../src/ledger/contacts/person.ts';
import { addTombstone } from '../../src/ledger/contacts/sqlite/tombstones.ts';
import { keepRunsAway as keepRunsOfStoreAway } from '../../src/ledger/postgres/forget-key.ts';
import { contactPaths, forgetLockPath } from '../../src/ledger/state-paths.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { createCampaignRig, once, otpStep, people } from '../rig/campaign-rig.ts';
import { startChild } from '../rig/child.ts';
import { filesWith } from '../rig/files-with.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';

const hello = 'hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hello" } } }';
const noPepper = { pepper: undefined };

test('who is forgotten after a run has read its list is not contacted by it, and the others are', async () => {
  await using rig = await createCampaignRig();
  const [first, me, last] = people(3) as [string, string, string];
  await rig.members([first, me, last]);
  await rig.campaign(hello);
  const folder = join(rig.folder, '.callsheet');
  const lock = await keepRunsAway(folder, createSeededRandom(1));
  const run = rig.callsheet(['run', 'campaign.yaml', '--yes']);
  // It has read its list, and waits.
  while (!existsSync(join(folder, 'ledger.db'))) await sleep(20);
  const paths = contactPaths({ folder, sandbox: false });
  expect(addTombstone({ paths, ...noPepper }, me, 0)).toHaveProperty('bytes');
  lock!.release();
  const { code, stderr } = await run.ended;
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/^Somebody was forgotten while this run was being opened: its lists are read again\.\n/),
  ]);
  expect(rig.effects('whatsapp.send')).toEqual(once([first, last]));
});

test('a dry run says the same before and after the log of the ledger is moved into it', async () => {
  await using rig = await createCampaignRig();
  const [first, me] = people(2) as [string, string];
  await rig.members([first, me]);
  await rig.campaign(hello);
  await rig.fault({ kind: 'hang', skip: 1, times: 1 });
  const run = rig.process(['run', 'campaign.yaml', '--yes']);
  await rig.answered(2);
  run.kill('SIGKILL');
  await run.ended;
  const ledger = join(rig.folder, '.callsheet/ledger.db');
  const dryRun = async () => (await rig.callsheet(['forget', me, '--dry-run']).ended).stdout;
  const log = (): string => (existsSync(`${ledger}-wal`) ? readFileSync(`${ledger}-wal`, 'latin1') : '');
  // While somebody reads, nobody else moves it.
  const reader = openDatabase(ledger);
  reader.exec('BEGIN');
  expect(reader.prepare('SELECT count(*) AS jobs FROM job').get()).toEqual({ jobs: 2 });
  const before = await dryRun();
  expect(log()).toContain(me);
  reader.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  reader.close();
  expect(log()).toBe('');
  expect(await dryRun()).toBe(before);
  expect(before).toContain('.callsheet/ledger.db ');
});

test.each([
  ['a state file', async () => ''],
  ['a store', newDatabase],
])(
  'nobody is forgotten while a run with %s is under way, also where `forget` does not know the store',
  async (_, place) => {
    await using rig = await createCampaignRig();
    const members = people(3);
    await rig.members(members);
    await rig.campaign(hello, 'limits: { rate: 1/m }');
    const run = rig.process(['run', 'campaign.yaml', '--yes'], { CALLSHEET_STORE: await place() });
    await rig.answered(1);
    const { code, stderr } = await rig.callsheet(['forget', members[2]!]).ended;
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        / (is in use by process \d+ on \S+: a run or a move is|that uses \S+ is) in progress\. Wait .* Nothing was changed\.\n$/,
      ),
    ]);
    run.kill('SIGKILL');
    await run.ended;
    expect((await rig.callsheet(['forget', members[2]!]).ended).code).toBe(0);
  },
);

test('of people who are forgotten at the same moment everybody stays forgotten', async () => {
  await using rig = await createCampaignRig();
  const members = people(6);
  await rig.members(members);
  await rig.campaign(hello);
  const ended = await Promise.all(members.map((one) => rig.callsheet(['forget', one]).ended));
  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(members.map(() => [0, '']));
  const folder = join(rig.folder, '.callsheet');
  const { bytes } = readPepper(join(folder, 'contacts.key'), undefined, false) as { readonly bytes: Uint8Array };
  const database = openDatabase(join(folder, 'ledger.db'));
  const tombstones = database.prepare('SELECT lower(hex(person)) AS name FROM tombstone').all();
  database.close();
  expect(tombstones.map(({ name }) => String(name)).sort()).toEqual(members.map(namesOf(bytes)).sort());
});

test('a process that forgets waits for another one, and is refused beside processes that send', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'callsheet-'));
  try {
    const [one, other] = await Promise.all([keepForgetAway(folder), keepForgetAway(folder)]);
    one.release();
    expect(await keepRunsAway(folder, createSeededRandom(1))).toBeUndefined();
    other.release();
    const forgets = await keepRunsAway(folder, createSeededRandom(1));
    let isTurn = false;
    const [next, sends] = [keepRunsAway(folder, createSeededRandom(1)), keepForgetAway(folder)];
    void Promise.race([next, sends]).then(() => (isTurn = true));
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    expect(isTurn).toBe(false);
    forgets!.release();
    (await Promise.race([next, sends]))!.release();
    await Promise.all([next, sends]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a process that forgets keeps its lock while it looks for the number in all files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'callsheet-'));
  try {
    const lock = await keepRunsAway(folder, createSeededRandom(1));
    const finder = numberFinder('2348030000001');
    expect(await filesWithNumber({ project: findProject(folder, folder), root: folder, finder })).toEqual({
      found: [],
      unread: [],
    });
    const sqlite = new URL('../../dist/src/platform/sql/sqlite.js', import.meta.url).href;
    const look = `import { takeSharedSqliteLock, unlessBusy } from '${sqlite}';
      console.log(unlessBusy(() => takeSharedSqliteLock('${forgetLockPath(folder)}')) === undefined ? 'waits' : 'begins');`;
    const run = startChild(['--input-type=module', '--eval', look], { cwd: folder });
    expect((await run.ended).stdout).toBe('waits\n');
    lock!.release();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('the first run of a campaign in a store waits for a person who is being forgotten there', async () => {
  const url = await newDatabase();
  const backend = createStoreBackend({ url, rollbackGuard: undefined });
  const me = { pid: 1, host: 'here', since: 0 };
  const open = async (campaign: string): Promise<void> => {
    const opened = await backend.openForRunning({
      about: { campaign, run: '1', service: 'https://a.test' },
      me,
      adopt: false,
    });
    if ('lease' in opened) await opened.lease.close();
    else throw new Error(JSON.stringify(opened.refused));
  };
  await open('first');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    const rows = async (sql: string, values: readonly unknown[] = []) => (await client.query(sql, [...values])).rows;
    expect(await keepRunsOfStoreAway({ rows })).toBeUndefined();
    const opened = open('second').then(() => 'opened');
    const waits = async (): Promise<string> => {
      const waiting = `SELECT FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      while ((await query(url, waiting)).length === 0) await sleep(20);
      return 'waits';
    };
    expect(await Promise.race([opened, waits()])).toBe('waits');
    await client.query('COMMIT');
    expect(await opened).toBe('opened');
  } finally {
    await client.end();
  }
});

test('forget takes the number of a job in flight out of the ledger, though its process was killed, and leaves it in doubt', async () => {
  await using rig = await createCampaignRig();
  await rig.campaign(otpStep);
  const [me, first] = people(2) as [string, string];
  await rig.members([me, first]);
  await rig.write('contacts.yaml', 'project: shop\ncaps: [{ max: 1, per: day }]\n');
  await rig.fault({ kind: 'hang', times: 1 });
  const dying = rig.process(['run', 'campaign.yaml', '--yes']);
  await rig.answered(1);
  dying.kill('SIGKILL');
  await dying.ended;
  expect(filesWith(rig.folder, me).join()).toContain('ledger.db');
  expect((await rig.callsheet(['forget', me]).ended).code).toBe(0);
  expect(filesWith(rig.folder, me)).toEqual(['members.csv']);
  await rig.noFaults();
  const run = await rig.run();
  expect([run.code, run.stderr]).toEqual([3, expect.stringContaining('while unanswered, and now in doubt: 1 job.')]);
  expect(rig.effects('otp.send')).toEqual(once([first]));
  expect(filesWith(rig.folder, me)).toEqual(['members.csv']);
  const doubts = (await rig.callsheet(['reconcile', 'campaign.yaml', '--format', 'json', '--show-numbers']).ended)
    .stdout;
  const { address } = JSON.parse(doubts) as { readonly address: string };
  const decide = (way: string) => rig.callsheet(['reconcile', 'campaign.yaml', way, address]).ended;
  expect(await decide('--resend')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is not in the list of its step any more, so nothing would be sent'),
  });
  expect((await decide('--drop')).code).toBe(0);
  expect((await rig.run()).code).toBe(0);
});
