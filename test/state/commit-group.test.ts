import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Change, isJobChange } from '../../src/ledger/change.ts';
import { createCommitGroup, type Refusal } from '../../src/ledger/commit-group.ts';

const change = (key: number): Change => ({
  kind: 'intend',
  to: { step: 'hello', key: String(key), attempt: 1, at: 1, requestHash: 'a' },
});

/** A disk that finishes a group on demand; `look` sees it at once. */
function slowDisk() {
  const groups: number[] = [];
  let done = false;
  let finish: (() => void) | undefined;
  const writer = {
    commit: (changes: readonly Change[]) =>
      new Promise<readonly Refusal[]>((resolve) => {
        groups.push(changes.length);
        done = false;
        finish = () => resolve([]);
      }),
    poll: () => {
      if (done) finish?.();
    },
    close: () => Promise.resolve(),
  };
  return { groups, writer, finish: () => void (done = true) };
}

test('many that wait set out as soon as the disk is free, few at the end of a turn', async () => {
  const { groups, writer, finish } = slowDisk();
  const group = createCommitGroup({ writer, slots: 8 });
  const first = group.add([change(1)]);
  await nextTurn();
  expect(groups).toEqual([1]);
  const resolved: string[] = [];
  void first.then(() => resolved.push('first'));
  for (const key of [2, 3]) void group.add([change(key)]);
  finish();
  void group.add([change(4)]);
  await Promise.resolve();
  expect({ groups, resolved }).toEqual({ groups: [1], resolved: [] });
  void group.add([change(5)]);
  await first;
  expect({ groups, resolved }).toEqual({ groups: [1, 4], resolved: ['first'] });
});

describe('a disk that takes 20 ms for a group', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const commitMs = 20;

  function groupWith(slots: number, refused: readonly Refusal[] = [], takesMs = () => commitMs, patience = 1) {
    const groups: string[] = [];
    const group = createCommitGroup<Change>({
      slots,
      patience,
      writer: {
        commit: (changes) => {
          groups.push(
            changes
              .filter(isJobChange)
              .map(({ kind, to }) => `${kind} ${to.key}`)
              .join(', '),
          );
          return new Promise((resolve) => void setTimeout(() => resolve(refused), takesMs()));
        },
        close: () => Promise.resolve(),
      },
    });
    return { groups, group };
  }
  const settle = (key: number): Change => ({
    kind: 'settle',
    to: { step: 'hello', key: String(key), attempt: 1, at: 1, state: 'accepted' },
  });

  /** With four jobs in flight: two are answered while the other two are written, which leave at 40 ms. */
  async function fourInFlight(answerMs: number, patience = 1) {
    const { groups, group } = groupWith(4, [], () => commitMs, patience);
    const intend = (key: number): void => void group.add([change(key)]);
    const answer = (key: number): void => {
      void group.add([settle(key)]);
      intend(key + 4);
    };
    [1, 2].forEach(intend);
    await vi.advanceTimersByTimeAsync(1);
    [3, 4].forEach(intend);
    await vi.advanceTimersByTimeAsync(commitMs - 1 + answerMs);
    [1, 2].forEach(answer);
    await vi.advanceTimersByTimeAsync(commitMs + 1 - answerMs);
    return { groups, answer };
  }
  const written = ['intend 1, intend 2', 'intend 3, intend 4'];
  const waiting = 'settle 1, intend 5, settle 2, intend 6';

  test('a group waits for the answers that are on their way, if they come fast', async () => {
    const { groups, answer } = await fourInFlight(2);
    expect(groups).toEqual(written);
    [3, 4].forEach(answer);
    await vi.advanceTimersByTimeAsync(1);
    expect(groups).toEqual([...written, `${waiting}, settle 3, intend 7, settle 4, intend 8`]);
  });

  test('it waits no longer than the last group took', async () => {
    const { groups } = await fourInFlight(2);
    await vi.advanceTimersByTimeAsync(commitMs - 2);
    expect(groups).toEqual(written);
    await vi.advanceTimersByTimeAsync(3);
    expect(groups).toEqual([...written, waiting]);
  });

  test('it does not wait if answers to all would take longer than the disk, unless commits cost much', async () => {
    const { groups } = await fourInFlight(6);
    expect(groups).toEqual([...written, waiting]);
    expect((await fourInFlight(6, 4)).groups).toEqual(written);
  });

  test('it waits for no answer to an intent that was refused', async () => {
    const { groups, group } = groupWith(2, [{ place: 20, error: new Error('held') }]);
    const sent = Array.from({ length: 20 }, (_, key) => key);
    for (const key of sent) void group.add([change(key)]);
    group.add([change(20)]).catch(() => {});
    await vi.advanceTimersByTimeAsync(commitMs + 1);
    void group.add(sent.map(settle));
    await vi.advanceTimersByTimeAsync(commitMs + 2);
    void group.add([change(21)]);
    await vi.advanceTimersByTimeAsync(2);
    expect(groups.slice(2)).toEqual(['intend 21']);
  });

  test('after a commit that took seconds, as the database was away, it waits no longer than 50 ms', async () => {
    let ms = 5_000;
    const { groups, group } = groupWith(4, [], () => ms);
    for (const key of [1, 2]) void group.add([change(key)]);
    await vi.advanceTimersByTimeAsync(ms);
    for (const key of [1, 2]) void group.add([settle(key), change(key + 2)]);
    await vi.advanceTimersByTimeAsync(ms);
    ms = commitMs;
    void group.add([settle(3), change(5)]);
    await vi.advanceTimersByTimeAsync(49);
    expect(groups).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(3);
    expect(groups.at(-1)).toBe('settle 3, intend 5');
  });

  test('an outcome waits for the intent that is being prepared', async () => {
    const { groups, group } = groupWith(1);
    void group.add([change(1)]);
    await vi.advanceTimersByTimeAsync(2 * commitMs);
    void group.add([settle(1)]);
    const ready = group.expectIntent();
    await vi.advanceTimersByTimeAsync(commitMs / 2);
    expect(groups).toEqual(['intend 1']);
    ready();
    void group.add([change(2)]);
    await vi.advanceTimersByTimeAsync(1);
    expect(groups).toEqual(['intend 1', 'settle 1, intend 2']);
  });

  test('it does not wait for one that will not come, nor longer than the last group took', async () => {
    const { groups, group } = groupWith(1);
    void group.add([change(1)]);
    await vi.advanceTimersByTimeAsync(2 * commitMs);
    void group.add([settle(1)]);
    const notReady = group.expectIntent();
    await vi.advanceTimersByTimeAsync(1);
    notReady();
    await vi.advanceTimersByTimeAsync(1);
    expect(groups).toEqual(['intend 1', 'settle 1']);
    group.expectIntent();
    await vi.advanceTimersByTimeAsync(2 * commitMs);
    void group.add([settle(2)]);
    await vi.advanceTimersByTimeAsync(commitMs - 2);
    expect(groups).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(3);
    expect(groups).toEqual(['intend 1', 'settle 1', 'settle 2']);
  });

  test('an intent that is ready waits for no other', async () => {
    const { groups, group } = groupWith(1);
    void group.add([change(1)]);
    await vi.advanceTimersByTimeAsync(2 * commitMs);
    group.expectIntent();
    void group.add([settle(1)]);
    void group.add([change(2)]);
    await vi.advanceTimersByTimeAsync(1);
    expect(groups).toEqual(['intend 1', 'settle 1, intend 2']);
  });
});
