import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { GroupWriter } from './commit-group.ts';
import type { WriterInput } from './writer.ts';
import type { Answer, ControlState, WriterThreadInput } from './writer-thread.ts';

interface Waiting {
  readonly resolve: (refused: readonly number[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Of a group nothing outlives its commit: a small nursery is swept as cheaply, and a large one would only be held. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

/** Starts `writer-thread.ts`. It keeps the process alive only while a group is on its way to the disk. */
export function startWriterThread(input: WriterInput & { readonly path: string }): GroupWriter {
  // Beside this file, under the same ending: the sources run as they are, too.
  const file = import.meta.url.replace(/start-writer-thread(\.\w+)$/, 'writer-thread$1');
  const { port1: port, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const thread = new Worker(new URL(file), {
    workerData: { ...input, port: port2, answered } satisfies WriterThreadInput,
    transferList: [port2],
    name: 'state file',
    resourceLimits,
  });
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
  const hear = (answer: Answer): void => {
    if ('failed' in answer) {
      const { message, code } = answer.failed;
      fail(Object.assign(new Error(message), code === undefined ? {} : { code }));
    } else {
      const told = waiting;
      waiting = undefined;
      told?.resolve(answer.refused);
    }
    if (waiting === undefined) thread.unref();
  };
  port.on('message', hear);
  port.unref();

  return {
    commit: (changes) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure.error);
        waiting = { resolve, reject };
        thread.ref();
        port.postMessage(JSON.stringify(changes) satisfies ControlState);
      }),
    look() {
      if (Atomics.load(answered, 0) === 0) return;
      Atomics.store(answered, 0, 0);
      const received = receiveMessageOnPort(port);
      if (received !== undefined) hear(received.message as Answer);
    },
    async close() {
      thread.ref();
      port.postMessage(null satisfies ControlState);
      await ended;
    },
  };
}
