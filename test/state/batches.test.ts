import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBatches } from '../../src/ledger/postgres/workers/batches.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const commitMs = 10;

/** Each write takes a commit; `expects` says whether something else is on its way. */
function writer(expects: { value: boolean }) {
  const written: (readonly string[])[] = [];
  const write = async (items: readonly string[]): Promise<ReadonlyMap<string, Error>> => {
    await new Promise((resolve) => setTimeout(resolve, commitMs));
    written.push(items);
    return new Map();
  };
  const { add } = createBatches<string>({ write, expectsMore: (withinMs) => expects.value && withinMs >= commitMs });
  return { written, add };
}

test('what comes while nothing else is expected is written at once, and what comes meanwhile shares the next batch', async () => {
  const { written, add } = writer({ value: false });
  void add('a');
  await vi.advanceTimersByTimeAsync(1);
  void add('b');
  await vi.advanceTimersByTimeAsync(1);
  void add('c');
  await vi.advanceTimersByTimeAsync(2 * commitMs);
  expect(written).toEqual([['a'], ['b', 'c']]);
});

test('a batch waits for what is expected, for as long as the one before took', async () => {
  const { written, add } = writer({ value: true });
  void add('a');
  await vi.advanceTimersByTimeAsync(2 * commitMs);
  void add('b');
  await vi.advanceTimersByTimeAsync(commitMs - 2);
  void add('c');
  await vi.advanceTimersByTimeAsync(2 * commitMs);
  void add('d');
  await vi.advanceTimersByTimeAsync(3 * commitMs);
  expect(written).toEqual([['a'], ['b', 'c'], ['d']]);
});

test('a batch does not wait any longer when nothing else is expected', async () => {
  const expects = { value: true };
  const { written, add } = writer(expects);
  void add('a');
  await vi.advanceTimersByTimeAsync(2 * commitMs);
  void add('b');
  expects.value = false;
  void add('c');
  await vi.advanceTimersByTimeAsync(commitMs + 2);
  expect(written).toEqual([['a'], ['b', 'c']]);
});

test('what is expected may depend on what is in the batch already', async () => {
  const written: (readonly string[])[] = [];
  const { add } = createBatches<string>({
    write: async (items) => {
      await new Promise((resolve) => setTimeout(resolve, commitMs));
      written.push(items);
      return new Map();
    },
    expectsMore: (_, batch) => batch.every((item) => item.startsWith('outcome')),
  });
  void add('claim 1');
  await vi.advanceTimersByTimeAsync(2 * commitMs);
  void add('outcome 1');
  await vi.advanceTimersByTimeAsync(commitMs / 2);
  void add('claim 2');
  await vi.advanceTimersByTimeAsync(commitMs + 1);
  expect(written).toEqual([['claim 1'], ['outcome 1', 'claim 2']]);
});
