import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type CampaignRig,
  createCampaignRig,
  eventsOf,
  once,
  people,
  peopleInDoubt,
  whatsappStep,
} from '../rig/campaign-rig.ts';
import type { Child, Ended } from '../rig/child.ts';
import { newDatabase } from '../rig/postgres/database.ts';
import { createDatabaseProxy } from '../rig/postgres/database-proxy.ts';

const members = people(24);
/** Seconds that a dead process keeps the run. */
const lease = 3;

/** Two machines of a team with the same campaign: each has a home of its own, and both use one database. */
interface Team extends AsyncDisposable {
  readonly rig: CampaignRig;
  readonly store: string;
  /** `callsheet <args>` with campaign.yaml, on the first or the second machine. */
  on(machine: 1 | 2, command: string, ...more: readonly string[]): Child;
  /** `callsheet run` on the first machine as a process of its own, which can be killed and stopped. */
  runAsProcess(): Child;
  /** Follows on the second machine, and continues as soon as the first one does not lead any more. */
  continueOn2(): Promise<Ended>;
}

async function team(head = 'limits: { concurrency: 4 }', url?: string): Promise<Team> {
  const rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(whatsappStep, head);
  const store = `${url ?? (await newDatabase())}?lease=${lease}`;
  const home = await mkdtemp(join(tmpdir(), 'callsheet-home-'));
  const envOf = (machine: 1 | 2) => ({ CALLSHEET_STORE: store, HOME: join(home, String(machine)) });
  const on: Team['on'] = (machine, command, ...more) =>
    rig.callsheet([command, 'campaign.yaml', ...(command === 'run' ? ['--yes'] : []), ...more], envOf(machine));
  return {
    rig,
    store,
    on,
    runAsProcess: () => rig.process(['run', 'campaign.yaml', '--yes'], envOf(1)),
    continueOn2: () => on(2, 'run').ended,
    async [Symbol.asyncDispose]() {
      await rig[Symbol.asyncDispose]();
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function doubts({ on }: Team): Promise<readonly string[]> {
  return peopleInDoubt(await on(2, 'status', '--format', 'json').ended);
}

test('a machine dies in the middle of a run: another one continues, nobody is contacted twice and nobody is left out', async () => {
  await using both = await team();
  const { rig } = both;
  await rig.fault({ kind: 'delay', ms: 150 });
  const first = both.runAsProcess();
  await rig.answered(8);
  first.kill('SIGKILL');
  await first.ended;
  const last = await both.continueOn2();
  expect(last.code).toBe(3);
  const effects = rig.effects('whatsapp.send');
  const inDoubt = await doubts(both);
  expect(Object.values(effects).filter((times) => times > 1)).toEqual([]);
  expect(members.filter((name) => effects[name] === undefined && !inDoubt.includes(name))).toEqual([]);
  expect(inDoubt.length).toBeLessThanOrEqual(4);
});

test('a machine that was stopped for longer than its lease sends nothing more when it goes on', async () => {
  await using both = await team('limits: { concurrency: 4, rate: 10/s }');
  const { rig } = both;
  const first = both.runAsProcess();
  await rig.answered(6);
  first.kill('SIGSTOP');
  await both.continueOn2();
  const requests = rig.requests().length;
  first.kill('SIGCONT');
  const ended = await first.ended;
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain('Another process now carries out the run in postgres://admin@127.0.0.1');
  expect(rig.requests()).toHaveLength(requests);
  const effects = rig.effects('whatsapp.send');
  const inDoubt = await doubts(both);
  expect(Object.values(effects).filter((times) => times > 1)).toEqual([]);
  expect(members.filter((name) => effects[name] === undefined && !inDoubt.includes(name))).toEqual([]);
});

test('of many that start at one moment one leads, and the others follow it to its end', async () => {
  await using both = await team();
  const { rig, on } = both;
  await rig.fault({ kind: 'delay', ms: 100 });
  const ended = await Promise.all(([1, 2, 1, 2] as const).map((machine) => on(machine, 'run').ended));
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  const following = /leads run 1 of trial\. Following it; if it dies, this process continues the run\./;
  const followers = ended.filter(({ stderr }) => following.test(stderr));
  expect(followers.length).toBeGreaterThan(0);
  for (const { stdout } of followers) expect(stdout).toMatch(/hello +\d+[^]*\nRun 1 of trial has ended\.\n$/);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
});

test('who follows a run that halts says why, as its leader does', async () => {
  await using both = await team('limits: { concurrency: 2, rate: 1/s }');
  const { rig, on } = both;
  const leader = on(1, 'run', '--format', 'json');
  await rig.answered(1);
  const followers = [on(2, 'run', '--format', 'json'), on(2, 'run')] as const;
  await followers[0].line(/"event":"following"/);
  await followers[1].line(/Following it/);
  await rig.fault({ kind: 'status', status: '-68' });
  const [first, second, third] = await Promise.all([leader.ended, ...followers.map(({ ended }) => ended)]);
  expect([first, second, third].map((one) => one?.code)).toEqual([4, 4, 4]);
  const [led, followed] = [first, second].map((one) => eventsOf(one!).at(-1)!);
  expect(followed).toMatchObject({ event: 'finished', reason: led!['reason'], summary: led!['summary'] });
  expect(third?.stdout).toContain(`Run 1 of trial has ended, with exit code 4: ${String(led!['reason'])}.`);
});

test('both machines see one run: the other one pauses, resumes and cancels it, looks at it and does the rest', async () => {
  await using both = await team('limits: { concurrency: 2, rate: 1/s }');
  const { rig, on } = both;
  const first = on(1, 'run');
  await rig.answered(2);
  const paused = first.line(/paused/);
  expect((await on(2, 'pause').ended).stdout).toContain(
    'Paused: the running process stops starting jobs within a second',
  );
  await paused;
  expect((await on(2, 'status').ended).stdout).toContain('trial, run 1: paused');
  expect((await on(2, 'resume').ended).stdout).toContain('Resumed: the running process continues within a second');
  expect((await on(2, 'cancel').ended).stdout).toContain('Cancelled: the running process ends');
  expect((await first.ended).code).toBe(4);
  await on(1, 'resume').ended;
  await rig.campaign(whatsappStep);
  expect((await on(2, 'run').ended).code).toBe(0);
  expect((await on(1, 'run').ended).code).toBe(0);
  expect(await on(1, 'audit').ended).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^trial: audit {2}24 starts, from postgres:\/\/admin@127\.0\.0\.1:\d+\/\w+/,
    ) as string,
  });
  expect((await on(1, 'report', '--format', 'csv').ended).stdout.split('\n')).toHaveLength(members.length + 2);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
});

