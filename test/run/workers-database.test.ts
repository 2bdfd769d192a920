import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { once, whatsappStep } from '../rig/campaign-rig.ts';
import { crew, members } from '../rig/crew.ts';
import { query } from '../rig/postgres/database.ts';
import { type OwnServer, startOwnServer } from '../rig/postgres/own-server.ts';
import { hasSmallDisks, smallDisk } from '../rig/postgres/small-disk.ts';
import { isLong } from '../rig/sample-of.ts';

const hasSmallDisk = hasSmallDisks();
if (!hasSmallDisk)
  process.stderr.write('this user may not make a disk in a namespace: the test of a really full disk is skipped\n');

let server: OwnServer;
let databases = 0;
beforeAll(async () => {
  server = await startOwnServer({}, (folder) => {
    if (!hasSmallDisk) return undefined;
    const disk = join(folder, 'small');
    mkdirSync(disk);
    return smallDisk(disk, 32);
  });
});
afterAll(() => server.remove());

async function newDatabase(where = ''): Promise<string> {
  const name = `own_${++databases}`;
  await query(`${server.url}/postgres`, `CREATE DATABASE ${name} ${where}`);
  return `${server.url}/${name}`;
}

test('the database crashes and starts again in the middle of a run with workers: everybody once, or in doubt by name', async () => {
  await using all = await crew('limits: { concurrency: 8, rate: 40/s }', { url: await newDatabase() });
  const { rig } = all;
  const leader = all.lead();
  const workers = [await all.worker(), await all.worker('--may-lead')];
  for (const answers of [20, 60]) {
    await rig.answered(answers);
    await server.crash();
    await server.start();
  }
  // On a slow machine leases may end meanwhile, and the run then goes on under the worker that may lead.
  const ended = await leader.ended;
  const last = ended.code === 0 || ended.code === 3 ? ended : await all.lead().ended;
  expect([0, 3]).toContain(last.code);
  for (const worker of workers) worker.kill('SIGTERM');
  for (const worker of workers) expect((await worker.ended).code).toBe(0);
  expect(await all.mistakes()).toEqual({ twice: [], missing: [] });
});

test.runIf(isLong)('a worker that starts while the database is away begins when it answers', async () => {
  await using all = await crew('limits: { concurrency: 4 }', { url: await newDatabase() });
  await server.crash();
  const worker = all.command('worker');
  await worker.line(
    /^trial: postgres:\/\/admin@127\.0\.0\.1:\d+\/own_\d+ does not answer \(.+\)\. This worker tries again every second for 60 s\.$/,
  );
  await server.start();
  expect((await all.lead().ended).code).toBe(0);
  expect(all.rig.effects('whatsapp.send')).toEqual(once(members));
  worker.kill('SIGTERM');
  const { code, stderr } = await worker.ended;
  expect(code).toBe(0);
  expect(stderr.match(/does not answer/g)).toHaveLength(1);
});

test.runIf(isLong)(
  'workers wait while the database is a read-only standby, and send when it has become the primary',
  async () => {
    await using all = await crew('limits: { concurrency: 4, rate: 40/s }', { url: await newDatabase() });
    const { rig } = all;
    const stopped = all.lead();
    const worker = await all.worker();
    await rig.answered(20);
    stopped.kill('SIGTERM');
    expect((await stopped.ended).code).toBe(4);
    await server.crash();
    const second = all.command('worker');
    await second.line(/does not answer \(connect ECONNREFUSED /);
    await server.start({ default_transaction_read_only: 'on' });
    const words =
      /^trial: \S+ does not answer \(cannot execute .+ in a read-only transaction\)\. This worker tries again every second/;
    for (const one of [worker, second]) await one.line(words);
    await server.crash();
    await server.start();
    expect((await all.lead().ended).code).toBe(0);
    for (const one of [worker, second]) one.kill('SIGTERM');
    for (const one of [worker, second]) expect((await one.ended).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once(members));
  },
);

test('a wrong password ends a worker at once, with the places where it may be', async () => {
  const url = Object.assign(new URL(await newDatabase()), { password: 'wrong' }).href;
  await using all = await crew('limits: { concurrency: 4 }', { url });
  const shown = url.replace(':wrong', '');
  expect(await all.command('worker').ended).toMatchObject({
    code: 2,
    stdout: '',
    stderr: `${shown} does not accept the password (password authentication failed for user "admin"). Set it in the URL, in PGPASSWORD or in ~/.pgpass. Nothing was sent.\n`,
  });
});

test('a worker that waits for the database ends by Ctrl-C, and one with an unknown database ends at once', async () => {
  await using all = await crew('limits: { concurrency: 4 }', { url: `${server.url}/unknown` });
  expect(await all.command('worker').ended).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^\S+\/unknown: database "unknown" does not exist\. /) as string,
  });
  await server.crash();
  const worker = all.command('worker');
  await worker.line(/does not answer/);
  worker.kill('SIGINT');
  expect((await worker.ended).code).toBe(0);
  await server.start();
});

