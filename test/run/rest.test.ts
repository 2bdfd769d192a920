import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import { createVirtualClock } from '../../src/platform/clocks.ts';
import { createRunControl } from '../../src/run/run-control.ts';
import type { Outcome } from '../../src/service/contract/outcome.ts';
import { jsonOf, type Transport } from '../../src/service/http/transport.ts';
import { createCampaignRig, once, otpStep, people } from '../rig/campaign-rig.ts';
import { crew } from '../rig/crew.ts';
import { codeStep, runInMemory } from '../rig/memory-run.ts';

const noon = Date.parse('2026-11-23T12:00:00Z');
const accepted: Outcome = { kind: 'accepted', code: '0', answer: { status: '0', data: { verificationId: 'v-1' } } };
const restMs = 120_000;
const shiftClock = fileURLToPath(new URL('../rig/shift-clock.cjs', import.meta.url));

test('the next process starts nothing before the service has asked for', async () => {
  const clock = createVirtualClock(noon);
  const control = createRunControl();
  const memory = createMemoryBackend();
  const cameAt: number[] = [];
  const send = async (): Promise<Outcome> => {
    cameAt.push(clock.now() - noon);
    if (cameAt.length !== 2) return accepted;
    control.drain({ kind: 'signal', signal: 'SIGINT' });
    return { kind: 'throttled', http: 429, retryAfterMs: 600_000 };
  };
  const transport = { send, close: async () => {} };
  expect((await runInMemory({ clock, transport, memory, control })).summary).toMatchObject({
    accepted: 1,
    pending: 19,
  });
  const { summary, events } = await runInMemory({ clock, transport, memory });
  expect(summary.accepted).toBe(20);
  expect(cameAt).toHaveLength(21);
  const until = noon + cameAt[1]! + 600_000;
  expect(Math.min(...cameAt.slice(2)) + noon).toBe(until);
  expect(events.filter(({ event }) => event === 'waiting')).toEqual([
    { event: 'waiting', at: noon + cameAt[1]!, until, step: 'code', heldBy: 'rest' },
  ]);
});

test('a limit of the account (-27) rests its step for the next process, too, and no other step', async () => {
  const clock = createVirtualClock(noon);
  const control = createRunControl();
  const memory = createMemoryBackend();
  const came: { readonly step: string; readonly afterMs: number }[] = [];
  const send: Transport['send'] = async (operation) => {
    came.push({ step: operation, afterMs: clock.now() - noon });
    if (operation !== 'otp.send' || came.length > 1) return accepted;
    control.drain({ kind: 'signal', signal: 'SIGINT' });
    return { kind: 'rejected', code: '-27', reason: 'period total send limit reached' };
  };
  const transport = { send, close: async () => {} };
  const hello =
    "hello: { uses: whatsapp.send, forEach: people, with: { businessPhone: '2348030000000', type: text, text: { body: Hi } } }";
  const run = { clock, transport, memory, step: `${codeStep}\n  ${hello}`, count: 3 };
  await runInMemory({ ...run, control });
  expect(came).toEqual([{ step: 'otp.send', afterMs: 0 }]);
  const { summary, events } = await runInMemory(run);
  expect(summary.accepted).toBe(6);
  expect(came.slice(1).map(({ step, afterMs }) => [step, afterMs >= 30_000])).toEqual([
    ...Array.from({ length: 3 }, () => ['whatsapp.send', false]),
    ...Array.from({ length: 3 }, () => ['otp.send', true]),
  ]);
  expect(events.filter(({ event }) => event === 'waiting')).toEqual([
    { event: 'waiting', at: expect.any(Number), until: noon + 30_000, step: 'code', heldBy: 'rest' },
  ]);
});

test('a limit of one phone (-28) holds its own recipient, and nobody else', async () => {
  const clock = createVirtualClock(noon);
  const cameAt: number[] = [];
  const send = async (): Promise<Outcome> => {
    cameAt.push(clock.now() - noon);
    return cameAt.length === 1 ? { kind: 'rejected', code: '-28', reason: 'too many codes to this phone' } : accepted;
  };
  const { summary } = await runInMemory({
    clock,
    transport: { send, close: async () => {} },
    memory: createMemoryBackend(),
    count: 3,
  });
  expect(summary.accepted).toBe(3);
  expect(cameAt.map((at) => at >= 30_000)).toEqual([false, false, false, true]);
});

test('a task that is not over yet (-42) holds itself, and no task that may be called again', async () => {
  const asked: string[] = [];
  const send: Transport['send'] = async (_, body) => {
    const { taskId } = JSON.parse(jsonOf(body)) as { readonly taskId: number };
    asked.push(String(taskId).slice(-1));
    const isRunning = asked.at(-1) === '0' && asked.filter((task) => task === '0').length < 4;
    if (isRunning) return { kind: 'rejected', code: '-42', reason: 'redial is allowed only when it is completed' };
    return { kind: 'accepted', code: '0', answer: { code: '0', data: taskId } };
  };
  const { summary } = await runInMemory({
    clock: createVirtualClock(noon),
    transport: { send, close: async () => {} },
    step: `call:
    uses: voice.redial
    forEach: people
    with: { taskId: "{{ recipient.phone }}", source: 3, text: Hi, lan: EN }`,
    count: 3,
  });
  expect(summary.accepted).toBe(3);
  expect(asked.join('')).toBe('012000');
});

