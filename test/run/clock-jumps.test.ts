import { expect, test, vi } from 'vitest';
import { loadCampaign } from '../../src/campaign/load.ts';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import { createClockWatch, createRealClock, createVirtualClock } from '../../src/platform/clocks.ts';
import type { Clock, Instant } from '../../src/platform/ports.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import type { RunEvent } from '../../src/run/event.ts';
import { runCampaign } from '../../src/run/run.ts';
import { createRunControl } from '../../src/run/run-control.ts';
import { jsonOf, type Transport } from '../../src/service/http/transport.ts';
import { memoryFiles } from '../rig/memory-files.ts';
import { people, runInMemory } from '../rig/memory-run.ts';

const hour = 3_600_000;
const at = (text: string): Instant => Date.parse(`2026-11-23T${text}Z`);

/** A wall clock that can be set, beside a steady one that cannot. Sleepers move both. */
function settableClock(start: Instant) {
  let wall = start;
  let steady = 0;
  const clock: Clock = {
    now: () => wall,
    steadyMs: () => steady,
    async sleepUntil(until, signal) {
      await new Promise((resolve) => setImmediate(resolve));
      if (signal?.aborted) return;
      steady += Math.max(0, until - wall);
      wall = Math.max(wall, until);
    },
  };
  return {
    clock,
    set: (to: Instant) => {
      wall = to;
    },
    pass: (ms: number) => {
      wall += ms;
      steady += ms;
    },
  };
}

test('time that passes is not a jump; a clock that is set, or stopped with the machine, is', () => {
  const { clock, set, pass } = settableClock(at('09:00:00'));
  const read = createClockWatch(clock);
  pass(60_000);
  expect(read()).toEqual({ now: at('09:01:00'), setBack: false });
  set(at('10:01:00'));
  expect(read()).toEqual({ now: at('10:01:00'), setBack: false, jumpedMs: hour });
  set(at('09:01:00'));
  expect(read()).toEqual({ now: at('09:01:00'), setBack: true, jumpedMs: -hour });
  expect(read()).toEqual({ now: at('09:01:00'), setBack: false });
});

test('who sleeps while the clock is set back an hour does not sleep an hour longer', async () => {
  const sleeping = createRealClock().sleepUntil(Date.now() + 200);
  const real = Date.now.bind(Date);
  const set = vi.spyOn(Date, 'now').mockImplementation(() => real() - hour);
  expect(await sleeping).toBeUndefined();
  set.mockRestore();
});

test('virtual time goes to a start a year ahead at once', async () => {
  const virtual = createVirtualClock(at('09:00:00'));
  let sleeps = 0;
  const clock: Clock = {
    now: virtual.now,
    sleepUntil(until, signal) {
      sleeps++;
      return virtual.sleepUntil(until, signal);
    },
  };
  const send: Transport['send'] = async () => ({ kind: 'accepted', code: '0', answer: { status: '0' } });
  const transport = { send, close: async () => {} };
  const { summary } = await runInMemory({ clock, transport, head: 'starts: 2027-11-23T09:00' });
  expect(summary.accepted).toBe(20);
  expect(sleeps).toBeLessThan(50);
});

test('a clock that is trimmed back by less than two seconds never runs backwards', () => {
  const { clock, set } = settableClock(at('09:00:01'));
  const read = createClockWatch(clock);
  set(at('09:00:00'));
  expect(read()).toEqual({ now: at('09:00:01'), setBack: false });
});

