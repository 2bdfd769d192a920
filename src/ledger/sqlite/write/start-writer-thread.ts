import { MessageChannel, Worker } from 'node:worker_threads';
import { type Change, heldContact, type JobChange, refusedChange } from '../../change.ts';
import type { Refusal } from '../../commit-group.ts';
import { StateError } from '../../state-trouble.ts';
import type { FileWriter, WriterInput } from './writer.ts';
import type { Committed, GroupMessage, WriterThreadInput } from './writer-thread.ts';

interface Waiting {
  readonly changes: readonly Change[];
  readonly resolve: (refused: readonly Refusal[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Nothing of a group outlives its commit, so a small young generation is enough: a large one would only take memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

/** Starts `writer-thread.ts`. It keeps the process alive only while a group is on its way to the disk. */
export function startWriterThread(input: WriterInput & { readonly path: string }): FileWriter {
  // Beside this file, under the same ending: the sources run as they are, too.
  const file = import.meta.url.replace(/start-writer-thread(\.\w+)$/, 'writer-thread$1');
  const { port1: port, port2 } = new MessageChannel();
  const thread = new Worker(new URL(file), {
    workerData: { ...input, port: port2 } satisfies WriterThreadInput,
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
  const receive = (answer: Committed): void => {
    if ('failed' in answer) {
      const { message, trouble } = answer.failed;
      fail(trouble === undefined ? new Error(message) : new StateError(trouble, message));
    } else {
      const committed = waiting;
      waiting = undefined;
      const refusal = ({ place, held }: (typeof answer.refused)[number]): Refusal => {
        const change = committed?.changes[place] as JobChange;
        return { place, error: held ? heldContact(change) : refusedChange(change) };
      };
      committed?.resolve(answer.refused.map(refusal));
    }
    if (waiting === undefined) thread.unref();
  };
  port.on('message', receive);
  port.unref();

  return {
    commit: (changes) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure.error);
        waiting = { changes, resolve, reject };
        thread.ref();
        port.postMessage(JSON.stringify(changes) satisfies GroupMessage);
      }),
    judgeContacts: (by) => port.postMessage({ judgeContacts: by } satisfies GroupMessage),
    async close() {
      thread.ref();
      port.postMessage(null satisfies GroupMessage);
      await ended;
    },
  };
}