test('a clock that is set back during a pause does not make it longer than any', async () => {
  const virtual = createVirtualClock(noon);
  let backMs = 0;
  const now = () => virtual.now() - backMs;
  const cameAt: number[] = [];
  const send = async (): Promise<Outcome> => {
    cameAt.push(virtual.now() - noon);
    return cameAt.length === 2 ? { kind: 'throttled', http: 429, retryAfterMs: 600_000 } : accepted;
  };
  const clock = {
    now,
    async sleepUntil(until: number, signal?: AbortSignal) {
      const wakesAt = until + backMs;
      if (cameAt.length === 2) backMs = 3_600_000;
      await virtual.sleepUntil(wakesAt, signal);
    },
  };
  const { summary } = await runInMemory({ clock, transport: { send, close: async () => {} } });
  expect(summary.accepted).toBe(20);
  expect(cameAt.findLast(() => true)).toBeLessThanOrEqual(15 * 60_000);
});

test('a service that says "later" and not when, or at once, is asked less and less often', async () => {
  const clock = createVirtualClock(noon);
  const cameAt: number[] = [];
  const send = async (): Promise<Outcome> => {
    cameAt.push(clock.now() - noon);
    return cameAt.length <= 12 ? { kind: 'throttled', http: 429, retryAfterMs: 0 } : accepted;
  };
  expect((await runInMemory({ clock, transport: { send, close: async () => {} } })).summary.accepted).toBe(20);
  expect(cameAt[12]).toBeGreaterThan(20_000);
});

test('a pause that the service has asked for is shown beside the process, and holds the next one after a crash', async () => {
  await using rig = await createCampaignRig();
  const members = people(4);
  await rig.members(members);
  await rig.campaign(otpStep);
  await rig.fault({ kind: 'http', http: 429, headers: { 'retry-after': String(restMs / 1_000) }, times: 1 });
  const status = async () =>
    JSON.parse((await rig.callsheet(['status', 'campaign.yaml', '--format', 'json']).ended).stdout);
  const first = rig.process(['run', 'campaign.yaml', '--yes', '--format', 'json']);
  const until = Date.parse((await first.line(/"event":"resting".*"until":"([^"]+)"/))[1]!);
  await expect.poll(async () => (await status()).next, { timeout: 30_000 }).toMatchObject({ heldBy: 'rest' });
  const { at, ...beside } = (await status()).next;
  expect(beside).toEqual({ step: 'code', heldBy: 'rest', reason: 'HTTP 429' });
  // Instants are printed in whole milliseconds.
  expect(Math.abs(Date.parse(at) - until)).toBeLessThanOrEqual(1);
  first.kill('SIGKILL');
  await first.ended;

  expect((await status()).next).toEqual({ at, ...beside });
  const { stdout } = await rig.callsheet(['status', 'campaign.yaml']).ended;
  expect(stdout).toMatch(/Next, once you use .*: code, .*; it waits for the service \(HTTP 429\)\.\n/);
  const plan = await rig.callsheet(['plan', 'campaign.yaml', '--format', 'json']).ended;
  expect(JSON.parse(plan.stdout).steps[0].segments[0]).toMatchObject({ from: at, deferredBy: 'rest' });
  const why = await rig.callsheet(['why', 'campaign.yaml', members[1]!]).ended;
  expect(why.stdout).toMatch(/ {2}rest {10}the pause of the service is over/);

  const second = rig.process(['run', 'campaign.yaml', '--yes', '--format', 'json']);
  const held = JSON.parse((await second.line(/.*"event":"waiting".*/))[0]);
  expect(held).toMatchObject({ until: at, step: 'code', heldBy: 'rest' });
  expect(rig.requests()).toHaveLength(1);
  second.kill('SIGKILL');
  await second.ended;

  const shiftMs = Number(process.env['SHIFT_CLOCK_MS'] ?? 0) + restMs;
  const later = { NODE_OPTIONS: `--require ${shiftClock}`, SHIFT_CLOCK_MS: String(shiftMs) };
  expect(await rig.process(['run', 'campaign.yaml', '--yes'], later).ended).toMatchObject({ code: 0 });
  expect(rig.effects('otp.send')).toEqual(once(members));
});

test('a leader records the pause that one of its workers was asked for', async () => {
  await using all = await crew('limits: { concurrency: 4 }');
  const { rig } = all;
  await rig.fault({ kind: 'http', http: 429, headers: { 'retry-after': String(restMs / 1_000) } });
  const killed = all.process.lead();
  await all.worker();
  await killed.line(/nothing starts until .*: HTTP 429/);
  const status = async () => (await all.command('status').ended).stdout;
  await expect.poll(status, { timeout: 30_000 }).toMatch(/it waits for the service \(HTTP 429\)/);
  killed.kill('SIGKILL');
  await killed.ended;
  const requests = rig.requests().length;
  await rig.noFaults();
  await all.process.lead().line(/hello waits for the service until/);
  expect(rig.requests()).toHaveLength(requests);
});
