/** What is added while one batch is being written shares the next one. */
export interface Batches<T> {
  /** Resolves when it is written; rejects as `write` does, or with what `write` returns for it. */
  add(item: T): Promise<void>;
}

export interface BatchesInput<T> {
  /** Returns, for those that failed on their own, why. */
  readonly write: (items: readonly T[]) => Promise<ReadonlyMap<T, Error>>;
  /**
   * Something else is probably added to this batch within so many milliseconds. It waits for that, for as long as the last one took to
   * write: each is a commit, and most of what a commit costs does not depend on its size.
   */
  readonly expectsMore: (withinMs: number, batch: readonly T[]) => boolean;
}

/** A timer is exact to a millisecond. */
const shortestHoldMs = 0.5;
/** After a commit that took long, as the database was away. */
const longestHoldMs = 50;

export function createBatches<T>({ write, expectsMore }: BatchesInput<T>): Batches<T> {
  let waiting: Entry<T>[] = [];
  let isWriting = false;
  let holdMs = 0;
  let endHold: (() => void) | undefined;
  const isExpectingMore = (): boolean =>
    expectsMore(
      holdMs,
      waiting.map(({ item }) => item),
    );

  const hold = async (): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      endHold = resolve;
      timer = setTimeout(resolve, Math.ceil(holdMs));
    });
    clearTimeout(timer);
    endHold = undefined;
    await endOfTurn();
  };

  const writeNext = async (): Promise<void> => {
    await endOfTurn();
    while (waiting.length > 0) {
      if (holdMs >= shortestHoldMs && isExpectingMore()) await hold();
      const batch = waiting;
      waiting = [];
      const startedAt = performance.now();
      try {
        const failed = await write(batch.map(({ item }) => item));
        for (const { item, resolve, reject } of batch) {
          const failure = failed.get(item);
          if (failure === undefined) resolve();
          else reject(failure);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      holdMs = Math.min(performance.now() - startedAt, longestHoldMs);
    }
    isWriting = false;
  };

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (endHold !== undefined && !isExpectingMore()) endHold();
        if (isWriting) return;
        isWriting = true;
        void writeNext();
      }),
  };
}

/** What comes in one turn of the event loop belongs together. */
const endOfTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

interface Entry<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}
