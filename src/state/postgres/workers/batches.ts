/** What is added while one batch is being written shares the next one. */
export interface Batches<T> {
  /** Resolves when it is written; rejects as `write` does, or with what `write` returns for it. */
  add(item: T): Promise<void>;
}

/** `write` returns, for those that failed on their own, why. */
export function createBatches<T>(write: (items: readonly T[]) => Promise<ReadonlyMap<T, Error>>): Batches<T> {
  let waiting: Entry<T>[] = [];
  let isWriting = false;

  const writeNext = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
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
    }
    isWriting = false;
  };

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (isWriting) return;
        isWriting = true;
        setImmediate(() => void writeNext());
      }),
  };
}

interface Entry<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}
