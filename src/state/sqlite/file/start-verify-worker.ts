import { existsSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { VerifiedFile } from './verified-file.ts';
import type { VerifyWorkerInput } from './verify-worker.ts';

/** A verification under way. It keeps the process alive only while its result is awaited. */
export interface FileVerification {
  /** Undefined where the file is damaged, or could not be read: the process that opens it verifies it again. */
  result(): Promise<VerifiedFile | undefined>;
}

/** A smaller file is verified in less time than it takes to start a thread. */
const worthAThread = 512 * 1024;
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

/** Starts `verify-worker.ts` on a large state file, so that an audience can be read meanwhile. */
export function startFileVerification(input: VerifyWorkerInput): FileVerification | undefined {
  const { path } = input;
  if (!existsSync(path) || sizeOf(path) + sizeOf(`${path}-wal`) < worthAThread) return undefined;
  // Beside this file, under the same ending.
  const file = import.meta.url.replace(/start-verify-worker(\.\w+)$/, 'verify-worker$1');
  const thread = new Worker(new URL(file), {
    workerData: input,
    name: 'verification of the state file',
    resourceLimits,
  });
  thread.unref();
  const answered = new Promise<VerifiedFile | undefined>((resolve) => {
    thread.once('message', resolve);
    thread.once('error', () => resolve(undefined));
    thread.once('exit', () => resolve(undefined));
  });
  return {
    async result() {
      thread.ref();
      const verified = await answered;
      thread.unref();
      return verified;
    },
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
