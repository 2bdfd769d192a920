import { expect, test } from 'vitest';
import { crew, longLease, members } from '../rig/crew.ts';

test('status shows who leads and who sends, since when, and when each was last alive', async () => {
  await using all = await crew('limits: { concurrency: 4, rate: 10/s }', { leaseSeconds: longLease });
  const leader = all.lead();
  const worker = await all.worker('--concurrency', '3');
  await all.rig.answered(5);
  const { stdout } = await all.command('status').ended;
  const time = String.raw`\w{3} \d+ \w{3} \d\d:\d\d:\d\d, seen \d s ago`;
  expect(stdout).toMatch(
    new RegExp(
      `^Led by process ${leader.pid} on \\S+, since ${time}\\. Workers:\n {2}process ${worker.pid} on \\S+, since ${time}, \\d of 3 slots$`,
      'm',
    ),
  );
  const json = JSON.parse((await all.command('status', '--format', 'json').ended).stdout) as {
    readonly leader: Readonly<Record<string, unknown>>;
    readonly workers: readonly Readonly<Record<string, unknown>>[];
  };
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/) as string;
  const host = expect.any(String) as string;
  expect(json.leader).toEqual({ pid: leader.pid, host, since: at, lastSeen: at, sends: false });
  expect(json.workers).toEqual([
    { pid: worker.pid, host, since: at, lastSeen: at, slots: expect.any(Number) as number, mostSlots: 3 },
  ]);
  for (const { since, lastSeen } of [json.leader, ...json.workers])
    expect(Date.parse(String(since)) - 1_000).toBeLessThanOrEqual(Date.parse(String(lastSeen)));
  leader.kill('SIGINT');
  await leader.ended;
  expect((await all.command('status').ended).stdout).toContain('Nobody leads it. Workers:\n');
  worker.kill('SIGTERM');
  await worker.ended;
  expect((await all.command('status').ended).stdout).not.toMatch(/Nobody leads|Led by/);
});

test('a leader that leaves sending to workers says when there are none, and status says it too', async () => {
  await using all = await crew('limits: { concurrency: 4, rate: 10/s }', { leaseSeconds: longLease });
  const leader = all.lead();
  const nobody =
    'Nobody sends for run 1 of trial: this process leaves that to workers, and there are none. Start `callsheet worker`.';
  await leader.line(/^Nobody sends for run 1/);
  const status = async (...more: readonly string[]) => (await all.command('status', ...more).ended).stdout;
  expect(await status()).toMatch(
    /^Led by process .+\.\nNobody sends: it leaves that to workers, and there are none\. Start `callsheet worker`\.$/m,
  );
  expect(JSON.parse(await status('--format', 'json'))).toMatchObject({ leader: { sends: false }, workers: [] });
  const worker = await all.worker();
  await leader.line(/^1 worker sends for run 1/);
  expect(await status()).not.toContain('Nobody sends');
  const again = leader.nextLine(/^Nobody sends for run 1/);
  worker.kill('SIGTERM');
  await again;
  const sends = leader.nextLine(/^1 worker sends for run 1/);
  await all.worker();
  await sends;
  leader.kill('SIGINT');
  const { code, stderr } = await leader.ended;
  expect(code).toBe(4);
  const some = '1 worker sends for run 1 of trial now.';
  const said = stderr.split('\n').filter((line) => /^Nobody sends|workers? sends? for/.test(line));
  expect(said).toEqual([nobody, some, nobody, some]);
});

test('a leader that sends itself does not ask for workers', async () => {
  await using all = await crew('limits: { concurrency: 4, rate: 10/s }', { leaseSeconds: longLease });
  const leader = all.run();
  await all.rig.answered(1);
  const json = JSON.parse((await all.command('status', '--format', 'json').ended).stdout) as object;
  expect(json).toMatchObject({ leader: { pid: leader.pid }, workers: [] });
  expect(json).not.toHaveProperty('leader.sends');
  leader.kill('SIGINT');
  const { code, stderr } = await leader.ended;
  expect(code).toBe(4);
  expect(stderr).not.toContain('Nobody sends');
});

test('a worker with --format json prints one JSON object a line on stdout', async () => {
  await using all = await crew('limits: { concurrency: 4 }', { leaseSeconds: longLease });
  const worker = all.command('worker', '--format', 'json');
  const leader = all.lead('--format', 'json');
  expect((await leader.ended).code).toBe(0);
  await worker.line(/"waiting".*"jobs"/);
  worker.kill('SIGTERM');
  const { stdout, stderr } = await worker.ended;
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/) as string;
  const of = { event: 'worker', at, campaign: 'trial' };
  expect(events.filter(({ state, jobs }) => state !== 'waiting' || jobs !== undefined)).toMatchObject([
    { ...of, state: 'sending', run: '1' },
    { ...of, state: 'waiting', jobs: { accepted: members.length } },
    { ...of, state: 'stopping', reason: 'SIGTERM', gaveBack: 0, inFlight: 0 },
    { ...of, state: 'ended' },
  ]);
  expect(stderr).toBe('SIGTERM: stopping after the requests in flight. Send it again to quit now.\n');
});

test('a run that follows prints JSON alone on stdout', async () => {
  await using all = await crew('limits: { concurrency: 4, rate: 20/s }', { leaseSeconds: longLease });
  const leader = all.run();
  await all.rig.answered(5);
  const follower = all.run('--format', 'json');
  await follower.line(/"event":"following"/);
  expect((await leader.ended).code).toBe(0);
  const { code, stdout } = await follower.ended;
  expect(code).toBe(0);
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  expect(events[0]).toMatchObject({ event: 'following', campaign: 'trial', run: '1', leader: { pid: leader.pid } });
  expect(events.at(-1)).toMatchObject({ event: 'finished', exitCode: 0, summary: { accepted: members.length } });
});

test('a worker without slots is refused', async () => {
  await using all = await crew('limits: { concurrency: 4 }', { leaseSeconds: longLease });
  expect(await all.command('worker', '--concurrency', '0').ended).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Use a whole number from 1 on.') as string,
  });
});
