import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openStateFile } from './state-file.ts';
import { type VerifiedFile, verifyFile } from './verified-file.ts';

export interface VerifyWorkerInput {
  readonly path: string;
  /** A run whose jobs will be wanted. */
  readonly run?: string;
}

/** Looks at every row of a state file, which takes its time where they are a million, while another thread does something else. */
if (parentPort !== null) answer(parentPort, workerData as VerifyWorkerInput);

function answer(port: MessagePort, { path, run }: VerifyWorkerInput): void {
  let checked: VerifiedFile | undefined;
  try {
    const database = openStateFile(path, { existing: true });
    try {
      checked = verifyFile(database, path, run);
    } finally {
      database.close();
    }
  } catch {
    // Damaged, busy, gone: whoever opens the file looks at it again, and says it.
  }
  const blocks = checked?.rows.flatMap((rows) => rows.blocks) ?? [];
  port.postMessage(
    checked,
    blocks.map(({ buffer }) => buffer as ArrayBuffer),
  );
}
