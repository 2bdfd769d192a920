import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Campaign, Step } from '../../src/campaign/campaign.ts';
import type { Chunk, HandedRecord, HandOut } from '../../src/ledger/hand-out.ts';
import { createWakeSignal } from '../../src/run/run-control.ts';
import type { DispatchReports, Start } from '../../src/run/send/dispatcher.ts';
import { createSharedDispatcher } from '../../src/run/send/hand-out/shared-dispatcher.ts';
import type { Settlement } from '../../src/schedule/scheduler.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const campaign = { limits: { concurrency: 4, doubts: 4 }, steps: [] } as unknown as Campaign;
const step = { id: 'hello', uses: 'whatsapp.send' } as Step;
const key = '2348030000001';
const start: Start = {
  job: { step, recipient: 0, key, zone: '', attempts: 0, tried: false },
  startedAt: 0,
  mayStartUntil: Number.POSITIVE_INFINITY,
  streak: 0,
  measured: 0,
};

/** A leader with one worker, whose database does what the test says. */
function leader(
  given: {
    readonly halted?: boolean;
    readonly records?: readonly HandedRecord[];
    /** It has slots of its own, and its worker still has all of the run from the leader before. */
    readonly sendsItself?: boolean;
  } = {},
) {
  let land = (): void => {};
  let isOnItsWay = true;
  const chunks: Chunk[] = [];
  const takenBack: string[] = [];
  const judged: number[] = [];
  const settled: Settlement[] = [];
  let refunded = 0;
  let toReport: readonly unknown[] = [];
  const { sendsItself = false } = given;
  const handOut: HandOut = {
    open: () => Promise.resolve(),
    seats: () => Promise.resolve([{ id: 1, pid: 7, host: 'there', most: 4, share: 4, held: sendsItself ? 4 : 0 }]),
    setShares: () => Promise.resolve(),
    give(more) {
      chunks.push(...more);
      return isOnItsWay ? new Promise((resolve) => void (land = resolve)) : Promise.resolve();
    },
    halt: () => Promise.resolve(),
    takeBack: (ids) => Promise.resolve(void takenBack.push(...ids)),
    reports(count) {
      judged.push(count);
      const found = toReport;
      toReport = [];
      return Promise.resolve(found);
    },
    records: () => Promise.resolve(given.records ?? []),
    reportsBefore: () => Promise.resolve([]),
    sendingElsewhere: () => Promise.resolve(0),
    onNews: () => () => {},
  };
  const reports: DispatchReports = {
    holdReason: () => 'stopping',
    isClosed: () => given.halted === true,
    judged: () => {},
    settled(_, settlement, wasJudged) {
      settled.push(settlement);
      if (!wasJudged) refunded++;
    },
    failed(error) {
      throw error;
    },
  };
  const dispatcher = createSharedDispatcher({
    handOut,
    sharing: { sentWith: { version: '', digest: '', service: '', credentials: '' }, sendsItself },
    campaign,
    lease: { apply: () => Promise.resolve() },
    local: {
      taken: () => 0,
      free: () => (sendsItself ? 4 : 0),
      inFlight: () => 0,
      handedOut: () => 0,
      dispatch: () => {},
      callBack: () => Promise.resolve(),
      recall: () => Promise.resolve(),
      close: () => {},
    },
    localSlots: { concurrency: 1 },
    slots: { concurrency: 4 },
    clock: { now: () => Date.now(), sleepUntil: () => Promise.resolve() },
    wakeSignal: createWakeSignal(),
    emit: () => {},
    reports,
    aheadMs: () => undefined,
  });
  return {
    dispatcher,
    chunks,
    takenBack,
    judged,
    settled,
    /** Jobs whose price goes back into the budget. */
    refunded: () => refunded,
    /** The insert is done. */
    land() {
      isOnItsWay = false;
      land();
    },
    report(body: Readonly<Record<string, unknown>>) {
      toReport = [{ chunk: chunks[0]?.id, place: 0, ...body }];
    },
  };
}

async function handOutOne(all: ReturnType<typeof leader>): Promise<void> {
  await vi.advanceTimersByTimeAsync(300);
  expect(all.dispatcher.free()).toBeGreaterThan(0);
  all.dispatcher.dispatch(start);
  await vi.advanceTimersByTimeAsync(10);
  expect(all.chunks).toMatchObject([{ body: { jobs: [{ step: 'hello', key }] } }]);
}

