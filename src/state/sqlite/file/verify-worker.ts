import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openStateFile } from './state-file.ts';
import { type VerifiedFile, verifyFile } from './verified-file.ts';

export interface VerifyWorkerInput {
  readonly path: string;
  /** The run whose jobs will be wanted. */
  readonly run?: string;
}

/** Verifies every row of a state file, which takes seconds for millions, while another thread does something else. */
if (parentPort !== null) answer(parentPort, workerData as VerifyWorkerInput);

function answer(port: MessagePort, { path, run }: VerifyWorkerInput): void {
  let verified: VerifiedFile | undefined;
  try {
    const database = openStateFile(path, { existing: true });
    try {
      verified = verifyFile(database, path, run);
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