test('the disk of the database is full: leader and workers say so and stop, and the run goes on when there is room', async () => {
  const url = await newDatabase();
  await using all = await crew('limits: { concurrency: 4, rate: 20/s }', { url });
  const { rig } = all;
  const leader = all.lead();
  const worker = await all.worker();
  await rig.answered(10);
  // What PostgreSQL says when a file cannot grow.
  await query(
    url,
    `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = 'disk_full'; END $$;
     CREATE TRIGGER full_disk BEFORE INSERT ON callsheet.job FOR EACH ROW EXECUTE FUNCTION full_disk()`,
  );
  const words =
    /^The disk of postgres:\/\/admin@127\.0\.0\.1:\d+\/own_\d+ is full \(could not extend file .*\)\. Free some space and run again\. Everything that was sent is recorded\.$/m;
  // The worker first: without a leader nothing comes that it could fail to write down.
  const workerEnded = await worker.ended;
  await query(
    url,
    'CREATE TRIGGER full_disk BEFORE INSERT ON callsheet_queue.job FOR EACH ROW EXECUTE FUNCTION full_disk()',
  );
  await all.worker();
  const ended = await leader.ended;
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(words) as string });
  expect(workerEnded).toMatchObject({ code: 2, stderr: expect.stringMatching(words) as string });
  expect(ended.stderr + workerEnded.stderr).not.toContain('    at ');
  await query(url, 'DROP FUNCTION full_disk() CASCADE');
  // As fast as it can.
  await rig.campaign(whatsappStep, 'limits: { concurrency: 4 }');
  await all.worker();
  expect([0, 3]).toContain((await all.lead().ended).code);
  expect(await all.mistakes()).toEqual({ twice: [], missing: [] });
});

test('roles with the rights of the documents lead and send, and doctor says what is missing', async () => {
  const url = await newDatabase();
  await using all = await crew('limits: { concurrency: 4 }', { url });
  expect((await all.rig.callsheet(['store', 'migrate'], { CALLSHEET_STORE: url }).ended).code).toBe(0);
  await query(url, `CREATE ROLE runner LOGIN PASSWORD 'secret'`);
  const asRunner = { CALLSHEET_STORE: Object.assign(new URL(url), { username: 'runner' }).href };
  const doctor = () => all.rig.callsheet(['store', 'doctor'], asRunner).ended;
  const grants = readFileSync('docs/scale.md', 'utf8').match(/(?<=^ {4})GRANT .+;$/gm) ?? [];
  for (const grant of grants) {
    const { stdout, stderr } = await doctor();
    expect(`${grant}: ${stdout}${stderr}`).toContain('the role may not ');
    await query(url, grant);
  }
  expect((await doctor()).stdout).toContain('✓ the role may carry out runs\n');
  const leader = all.rig.callsheet(['run', 'campaign.yaml', '--yes', '--no-send'], asRunner);
  const worker = all.rig.callsheet(['worker', 'campaign.yaml', '--may-lead'], asRunner);
  expect((await leader.ended).code).toBe(0);
  expect(all.rig.effects('whatsapp.send')).toEqual(once(members));
  worker.kill('SIGTERM');
  expect((await worker.ended).code).toBe(0);
});

test('a worker that may not fetch from the queue says so, and does not wait', async () => {
  const url = await newDatabase();
  await using all = await crew('limits: { concurrency: 4 }', { url });
  await all.rig.callsheet(['store', 'migrate'], { CALLSHEET_STORE: url }).ended;
  await query(url, `CREATE ROLE sender LOGIN PASSWORD 'secret'`);
  for (const [grant] of readFileSync('docs/scale.md', 'utf8').matchAll(/(?<=^ {4})GRANT .+;$/gm))
    await query(url, grant.replace(' TO runner', ' TO sender'));
  await query(url, 'REVOKE UPDATE ON ALL TABLES IN SCHEMA callsheet_queue FROM sender');
  all.lead();
  const store = Object.assign(new URL(url), { username: 'sender' }).href;
  const { code, stderr } = await all.rig.callsheet(['worker', 'campaign.yaml'], { CALLSHEET_STORE: store }).ended;
  expect([code, stderr]).toEqual([2, expect.stringContaining('permission denied for table job')]);
  expect(all.rig.requests()).toEqual([]);
});

// The last test: a server that crashes loses this disk.
test.runIf(hasSmallDisk && isLong)(
  'a disk of the database that is really full stops the run, which goes on when there is room',
  async () => {
    await query(`${server.url}/postgres`, `CREATE TABLESPACE small LOCATION '${server.folder}/small'`);
    const url = await newDatabase('TABLESPACE small');
    await using all = await crew('limits: { concurrency: 4, rate: 20/s }', { url });
    const { rig } = all;
    const stopped = all.run();
    await rig.answered(10);
    await query(url, 'CREATE TABLE filler (text text) WITH (autovacuum_enabled = off)');
    const fill = "INSERT INTO filler SELECT repeat('x', 1000) FROM generate_series(1, 40000)";
    await expect(query(url, fill)).rejects.toThrow('No space left on device');
    expect(await stopped.ended).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^The disk of \S+ is full \(could not extend file .+: No space left on device\)\. Free some space and run again\. Everything that was sent is recorded\.$/m,
      ) as string,
    });
    expect(rig.requests().length).toBeLessThan(members.length);
    await query(url, 'DROP TABLE filler');
    await rig.campaign(whatsappStep, 'limits: { concurrency: 4 }');
    expect([0, 3]).toContain((await all.run().ended).code);
    expect(await all.mistakes()).toEqual({ twice: [], missing: [] });
  },
);
