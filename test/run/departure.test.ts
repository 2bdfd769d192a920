import { describe, expect, test } from 'vitest';
import type { LeaseTerm } from '../../src/ledger/hand-out.ts';
import type { Clock, Instant } from '../../src/platform/ports.ts';
import { createRunControl } from '../../src/run/run-control.ts';
import type { Outcome } from '../../src/service/contract/outcome.ts';
import { jsonOf, type RequestBody, type SendOptions, type Transport } from '../../src/service/http/transport.ts';
import type { OperationId } from '../../src/service/operations/operations.ts';
import { http, peer } from '../rig/byte-server.ts';
import { codeStep, people, runInMemory } from '../rig/memory-run.ts';

const at = (text: string): Instant => Date.parse(`2026-11-23T${text}Z`);
const success = '{"status":"0","reason":"success","data":{"verificationId":"v-1"}}';

/** A wall clock that can be set; sleepers move it. */
function settableClock(start: Instant): { readonly clock: Clock; set(to: Instant): void } {
  let now = start;
  const clock: Clock = {
    now: () => now,
    async sleepUntil(until, signal) {
      await new Promise((resolve) => setImmediate(resolve));
      if (!signal?.aborted) now = Math.max(now, until);
    },
  };
  return { clock, set: (to) => void (now = to) };
}

type Send = (operation: OperationId, body: RequestBody | undefined, options: SendOptions) => Promise<Outcome>;

/** A service whose connections take as long as `connects` makes the clock pass; it says when each request left. */
function slowService(clock: Clock, connects: (count: number) => void) {
  const left: string[] = [];
  let connections = 0;
  const send: Send = async (_operation, body, { mayLeave }) => {
    connects(++connections);
    const reason = mayLeave?.();
    if (reason !== undefined) return { kind: 'unsent', reason, heldBack: true };
    const { to } = JSON.parse(jsonOf(body)) as { to: string };
    left.push(`${new Date(clock.now()).toISOString().slice(11, 19)} ${people.indexOf(to)}`);
    return { kind: 'accepted', code: '0', answer: JSON.parse(success) as Record<string, unknown> };
  };
  const transport: Transport = { send: (...input) => send(input[0], input[1], input[2] ?? {}), close: async () => {} };
  return { left, transport };
}

describe('a request that waits for its connection', () => {
  test('until the window has closed (less the guard) leaves when it opens again', async () => {
    const { clock, set } = settableClock(at('19:59:57'));
    const service = slowService(clock, (count) => {
      if (count === 2) set(at('19:59:58'));
    });
    const { summary, events } = await runInMemory({ clock, ...service });
    expect(service.left.slice(0, 3)).toEqual(['19:59:57 0', '09:00:00 1', '09:00:00 2']);
    expect(summary.accepted).toBe(20);
    expect(events).toContainEqual(
      expect.objectContaining({
        job: { step: 'code', key: people[1] },
        state: 'again',
        reason: 'its window or deadline passed before it could be sent',
      }),
    );
  });

  test('until `until` has come expires, and so do all that are left', async () => {
    const { clock, set } = settableClock(at('12:00:00'));
    const service = slowService(clock, (count) => {
      if (count === 3) set(at('12:00:05'));
    });
    const step = codeStep.replace('uses:', 'until: 2026-11-23 12:00:05, uses:');
    const { summary } = await runInMemory({ clock, ...service, step });
    expect(service.left).toEqual(['12:00:00 0', '12:00:00 1']);
    expect(summary).toMatchObject({ accepted: 2, expired: 18, pending: 0 });
  });

  test('of four seconds leaves, and after a sleep of the machine it takes a new slot', async () => {
    const { clock, set } = settableClock(at('12:00:00'));
    const service = slowService(clock, (count) => {
      if (count === 2) set(clock.now() + 4_000);
      if (count === 3) set(clock.now() + 3_600_000);
    });
    const { summary, jobs } = await runInMemory({ clock, ...service, head: 'limits: { concurrency: 1, rate: 1/m }' });
    expect(service.left.slice(0, 4)).toEqual(['12:00:00 0', '12:01:04 1', '13:02:00 2', '13:03:00 3']);
    expect(summary.accepted).toBe(20);
    expect(jobs.map(({ attempts }) => attempts)).toEqual(people.map(() => 1));
    expect(jobs.slice(0, 3).map(({ at: slot, leftAt }) => leftAt! - slot!)).toEqual([0, 4_000, 0]);
  });

  test('while the clock is set back does not leave before the window opens', async () => {
    const { clock, set } = settableClock(at('09:00:10'));
    const service = slowService(clock, (count) => {
      if (count === 2) set(at('08:00:00'));
    });
    const { summary } = await runInMemory({ clock, ...service });
    expect(service.left.slice(0, 2)).toEqual(['09:00:10 0', '09:00:00 1']);
    expect(summary.accepted).toBe(20);
  });

  test('and is held back again and again does not make the run think that the service is away', async () => {
    const { clock, set } = settableClock(at('12:00:00'));
    const service = slowService(clock, (count) => {
      if (count <= 100) set(clock.now() + 8_000);
    });
    const { summary, ended, events } = await runInMemory({ clock, ...service });
    expect([ended, summary.accepted]).toEqual(['finished', 20]);
    expect(events.filter(({ event }) => event === 'resting')).toEqual([]);
  });

  test('stays while the run is paused, asks nothing meanwhile, and leaves when it goes on', async () => {
    const { clock } = settableClock(at('12:00:00'));
    const control = createRunControl();
    const service = slowService(clock, (count) => {
      if (count === 3) {
        control.pause();
        setImmediate(() => setImmediate(() => control.unpause()));
      }
    });
    const { summary, events } = await runInMemory({ clock, ...service, control });
    expect(service.left.map((line) => line.split(' ')[1])).toEqual(people.map((_, index) => String(index)));
    expect(summary.accepted).toBe(20);
    expect(events.filter((event) => event.event === 'job' && event.state === 'again')).toHaveLength(1);
  });
});