test('the database is gone for a moment: nothing starts, and then the run goes on', async () => {
  await using wire = await createDatabaseProxy(await newDatabase());
  await using both = await team('limits: { concurrency: 4, rate: 20/s }', wire.url);
  const { rig, on } = both;
  const first = on(1, 'run', '--format', 'json');
  await rig.answered(5);
  wire.cut();
  setTimeout(wire.restore, 400);
  const ended = await first.ended;
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
});

test('the answer to a commit is lost: it is found out whether it counted, and nobody is contacted twice', async () => {
  await using wire = await createDatabaseProxy(await newDatabase());
  await using both = await team('limits: { concurrency: 2, rate: 20/s }', wire.url);
  const { rig, on } = both;
  const first = on(1, 'run');
  for (const answers of [3, 8, 13]) {
    await rig.answered(answers);
    await wire.loseAnswerTo('callsheet_write');
  }
  expect((await first.ended).code).toBe(0);
  expect(rig.effects('whatsapp.send')).toEqual(once(members));
});

test('the database stays away: the run stops with clear words, and goes on later', async () => {
  const database = await newDatabase();
  await using wire = await createDatabaseProxy(database);
  await using both = await team('limits: { concurrency: 4, rate: 20/s }', wire.url);
  const { rig, on } = both;
  const first = on(1, 'run');
  await rig.answered(5);
  wire.cut();
  const ended = await first.ended;
  expect(ended.code).toBe(2);
  expect(ended.stderr).toMatch(
    /^postgres:\/\/admin@127\.0\.0\.1:\d+\/\S+ cannot be reached \(for \d s: .+\)\. Nothing more is sent/m,
  );
  expect((await on(2, 'status').ended).stderr).toMatch(/cannot be reached/);
  wire.restore();
  await both.continueOn2();
  const effects = rig.effects('whatsapp.send');
  const inDoubt = await doubts(both);
  expect(Object.values(effects).filter((times) => times > 1)).toEqual([]);
  expect(members.filter((name) => effects[name] === undefined && !inDoubt.includes(name))).toEqual([]);
});
