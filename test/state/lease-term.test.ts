import { afterEach, expect, test, vi } from 'vitest';
import { asStoreError } from '../../src/ledger/postgres/server-error.ts';
import { openSession, type Session } from '../../src/ledger/postgres/session.ts';
import { makeStore } from '../../src/ledger/postgres/tables.ts';
import { releaseLease, renewLease, takeLease } from '../../src/ledger/postgres/take-lease.ts';
import { startTerm, type Term, thisMoment } from '../../src/ledger/postgres/term.ts';
import { StateError } from '../../src/ledger/state-trouble.ts';
import { parseStoreAddress } from '../../src/ledger/store-address.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';
import { about, me } from '../rig/state-backends.ts';

afterEach(() => void vi.useRealTimers());

const leaseMs = 60_000;
const unreachable = (): Promise<never> => Promise.reject(new StateError('storeUnreachable', 'ECONNREFUSED'));

/** A term in virtual time; `renew` may be changed. */
function term(): { readonly term: Term; renew: () => Promise<void> } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'Date', 'performance'] });
  const rig = { renew: () => Promise.resolve() };
  return Object.assign(rig, { term: startTerm({ leaseMs, since: thisMoment(), renew: () => rig.renew() }) });
}

test('a request may start while the lease is renewed, and not for half a lease after it was renewed for the last time', async () => {
  const rig = term();
  await vi.advanceTimersByTimeAsync(10 * leaseMs);
  expect(rig.term.mayStart()).toBe(true);
  rig.renew = unreachable;
  await vi.advanceTimersByTimeAsync(24_000);
  expect(rig.term.mayStart()).toBe(true);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(rig.term.mayStart()).toBe(false);
  rig.renew = () => Promise.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rig.term.mayStart()).toBe(true);
  rig.term.stop();
});

test('requests in flight are aborted before the lease ends, and what waits for the database fails with the reason', async () => {
  const rig = term();
  const signal = rig.term.signal();
  rig.renew = unreachable;
  const waiting = rig.term.repeat(unreachable).catch(String);
  await vi.advanceTimersByTimeAsync(49_000);
  expect(signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(signal.reason).toBe('the lease of the run ended before an answer came');
  expect(await waiting).toBe('Error: for 50 s: ECONNREFUSED');
  expect(rig.term.mayStart()).toBe(false);
});

test('a process that lost its run to another one stops at once', async () => {
  const rig = term();
  rig.renew = () => Promise.reject(new StateError('leaseLost', 'another process'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(rig.term.mayStart()).toBe(false);
  await expect(rig.term.repeat(() => Promise.resolve(1))).rejects.toThrow('another process');
});

test('a process that was stopped in the middle of a renewal asks once more, and says that another one has the run', async () => {
  const rig = term();
  rig.renew = async () => {
    rig.renew = () => Promise.reject(new StateError('leaseLost', 'another process'));
    await new Promise((resolve) => setTimeout(resolve, 2 * leaseMs));
    return unreachable();
  };
  const waiting = rig.term.repeat(unreachable).catch(String);
  await vi.advanceTimersByTimeAsync(3 * leaseMs);
  expect(rig.term.mayStart()).toBe(false);
  expect(await waiting).toBe('Error: another process');
});

test('a machine that slept, whose monotonic clock may have stopped, starts nothing until the lease is renewed', () => {
  const rig = term();
  vi.setSystemTime(Date.now() + leaseMs / 2);
  expect(rig.term.mayStart()).toBe(false);
  rig.term.stop();
});

function sessionOf(url: string): Promise<Session> {
  const address = parseStoreAddress(url);
  if ('fault' in address) throw new Error(address.fault);
  return openSession(address);
}

test('a renewal that comes after the release does not lock the run again', async () => {
  const url = await newDatabase();
  const session = await sessionOf(url);
  await makeStore(session);
  const taken = await takeLease(session, { about, me }, leaseMs, () => undefined);
  if ('refused' in taken) throw new Error('refused');
  await renewLease(session, taken.ids, taken.leader, leaseMs);
  await releaseLease(session, taken.ids, taken.leader.epoch);
  await expect(renewLease(session, taken.ids, taken.leader, leaseMs)).rejects.toThrow('this process has released it');
  expect(await query(url, 'SELECT lease_until FROM callsheet.campaign')).toEqual([{ lease_until: null }]);
  await session.close();
});

test.each(['08006', '25006', '40001', '40P01', '53200', '53300', '57P01'])(
  'a statement that fails with %s is repeated, as it may work in a moment',
  async (code) => {
    const rig = term();
    const works = vi.fn<() => Promise<number>>(() => Promise.resolve(1));
    works.mockRejectedValueOnce(asStoreError(Object.assign(new Error('later'), { code })));
    const done = rig.term.repeat(works);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await done).toBe(1);
    rig.term.stop();
  },
);

test('statements are read committed, whatever the default of the database is', async () => {
  const url = await newDatabase();
  const name = new URL(url).pathname.slice(1);
  await query(url, `ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`);
  const session = await sessionOf(url);
  const show = 'SHOW transaction_isolation';
  expect(await session.rows(show)).toEqual([{ transaction_isolation: 'read committed' }]);
  expect(await session.transaction(({ rows }) => rows(show))).toEqual([{ transaction_isolation: 'read committed' }]);
  await session.close();
});