test('the name of a request that was held back is not known at the service: a refusal as a duplicate is not a receipt', async () => {
  const { clock } = settableClock(at('12:00:00'));
  const control = createRunControl();
  let asked = 0;
  const transport: Transport = {
    async send() {
      if (++asked > 1) return { kind: 'rejected', code: '-20', reason: 'data existing' };
      control.pause();
      setImmediate(() => setImmediate(() => control.unpause()));
      return { kind: 'unsent', reason: 'the run is paused', heldBack: true };
    },
    close: async () => {},
  };
  const { summary, jobs } = await runInMemory({ clock, transport, control });
  expect([asked, summary.accepted, summary.rejected]).toEqual([21, 0, 20]);
  expect(jobs[0]).toMatchObject({ state: 'rejected', attempts: 1 });
});

test('a request stays while another process may carry out the run, and one in flight is given up when that may happen', async () => {
  const { clock } = settableClock(at('12:00:00'));
  let mayStart = true;
  let signals = 0;
  const lease = new AbortController();
  const term: LeaseTerm = {
    leaseMs: 60_000,
    ageMs: () => 0,
    mayStart: () => mayStart,
    signal: () => {
      signals++;
      return lease.signal;
    },
  };
  const service = slowService(clock, (count) => {
    if (count !== 3) return;
    mayStart = false;
    setImmediate(() => setImmediate(() => void (mayStart = true)));
  });
  const { summary, events } = await runInMemory({ clock, ...service, term });
  expect(service.left.map((line) => line.split(' ')[1])).toEqual(people.map((_, index) => String(index)));
  expect([summary.accepted, signals]).toEqual([20, 21]);
  const again = events.filter((event) => event.event === 'job' && event.state === 'again');
  expect(again.length).toBeGreaterThan(0);
  for (const event of again)
    expect(event).toMatchObject({
      reason: 'the database did not answer, and another process may carry out the run by now',
    });

  const control = createRunControl();
  const hanging: Transport = {
    send: (_operation, _body, { signal } = {}) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve({ kind: 'unknown', reason: String(signal.reason) }));
        control.drain({ kind: 'aborted' });
        lease.abort('the lease ended');
      }),
    close: async () => {},
  };
  const given = await runInMemory({ clock, transport: hanging, term, control });
  expect(given.events).toContainEqual(
    expect.objectContaining({ job: { step: 'code', key: people[0] }, reason: 'the lease ended' }),
  );
});

test('a list whose run is paused between two pages is asked for again from its first page', async () => {
  const { clock } = settableClock(at('12:00:00'));
  const control = createRunControl();
  const pages: unknown[] = [];
  const transport: Transport = {
    async send(_operation, body, { mayLeave } = {}) {
      const { current = 1 } = JSON.parse(jsonOf(body)) as { current?: number };
      if (pages.length === 1 && current === 2) {
        control.pause();
        setImmediate(() => setImmediate(() => control.unpause()));
      }
      const reason = mayLeave?.();
      if (reason !== undefined) return { kind: 'unsent', reason, heldBack: true };
      pages.push(current);
      return { kind: 'accepted', code: '0', answer: { status: '0', data: { pages: 3, records: [{ current }] } } };
    },
    close: async () => {},
  };
  const { summary, jobs } = await runInMemory({
    clock,
    transport,
    control,
    step: 'agents: { uses: agents.list, with: {} }',
  });
  expect(pages).toEqual([1, 1, 2, 3]);
  expect(summary.accepted).toBe(1);
  expect(jobs[0]?.outputs).toMatchObject({ records: 3 });
});

test('of sixteen requests that are dispatched, none leaves when an answer halts the run', async () => {
  await using service = await peer((socket) => socket.write(http('200 OK', success)), { connections: 16 });
  const { clock } = settableClock(at('12:00:00'));
  let dispatched = 0;
  const transport: Transport = {
    send(operation, body, options) {
      dispatched++;
      // The first answer ends the slow start: the next sixteen are dispatched together.
      if (dispatched === 1) {
        return Promise.resolve({ kind: 'accepted', code: '0', answer: JSON.parse(success) as Record<string, unknown> });
      }
      const outcome = service.client.send(operation, jsonOf(body), options);
      // It is read while the others wait for their connection.
      return dispatched === 17 ? Promise.resolve({ kind: 'rejected', code: '-10', reason: 'no money' }) : outcome;
    },
    close: async () => {},
  };
  const { reason, summary } = await runInMemory({ clock, transport, head: 'limits: { concurrency: 16 }' });
  expect(reason).toEqual({ kind: 'answer', operation: 'otp.send', code: '-10', reason: 'no money' });
  expect([dispatched, summary.pending]).toEqual([17, 19]);
  expect(service.requests).toEqual([]);
});
