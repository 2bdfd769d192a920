import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { once, whatsappStep } from '../rig/campaign-rig.ts';
import { crew, lease, members } from '../rig/crew.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';
import { createDatabaseProxy } from '../rig/postgres/database-proxy.ts';
import { isLong } from '../rig/sample-of.ts';

const nobody = { twice: [], missing: [] };

test('two workers send one run that a third process leads: everybody once, within the rate', async () => {
  await using all = await crew('limits: { concurrency: 8, rate: 40/s }');
  const { rig } = all;
  await rig.fault({ kind: 'delay', ms: 30 });
  const leader = all.lead();
  const workers = await Promise.all([all.process.worker(), all.process.worker()]);
  const ended = await leader.ended;
  expect(ended.code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
  for (const worker of workers) worker.kill('SIGTERM');
  const sent = await Promise.all(
    workers.map(async (worker) => Number(/(\d+) accepted/.exec((await worker.ended).stdout)?.[1])),
  );
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(members.length);
  expect(Math.min(...sent)).toBeGreaterThan(0);
  const departures = await all.departures();
  const requests = rig.requests().map((request, index) => ({ ...request, at: departures[index] }));
  await rig.write('log.json', JSON.stringify({ requests }));
  const audited = await all.command('audit', '--log', 'log.json').ended;
  expect(audited).toMatchObject({ code: 0 });
});

const slow = 'limits: { concurrency: 8, doubts: 16 }';

test('the leader sends as well as its worker, and both together keep to the slots of the run', async () => {
  await using all = await crew(slow);
  const { rig } = all;
  await rig.fault({ kind: 'delay', ms: 150 });
  const leader = all.run();
  await all.worker();
  expect((await leader.ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
  // The ninth request after another one leaves when that one was answered. The sandbox may have noted it late.
  const arrived = rig.requests().map(({ at }) => Date.parse(at));
  expect(arrived.filter((at, index) => at - (arrived[index - 8] ?? 0) < 75)).toEqual([]);
});

test('workers send a step that may leave at any hour', async () => {
  await using all = await crew(slow, {
    step: `${whatsappStep.trimEnd()}\n  purpose: transactional\n  window: always\n`,
  });
  const leader = all.lead();
  await all.worker();
  expect((await leader.ended).code).toBe(0);
  expect(all.rig.effects('whatsapp.send')).toEqual(once(members));
});

test('workers send no more people of a wave than it has, and the next one begins when a person says so to their leader', async () => {
  const waves = whatsappStep.replace('forEach: members', 'forEach: { audience: members, waves: [20, rest] }');
  await using all = await crew(slow, { step: waves });
  const { rig } = all;
  const killed = all.process.lead();
  await Promise.all([all.worker(), all.worker()]);
  await killed.line(/wave 1 of 2 is over, 20 accepted/);
  killed.kill('SIGKILL');
  await killed.ended;
  const leader = all.lead();
  await leader.line(/wave 1 of 2 is over/);
  expect(rig.requests()).toHaveLength(20);
  expect((await all.command('promote').ended).code).toBe(0);
  expect((await leader.ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
  expect(await all.command('audit').ended).toMatchObject({ code: 0 });
});

test('a worker is killed: what it was sending is in doubt after its lease, and the rest is sent', async () => {
  await using all = await crew(slow);
  const { rig, store } = all;
  // Both have slots by then, and the first is not killed before it uses one.
  await rig.fault({ kind: 'delay', ms: 3_000, skip: 20 });
  const leader = all.lead();
  const [first] = await Promise.all([all.process.worker(), all.worker()]);
  await rig.answered(20);
  const isSending = `SELECT FROM callsheet.job JOIN callsheet.worker ON worker.id = job.worker
    WHERE state = 'sending' AND pid = ${first.pid}`;
  while ((await query(store, isSending)).length === 0);
  first.kill('SIGKILL');
  await rig.noFaults();
  expect((await leader.ended).code).toBe(3);
  expect(await all.mistakes()).toEqual(nobody);
});

test('a worker that was stopped for longer than its lease sends nothing more of what it had, and works on', async () => {
  const rate = 10;
  await using all = await crew(`limits: { concurrency: 4, doubts: 20, rate: ${rate}/s }`);
  const { rig } = all;
  const leader = all.lead();
  const [first] = await Promise.all([all.process.worker(), all.worker()]);
  await rig.answered(10);
  first.kill('SIGSTOP');
  // Longer than its lease; who is left is enough for the time until it says so.
  await rig.answered(10 + rate * (lease + 1));
  const again = first.line(/its lease has ended/);
  first.kill('SIGCONT');
  await again;
  expect([0, 3]).toContain((await leader.ended).code);
  expect(await all.mistakes()).toEqual(nobody);
});

test.runIf(isLong)('a worker that learns from a claim that it has no place any more begins again', async () => {
  await using all = await crew('limits: { concurrency: 4, doubts: 20, rate: 20/s }');
  const { rig, store } = all;
  const leader = all.lead();
  const worker = await all.worker();
  await rig.answered(10);
  await query(store, 'DELETE FROM callsheet.worker');
  await worker.line(/its lease has ended/);
  expect([0, 3]).toContain((await leader.ended).code);
  expect(await all.mistakes()).toEqual(nobody);
});

test.runIf(isLong)('the leader is killed: another run follows it, and continues with the same worker', async () => {
  await using all = await crew('limits: { concurrency: 8, rate: 20/s }');
  const { rig } = all;
  await rig.fault({ kind: 'delay', ms: 100 });
  const leader = all.process.lead();
  await all.worker();
  await rig.answered(10);
  const follower = all.lead();
  await follower.line(/leads run 1 of trial. Following it/);
  leader.kill('SIGKILL');
  expect((await follower.ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
});

test('the leader is killed: a worker that may lead continues the run', async () => {
  await using all = await crew('limits: { concurrency: 8, rate: 20/s }');
  const { rig } = all;
  const leader = all.process.run();
  await Promise.all([all.worker('--may-lead'), all.worker('--may-lead')]);
  await rig.answered(10);
  leader.kill('SIGKILL');
  await rig.answered(members.length - 8);
  const follower = all.lead();
  expect([0, 3]).toContain((await follower.ended).code);
  expect(await all.mistakes()).toEqual(nobody);
});

test('a pause reaches all workers when they next renew their leases', async () => {
  // Long enough for a command to begin on a busy machine.
  await using all = await crew('limits: { concurrency: 8, rate: 6/s }');
  const { rig } = all;
  const leader = all.lead();
  await Promise.all([all.worker(), all.worker()]);
  await rig.answered(10);
  const paused = leader.line(/paused/);
  await all.command('pause').ended;
  await paused;
  await all.renewed();
  const requests = rig.requests().length;
  await all.renewed();
  expect(rig.requests()).toHaveLength(requests);
  await all.command('resume').ended;
  expect((await leader.ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
});

test('a cancel ends the run for all workers: what is in flight is answered, and nothing more is claimed', async () => {
  const concurrency = 4;
  await using all = await crew(`limits: { concurrency: ${concurrency}, doubts: 20 }`);
  const { rig } = all;
  await rig.fault({ kind: 'delay', ms: 200 });
  const leader = all.lead();
  const workers = await Promise.all([all.worker(), all.worker()]);
  await rig.answered(10);
  expect((await all.command('cancel').ended).code).toBe(0);
  // A job that was claimed before the cancel was recorded may still be sent.
  const most = rig.requests().length + 2 * concurrency;
  expect((await leader.ended).code).toBe(4);
  const requests = rig.requests().length;
  expect(requests).toBeLessThanOrEqual(most);
  for (const worker of workers) worker.kill('SIGTERM');
  for (const worker of workers) expect((await worker.ended).code).toBe(0);
  expect(rig.requests()).toHaveLength(requests);
  await rig.noFaults();
  await all.command('resume').ended;
  // On a slow machine a lease may end meanwhile.
  expect([0, 3]).toContain((await all.run().ended).code);
  expect(await all.mistakes()).toEqual(nobody);
});

test.runIf(isLong)('the database is away from a worker for a moment, and nobody is contacted twice', async () => {
  await using wire = await createDatabaseProxy(await newDatabase());
  await using all = await crew('limits: { concurrency: 8, rate: 40/s }', { url: wire.url });
  const { rig } = all;
  const leader = all.lead();
  await all.worker();
  for (const answers of [10, 25, 45]) {
    await rig.answered(answers);
    wire.cut();
    setTimeout(wire.restore, 300);
  }
  // On a slow machine a lease may end meanwhile.
  expect([0, 3]).toContain((await leader.ended).code);
  expect(await all.mistakes()).toEqual(nobody);
});

test('answers of the database are lost: each claim and each outcome counts once', async () => {
  await using wire = await createDatabaseProxy(await newDatabase());
  await using all = await crew('limits: { concurrency: 4, rate: 40/s }', { url: wire.url });
  const { rig } = all;
  const leader = all.lead();
  await all.worker();
  for (const [answers, statement] of [
    [5, 'callsheet_worker_group'],
    [20, 'callsheet_worker_group'],
    // A prepared statement has its text once for each connection, and its name each time.
    [40, 'callsheet_queue_'],
    [60, 'callsheet_reports'],
  ] as const) {
    await rig.answered(answers);
    await wire.loseAnswerTo(statement);
  }
  expect((await leader.ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
});

test('a campaign that is made while a worker takes its place is sent', async () => {
  await using wire = await createDatabaseProxy(await newDatabase());
  await using all = await crew('limits: { concurrency: 4 }', { url: wire.url });
  await all.rig.callsheet(['store', 'migrate'], { CALLSHEET_STORE: wire.url }).ended;
  const held = wire.holdBack('INSERT INTO callsheet.worker');
  await Promise.race([held, all.worker()]);
  const leader = all.lead();
  await leader.line(/there are none/);
  wire.letGo();
  expect((await leader.ended).code).toBe(0);
  expect(all.rig.effects('whatsapp.send')).toEqual(once(members));
});

test('an answer that concerns everybody halts the run for all workers', async () => {
  await using all = await crew('limits: { concurrency: 8 }');
  const { rig } = all;
  await rig.fault({ kind: 'delay', ms: 50 });
  const leader = all.lead();
  await Promise.all([all.worker(), all.worker()]);
  await rig.answered(20);
  await rig.noFaults();
  await rig.fault({ kind: 'status', status: '-1' });
  expect((await leader.ended).code).toBe(4);
  const requests = rig.requests().length;
  await all.renewed();
  expect(rig.requests()).toHaveLength(requests);
  await rig.noFaults();
  expect((await all.run().ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
});

test('a worker with other files or another key is refused', async () => {
  await using all = await crew('limits: { concurrency: 2, rate: 10/s }');
  const { rig } = all;
  all.run();
  await all.worker();
  await rig.answered(5);
  const other = rig.callsheet(['worker', 'campaign.yaml'], {
    CALLSHEET_STORE: all.store,
    CALLSHEET_API_SECRET: 'another',
  });
  expect(await other.ended).toMatchObject({
    code: 2,
    stderr:
      'campaign.yaml: this worker may not send for the leader of run 1: CALLSHEET_API_KEY or CALLSHEET_API_SECRET differs from the leader’s.\n',
  });
  await rig.write('members.csv', 'phone,first_name\n2348030000001,Other\n');
  expect(await all.command('worker').ended).toMatchObject({
    code: 2,
    stderr:
      'campaign.yaml: this worker may not send for the leader of run 1: the campaign, one of its files, an --input or a variable that it reads differs from the leader’s. Use the same commit, inputs and variables.\n',
  });
});

test.runIf(isLong)(
  'a worker of another version than its leader or the store is refused, and sends nothing',
  async () => {
    await using all = await crew('limits: { concurrency: 2 }');
    const { rig, store } = all;
    const leader = all.lead();
    await leader.line(/there are none/);
    const refused = async (env = {}): Promise<string> => {
      const ended = await rig.process(['worker', 'campaign.yaml'], { CALLSHEET_STORE: store, ...env }).ended;
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      return ended.stderr.replaceAll(/\S+:\d+\/\w+/g, 'STORE');
    };
    await rig.write('other.cjs', "Object.defineProperty(process.versions, 'node', { value: '20.99.0' });");
    expect(await refused({ NODE_OPTIONS: '--require ./other.cjs' })).toBe(
      `campaign.yaml: this worker may not send for the leader of run 1: this is callsheet ${packageJson.version} on Node 20.99.0, and the leader is callsheet ${packageJson.version} on Node ${process.versions.node}. Use the same version of both.\n`,
    );
    const [tables] = await query(store, 'SELECT number FROM callsheet.version');
    const ours = Number(tables?.['number']);
    await query(store, `UPDATE callsheet.version SET number = ${ours + 1}`);
    expect(await refused()).toBe(
      `STORE was written by a newer callsheet (state version ${ours + 1}). Update callsheet. Nothing was sent.\n`,
    );
    expect(rig.requests()).toEqual([]);
  },
);

test('what a person decides while workers send is carried out by them: nobody twice, and nobody waits for it', async () => {
  const [again = '', arrived = ''] = members;
  const code =
    'code: { uses: otp.send, needs: hello, forEach: { audience: members, onlyIf: { step: hello, outcome: accepted } }, with: { templateId: 31 } }';
  const last = 'last: { uses: agents.list, needs: hello, delay: 1h }';
  await using all = await crew(slow, { step: `${whatsappStep.trimEnd()}\n${code}\n${last}` });
  const { rig } = all;
  await rig.fault({ kind: 'reset-before', operation: 'whatsapp.send', recipient: again, times: 1 });
  await rig.fault({ kind: 'reset-after', operation: 'whatsapp.send', recipient: arrived, times: 1 });
  all.lead();
  await all.worker();
  const reconcile = (...args: readonly string[]) => all.command('reconcile', ...args).ended;
  await expect.poll(async () => (await reconcile()).stdout).toContain('2 in doubt.');
  expect(await reconcile('--accept', `hello[${arrived}]`)).toMatchObject({ code: 0 });
  expect(await reconcile('--resend', `hello[${again}]`, '--now')).toMatchObject({ code: 0 });
  await expect.poll(() => rig.effects('otp.send')).toEqual(once(members));
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
});