test('a chunk is taken back five seconds after the database has it, and not while it is on its way', async () => {
  const all = leader();
  await handOutOne(all);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([all.takenBack, all.settled]).toEqual([[], []]);
  all.land();
  await vi.advanceTimersByTimeAsync(4_500);
  expect(all.takenBack).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(all.takenBack).toEqual([all.chunks[0]?.id]);
  expect(all.settled).toMatchObject([{ kind: 'again', attempted: false }]);
  all.dispatcher.close();
});

test('a leader uses no slot before it knows which ones workers still have of the leader before', async () => {
  const all = leader({ sendsItself: true });
  expect(all.dispatcher.free()).toBe(0);
  await handOutOne(all);
  all.dispatcher.close();
});

test('a chunk that was done before the database had said that it has it is deleted after that, too', async () => {
  const all = leader();
  await handOutOne(all);
  all.report({ place: 0, settlement: { kind: 'settled', state: 'accepted' } });
  await vi.advanceTimersByTimeAsync(600);
  const id = all.chunks[0]?.id;
  expect(all.takenBack).toEqual([id]);
  all.land();
  await vi.advanceTimersByTimeAsync(300);
  expect(all.takenBack).toEqual([id, id]);
  all.dispatcher.close();
});

test('of a chunk that is taken back, what the ledger says counts: it is not sent again, and stays paid for', async () => {
  const job = { step: 'hello', key, state: 'accepted', attempts: 1 } as const;
  const all = leader({ records: [{ job, sender: undefined }] });
  await handOutOne(all);
  all.land();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(all.settled).toEqual([{ kind: 'settled', state: 'accepted' }]);
  expect(all.refunded()).toBe(0);
  expect(all.dispatcher.inFlight()).toBe(0);
  all.dispatcher.close();
});

test('a query that was rejected under the leader before, and comes back unsent, is asked again', async () => {
  const rejected = { step: 'funds', key: undefined, state: 'rejected', attempts: 3 } as const;
  const all = leader({ records: [{ job: rejected, sender: undefined }] });
  await vi.advanceTimersByTimeAsync(300);
  const query = { id: 'funds', uses: 'sms.balance' } as Step;
  all.dispatcher.dispatch({ ...start, job: { ...start.job, step: query, key: undefined, tried: true } });
  await vi.advanceTimersByTimeAsync(10);
  all.land();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(all.settled).toMatchObject([{ kind: 'again', attempted: false }]);
  all.dispatcher.close();
});

test('what was settled is made up for when it is a quarter of what may be handed out, in one chunk', async () => {
  const all = leader();
  await vi.advanceTimersByTimeAsync(300);
  all.land();
  // Two for each slot.
  for (let place = 0; place < 8; place++) all.dispatcher.dispatch(start);
  await vi.advanceTimersByTimeAsync(10);
  const free = [all.dispatcher.free()];
  for (const place of [0, 1]) {
    all.report({ place, settlement: { kind: 'settled', state: 'accepted' } });
    await vi.advanceTimersByTimeAsync(300);
    free.push(all.dispatcher.free());
  }
  all.dispatcher.dispatch(start);
  free.push(all.dispatcher.free());
  all.dispatcher.dispatch(start);
  free.push(all.dispatcher.free());
  await vi.advanceTimersByTimeAsync(10);
  expect(free).toEqual([0, 0, 2, 1, 0]);
  expect(all.chunks.map(({ body }) => (body as { readonly jobs: readonly unknown[] }).jobs.length)).toEqual([8, 2]);
  all.dispatcher.close();
});

test.each([
  [true, 0],
  [false, 1],
])('an alarm opens the run for workers again unless it has halted the run: halted %s', async (halted, opened) => {
  const all = leader({ halted });
  await handOutOne(all);
  all.land();
  all.report({
    verdict: { kind: 'halt', code: '-1', reason: 'no' },
    settled: { step: 'hello', key, attempt: 1, at: 1, state: 'pending' },
  });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(all.judged.reduce((sum, one) => sum + one, 0)).toBe(opened);
  all.dispatcher.close();
});
