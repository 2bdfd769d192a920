import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openStateFile } from './state-file.ts';
import { takeStructure, type VerifiedFile, verifyFile } from './verified-file.ts';

export interface VerifyWorkerInput {
  readonly path: string;
  /** The run whose jobs will be wanted. */
  readonly run?: string;
}

/** What the thread is started with. */
export interface VerifyWorkerData extends VerifyWorkerInput {
  /** One shared number: who sets it to 1 verifies the structure. */
  readonly structure: Int32Array<SharedArrayBuffer>;
}

/** Verifies every row of a state file, which takes seconds for millions, while another thread does something else. */
if (parentPort !== null) answer(parentPort, workerData as VerifyWorkerData);

function answer(port: MessagePort, { path, run, structure }: VerifyWorkerData): void {
  let verified: VerifiedFile | undefined;
  try {
    const database = openStateFile(path, { existing: true });
    try {
      verified = verifyFile(database, path, run, () => takeStructure(structure));
    } finally {
      database.close();
    }
  } catch {
    // Damaged, busy, deleted: the process that opens the file verifies it again, and reports it.
  }
  const blocks = verified?.rows.flatMap((rows) => rows.blocks) ?? [];
  const slots = [...(verified?.indexes.values() ?? [])].map((index) => index.slots);
  port.postMessage(
    verified,
    [...blocks, ...slots].map(({ buffer }) => buffer as ArrayBuffer),
  );
}
