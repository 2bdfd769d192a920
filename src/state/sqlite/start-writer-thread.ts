import { Worker } from 'node:worker_threads';
import type { GroupWriter } from './commit-group.ts';
import type { Answer, Told, WriterThreadInput } from './writer-thread.ts';

interface Waiting {
  readonly resolve: (refused: readonly number[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Of a group nothing outlives its commit: a small nursery is swept as cheaply, and a large one would only be held. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

/** Starts `writer-thread.ts`. It keeps the process alive only while a group is on its way to the disk. */
export function startWriterThread(input: WriterThreadInput): GroupWriter {
  // Beside this file, under the same ending: the sources run as they are, too.
  const file = import.meta.url.replace(/start-writer-thread(\.\w+)$/, 'writer-thread$1');
  const thread = new Worker(new URL(file), { workerData: input, name: 'state file', resourceLimits });
  thread.unref();
  const ended = new Promise<void>((resolve) => void thread.once('exit', () => resolve()));
  let waiting: Waiting | undefined;
  let failure: { readonly error: unknown } | undefined;

  const fail = (error: unknown): void => {
    failure ??= { error };
    waiting?.reject(failure.error);
    waiting = undefined;
  };
  thread.on('error', fail);
  thread.on('exit', () => fail(new Error('the thread that writes the state file has ended')));
  thread.on('message', (answer: Answer) => {
    if ('failed' in answer) {
      const { message, code } = answer.failed;
      fail(Object.assign(new Error(message), code === undefined ? {} : { code }));
    } else {
      const told = waiting;
      waiting = undefined;
      told?.resolve(answer.refused);
    }
    if (waiting === undefined) thread.unref();
  });

  return {
    commit: (changes) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure.error);
        waiting = { resolve, reject };
        thread.ref();
        thread.postMessage(JSON.stringify(changes) satisfies Told);
      }),
    async close() {
      thread.ref();
      thread.postMessage(null satisfies Told);
      await ended;
    },
  };
}
