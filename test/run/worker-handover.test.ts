import { expect, test } from 'vitest';
import { createRealClock } from '../../src/platform/clocks.ts';
import type { Clock } from '../../src/platform/ports.ts';
import { membersText, once, people, whatsappStep } from '../rig/campaign-rig.ts';
import { startCommand } from '../rig/command.ts';
import { crew, lease, members } from '../rig/crew.ts';
import { receiver } from '../rig/notice-receiver.ts';
import { query } from '../rig/postgres/database.ts';
import { createDatabaseProxy, type DatabaseProxy } from '../rig/postgres/database-proxy.ts';
import { isLong, sampleOf } from '../rig/sample-of.ts';

test('a worker that is stopped gives back what it has not begun while its requests wait for their answers', async () => {
  await using all = await crew('limits: { concurrency: 4 }');
  const { rig } = all;
  const leader = all.lead();
  const first = await all.worker();
  await rig.answered(20);
  await rig.fault({ kind: 'delay', ms: 3_000 });
  await untilAllWait(all, 4);
  first.kill('SIGTERM');
  const [, gaveBack, waitsFor] = await first.line(/gave back (\d+) jobs?, waiting for (\d+) in flight/);
  expect(Number(gaveBack)).toBeGreaterThan(0);
  expect(Number(waitsFor)).toBe(4);
  await rig.noFaults();
  await all.worker();
  expect((await first.ended).code).toBe(0);
  expect((await leader.ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
});

test('people whose requests a worker is sending are not in doubt as they are removed from the list and another leader begins', async () => {
  await using all = await crew('limits: { concurrency: 4 }');
  const { rig } = all;
  const leader = all.process.lead();
  const worker = await all.worker();
  await rig.answered(20);
  await rig.fault({ kind: 'delay', ms: 18_000 });
  await untilAllWait(all, 4);
  const waiting = await query(databaseOf(all.store), `SELECT key FROM callsheet.job WHERE state = 'sending'`);
  leader.kill('SIGKILL');
  await rig.noFaults();
  const removed = waiting.map(({ key }) => String(key));
  await rig.members(members.filter((name) => !removed.includes(name)));
  const next = all.lead('--accept-edits');
  // It has the files of the leader before.
  expect(await worker.ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('differs from the leader’s') as string,
  });
  await all.worker();
  expect((await next.ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
});

/** So many requests wait for their answers, and are the same a moment later. */
async function untilAllWait({ store }: { readonly store: string }, count: number): Promise<void> {
  const sending = `SELECT string_agg(key, ' ' ORDER BY key) AS keys, count(*) AS jobs FROM callsheet.job WHERE state = 'sending'`;
  for (let before = ''; ; ) {
    const [row] = await query(databaseOf(store), sending);
    const keys = String(row?.['keys']);
    if (Number(row?.['jobs']) === count && keys === before) return;
    before = keys;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const databaseOf = (store: string): string => store.split('?')[0]!;

test('a leader that gets SIGTERM gives up leadership: another run follows it, and continues while a webhook hangs', async () => {
  let receive = (): void => undefined;
  const received = new Promise<void>((resolve) => {
    receive = resolve;
  });
  await using hook = await receiver(['hang'], false, async ({ exitCode }) => {
    if (exitCode === 0) receive();
  });
  await using all = await crew('limits: { concurrency: 8, rate: 20/s }\non: { finished: { webhook: true } }');
  const { rig } = all;
  await rig.write('.env', `CALLSHEET_NOTICE_URL=${hook.url}\n`);
  const leader = all.lead('--env-file', '.env');
  await all.worker();
  await rig.answered(10);
  const follower = all.lead('--env-file', '.env', '--format', 'json');
  await follower.line(/"event":"following"/);
  leader.kill('SIGTERM');
  const ended = leader.ended.then(() => 'the leader has ended');
  expect(await Promise.race([ended, received.then(() => 'all is sent')])).toBe('all is sent');
  for (const run of [leader, follower]) run.kill('SIGTERM');
  const { code, stdout } = await leader.ended;
  expect(code).toBe(4);
  expect(stdout).toContain('Stopped: SIGTERM. A `run` that follows, or a worker that may lead, continues it;');
  expect((await follower.ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
});

test.runIf(isLong)(
  'a worker that may lead continues a run whose leader got SIGTERM, and hands it over in the same way',
  async () => {
    await using all = await crew('limits: { concurrency: 8, rate: 20/s }');
    const { rig } = all;
    const leader = all.run();
    await rig.answered(5);
    leader.kill('SIGTERM');
    expect((await leader.ended).code).toBe(4);
    const seen = JSON.parse((await all.command('status', '--format', 'json').ended).stdout);
    expect(seen).toMatchObject({ state: 'stopped', ended: { at: expect.any(String), reason: 'SIGTERM' } });
    expect(seen.ended).not.toHaveProperty('exitCode');
    const first = await all.worker('--may-lead', '--format', 'json');
    await first.line(/"event":"started".*"resumed":true/);
    const second = await all.worker('--may-lead');
    first.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);
    await second.line(/Done. Nothing is left to do/);
    second.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
    expect(rig.effects('whatsapp.send')).toEqual(once(members));
  },
);

test('Ctrl-C of a leader stops the run for all', async () => {
  await using all = await crew('limits: { concurrency: 8, rate: 4/s }');
  const leader = all.run();
  await all.worker('--may-lead');
  await all.rig.answered(5);
  const follower = all.run();
  await follower.line(/Following it/);
  leader.kill('SIGINT');
  expect((await leader.ended).code).toBe(4);
  expect((await follower.ended).code).toBe(4);
  const { state } = JSON.parse((await all.command('status', '--format', 'json').ended).stdout) as { state: string };
  expect(state).toBe('stopped');
});

test.each(
  sampleOf(
    [
      ['the first recipients', false, ['--first', '40']],
      ['an approved plan', true, ['--plan', 'plan.json']],
    ] as const,
    1,
  ),
)('nobody continues a run for %s whose leader has died', async (_, isPlanned, options) => {
  await using all = await crew('limits: { concurrency: 4, rate: 20/s }');
  const { rig } = all;
  // Somebody has confirmed the whole run before.
  const confirmed = all.run();
  await rig.answered(1);
  confirmed.kill('SIGINT');
  await confirmed.ended;
  if (isPlanned) await all.command('plan', '--out', 'plan.json').ended;
  const handed = all.process.run(...options);
  await rig.answered(4);
  handed.kill('SIGTERM');
  expect((await handed.ended).stdout).toContain('Stopped: SIGTERM. A `run` that follows continues it;');
  const limited = all.process.run(...options);
  await rig.answered(10);
  await rig.fault({ kind: 'hang', times: 4 });
  await untilAllWait(all, 4);
  limited.kill('SIGKILL');
  await limited.ended;
  await rig.noFaults();
  await using wire = await createDatabaseProxy(databaseOf(all.store));
  const worker = await all.worker('--may-lead', '--store', `${wire.url}?lease=${lease}`);
  await untilUnled(all);
  await looksTwice(wire);
  worker.kill('SIGTERM');
  expect(await worker.ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining('resumed') as string });
  expect(rig.requests().length).toBeLessThan(40);
  // As fast as it can.
  await rig.campaign(whatsappStep, 'limits: { concurrency: 4 }');
  expect((await all.run().ended).code).toBe(3);
  expect(await all.mistakes()).toEqual({ twice: [], missing: [] });
});

/** When it looks again, it has decided what it saw the time before. */
async function looksTwice(wire: DatabaseProxy): Promise<void> {
  for (let look = 1; look <= 2; look++) {
    await wire.holdBack("current_setting('server_version_num')");
    wire.letGo();
  }
}

test.runIf(isLong)('a worker that may not continue a run says why once', async () => {
  await using all = await crew('limits: { concurrency: 4, rate: 10/s }');
  const { rig } = all;
  const leader = all.process.run();
  await rig.answered(5);
  leader.kill('SIGKILL');
  await leader.ended;
  await rig.write('members.csv', membersText([...members, ...people(1, 500)]));
  await untilUnled(all);
  await using wire = await createDatabaseProxy(databaseOf(all.store));
  const worker = startCommand(['worker', 'campaign.yaml', '--may-lead', '--store', `${wire.url}?lease=${lease}`], {
    cwd: rig.folder,
    env: rig.env,
    clock: impatientClock(),
  });
  await worker.line(/What has changed since the last time needs confirmation/);
  await looksTwice(wire);
  worker.kill('SIGTERM');
  const { code, stderr } = await worker.ended;
  expect(code).toBe(0);
  expect(stderr.match(/needs confirmation/g)).toHaveLength(1);
  expect(rig.effects('whatsapp.send')[people(1, 500)[0]!]).toBeUndefined();
});

/** After a refusal a worker waits for a minute. */
function impatientClock(): Clock {
  const real = createRealClock();
  return {
    ...real,
    sleepUntil: (until, signal) => real.sleepUntil(Math.min(until, real.now() + 100), signal),
  };
}

async function untilUnled({ store }: { readonly store: string }): Promise<void> {
  for (;;) {
    const led = await query(databaseOf(store), 'SELECT FROM callsheet.campaign WHERE lease_until > clock_timestamp()');
    if (led.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
