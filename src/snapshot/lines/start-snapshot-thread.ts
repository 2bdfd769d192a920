import { Worker } from 'node:worker_threads';
import { DiskFailure } from '../disk-failure.ts';
import type { ThreadAnswer, ThreadTask } from './snapshot-thread.ts';

/** A thread that is started when there is enough to do for it. */
export interface SnapshotThread {
  readonly isRunning: boolean;
  start(): void;
  /** Throws what went wrong with an earlier task. */
  submit(task: ThreadTask, whenDone: (digest: string | undefined) => void): void;
  /** Resolves when at most so many tasks are left. Rejects with what went wrong. */
  settle(tasks: number): Promise<void>;
  /** It does nothing any more once this resolves. */
  stop(): Promise<void>;
}

const resourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 };

export function createSnapshotThread(): SnapshotThread {
  const submitted: ((digest: string | undefined) => void)[] = [];
  let thread: Worker | undefined;
  let failure: Error | undefined;
  let wake = (): void => {};

  function fail(error: Error): void {
    failure ??= error;
    wake();
  }

  return {
    get isRunning() {
      return thread !== undefined;
    },
    start() {
      // Beside this file, under the same ending: the sources run as they are, too.
      const file = import.meta.url.replace(/start-snapshot-thread(\.\w+)$/, 'snapshot-thread$1');
      thread = new Worker(new URL(file), { name: 'snapshot', resourceLimits });
      thread.on('error', fail);
      thread.on('exit', () => fail(new Error('the thread that writes the snapshot has ended')));
      thread.on('message', (answer: ThreadAnswer) => {
        const whenDone = submitted.shift();
        if ('failed' in answer) return fail(new DiskFailure(Object.assign(new Error(), answer.failed)));
        whenDone?.(answer.digest);
        wake();
      });
    },
    submit(task, whenDone) {
      if (failure !== undefined) throw failure;
      submitted.push(whenDone);
      thread?.postMessage(task);
    },
    async settle(tasks) {
      while (failure === undefined && submitted.length > tasks) await new Promise<void>((resolve) => (wake = resolve));
      if (failure !== undefined) throw failure;
    },
    stop: async () => void (await thread?.terminate()),
  };
}
