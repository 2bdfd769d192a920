import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type CheckedFile, checkedFile } from './checked-file.ts';
import { openStateFile } from './state-file.ts';

export interface CheckThreadInput {
  readonly path: string;
  /** A run whose jobs will be wanted. */
  readonly run?: string;
}

/** Looks at every row of a state file, which takes its time where they are a million, while another thread does something else. */
if (parentPort !== null) answer(parentPort, workerData as CheckThreadInput);

function answer(port: MessagePort, { path, run }: CheckThreadInput): void {
  let checked: CheckedFile | undefined;
  try {
    const database = openStateFile(path, { existing: true });
    try {
      checked = checkedFile(database, path, run);
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