/** Runs a campaign for ten people; `meddle` is called at each start and may set the clock. Returns the wall time of each. */
async function startsOf(start: Instant, meddle: (count: number, set: (to: Instant) => void) => void) {
  const { clock, set } = settableClock(start);
  const people = Array.from({ length: 10 }, (_, index) => `234000000000${index}`);
  const files = memoryFiles({
    '/c/campaign.yaml': `campaign: jumps
timezone: UTC
account: { appId: sandbox-app }
limits: { rate: 1/10s, concurrency: 2 }
audiences:
  people: { file: people.csv, key: phone, timezone: { zone: UTC } }
steps:
  code: { uses: otp.send, forEach: people, with: { templateId: 31 } }
`,
    '/c/people.csv': `phone\n${people.join('\n')}\n`,
  });
  const load = { path: '/c/campaign.yaml', cwd: '/c', files, env: {}, inputs: {}, depth: 'rendered' } as const;
  const { value: loaded } = await loadCampaign(load);
  if (loaded === undefined) throw new Error('the campaign of this test has findings');
  const starts: { readonly to: string; readonly wall: string }[] = [];
  const events: RunEvent[] = [];
  const transport: Transport = {
    async send(_operation, body) {
      starts.push({
        to: (JSON.parse(jsonOf(body)) as { to: string }).to,
        wall: new Date(clock.now()).toISOString().slice(11, 19),
      });
      meddle(starts.length, set);
      return { kind: 'accepted', code: '0', answer: { status: '0', data: { verificationId: `v${starts.length}` } } };
    },
    close: async () => {},
  };
  const lease = createMemoryBackend().openLease({ about: { campaign: 'jumps', run: '1', service: 'test' } });
  const control = createRunControl();
  const random = createSeededRandom(1);
  const emit = (event: RunEvent): void => void events.push(event);
  const { summary } = await runCampaign({
    loaded,
    run: '1',
    lease,
    service: 'test',
    transport,
    clock,
    files,
    random,
    control,
    emit,
  });
  return { starts, events, summary };
}

test('a machine that slept past the window calls nobody at night: the rest waits for the morning', async () => {
  const { starts, events, summary } = await startsOf(at('19:00:00'), (count, set) => {
    if (count === 3) set(at('23:30:00'));
  });
  expect(starts.map(({ wall }) => wall)).toEqual([
    '19:00:00',
    '19:00:10',
    '19:00:20',
    '09:00:00',
    '09:00:10',
    '09:00:20',
    '09:00:30',
    '09:00:40',
    '09:00:50',
    '09:01:00',
  ]);
  expect(events.filter(({ event }) => event === 'clockJumped')).toHaveLength(1);
  expect(summary.accepted).toBe(10);
});

test('after a clock is set back everything is planned again: nobody before the opening, nobody twice', async () => {
  const { starts, summary } = await startsOf(at('09:30:00'), (count, set) => {
    if (count === 3) set(at('08:30:00'));
  });
  expect(starts.map(({ wall }) => wall)).toEqual([
    '09:30:00',
    '09:30:10',
    '09:30:20',
    '09:00:00',
    '09:00:10',
    '09:00:20',
    '09:00:30',
    '09:00:40',
    '09:00:50',
    '09:01:00',
  ]);
  expect(new Set(starts.map(({ to }) => to)).size).toBe(10);
  expect(summary.accepted).toBe(10);
});

test('a clock that is put right after the service’s was measured is measured again, and everybody is reached once', async () => {
  const { clock, set } = settableClock(at('09:00:00'));
  const tenMinutes = 600_000;
  let behindMs = tenMinutes;
  /** How far the time with which requests are signed is ahead of the clock, as measured. */
  let signedAheadMs = 0;
  const reached: string[] = [];
  const send: Transport['send'] = async (_operation, body) => {
    const serviceTime = clock.now() + behindMs;
    if (clock.now() + signedAheadMs !== serviceTime) {
      signedAheadMs = behindMs;
      return { kind: 'rejected', code: '-16', reason: 'timestamp expired', serviceTime };
    }
    reached.push((JSON.parse(jsonOf(body)) as { to: string }).to);
    if (reached.length === 3) {
      set(serviceTime);
      behindMs = 0;
    }
    return { kind: 'accepted', code: '0', answer: { status: '0', data: { verificationId: 'v' } } };
  };
  const transport = { send, close: async () => {} };
  const head = 'limits: { rate: 1/10s, concurrency: 1 }';
  const { events, reason } = await runInMemory({ clock, transport, head, service: 'https://api.example.com' });
  expect(reason).toBeUndefined();
  expect(reached.toSorted()).toEqual([...people]);
  expect(events.flatMap((event) => (event.event === 'clock' ? [event.aheadMs] : []))).toEqual([tenMinutes, 0]);
});
