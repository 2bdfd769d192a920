import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Database } from '../../platform/sqlite.ts';
import { type FileMoment, isSameMoment, momentOf } from './file-moment.ts';
import { migrations } from './migrations.ts';
import { checkFile, openStateFile, recogniseFile } from './state-file.ts';

export interface CheckThreadInput {
  readonly path: string;
}

/** A state file that is as it was written. */
export interface CheckedFile {
  readonly moment: FileMoment;
  /** Nobody added to it during the check: at `moment` all of it was as it was written, and not a part only. */
  readonly isWhole: boolean;
  /** What `lastInputs` says, by the run's name. */
  readonly inputs: Readonly<Record<string, string>>;
}

/** Looks at every row of a state file, which takes its time where they are a million, while another thread does something else. */
if (parentPort !== null) answer(parentPort, workerData as CheckThreadInput);

function answer(port: MessagePort, { path }: CheckThreadInput): void {
  let checked: CheckedFile | undefined;
  try {
    const database = openStateFile(path, { existing: true });
    try {
      checked = check(database, path);
    } finally {
      database.close();
    }
  } catch {
    // Damaged, busy, gone: whoever opens the file looks at it again, and says it.
  }
  port.postMessage(checked);
}

function check(database: Database, path: string): CheckedFile | undefined {
  const file = recogniseFile(database);
  if (file.kind !== 'ours' || file.version < migrations.length) return undefined;
  const moment = momentOf(database, path);
  // Before the check: what it finds sound has been read.
  const rows = database.prepare("SELECT label, value FROM run JOIN meta ON meta.name = 'inputs ' || run.id").all();
  checkFile(database, file.version);
  const isWhole = isSameMoment(moment, momentOf(database, path));
  return {
    moment,
    isWhole,
    inputs: Object.fromEntries(rows.map(({ label, value }) => [String(label), String(value)])),
  };
}
