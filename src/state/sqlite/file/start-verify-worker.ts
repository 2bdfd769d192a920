import { existsSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { VerifiedFile } from './verified-file.ts';
import type { VerifyWorkerInput } from './verify-worker.ts';

/** A check under way; it does not keep the process alive, but where its answer is awaited. */
export interface FileVerification {
  /** Undefined where the file is not sound, or that could not be known: whoever opens it looks at it again. */
  answer(): Promise<VerifiedFile | undefined>;
}

/** A smaller file is looked at sooner than a thread has started. */
const worthAThread = 512 * 1024;
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

/** Starts `verify-worker.ts` on a large state file, so that an audience can be read meanwhile. */
export function startFileVerification(input: VerifyWorkerInput): FileVerification | undefined {
  const { path } = input;
  if (!existsSync(path) || sizeOf(path) + sizeOf(`${path}-wal`) < worthAThread) return undefined;
  // Beside this file, under the same ending.
  const file = import.meta.url.replace(/start-verify-worker(\.\w+)$/, 'verify-worker$1');
  const thread = new Worker(new URL(file), { workerData: input, name: 'check of the state file', resourceLimits });
  thread.unref();
  const answered = new Promise<VerifiedFile | undefined>((resolve) => {
    thread.once('message', resolve);
    thread.once('error', () => resolve(undefined));
    thread.once('exit', () => resolve(undefined));
  });
  return {
    async answer() {
      thread.ref();
      const checked = await answered;
      thread.unref();
      return checked;
    },
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
