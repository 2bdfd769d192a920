import { existsSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type FileRevision, isSameFile, isSameRevision } from './file-revision.ts';
import { takeStructure, type VerifiedFile, verifyStructureOf } from './verified-file.ts';
import type { VerifyWorkerData, VerifyWorkerInput } from './verify-worker.ts';

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
  const structure = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const thread = new Worker(new URL(file), {
    workerData: { ...input, structure } satisfies VerifyWorkerData,
    name: 'verification of the state file',
    resourceLimits,
  });
  thread.unref();
  const answered = new Promise<VerifiedFile | undefined>((resolve) => {
    thread.once('message', resolve);
    thread.once('error', () => resolve(undefined));
    thread.once('exit', () => resolve(undefined));
  });
  let own: { readonly revision: FileRevision | undefined } | undefined;
  return {
    async result() {
      thread.ref();
      // This thread would only wait.
      if (takeStructure(structure)) own = { revision: verifyStructureOf(path) };
      const verified = await answered;
      thread.unref();
      return own === undefined ? verified : verified && withStructure(verified, own.revision);
    },
  };
}

/** Of the same file: what a runner has added in between is as sound as what it will add. */
function withStructure(verified: VerifiedFile, revision: FileRevision | undefined): VerifiedFile | undefined {
  if (revision === undefined || !isSameFile(revision, verified.revision)) return undefined;
  return { ...verified, isWhole: verified.isWhole && isSameRevision(revision, verified.revision) };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
