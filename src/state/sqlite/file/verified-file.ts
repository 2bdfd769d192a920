import type { Database } from '../../../platform/sqlite.ts';
import { createRowCollector, type RowCollector, type StepRows } from '../read/step-rows.ts';
import { type FileRevision, isSameRevision, revisionOf } from './file-revision.ts';
import { migrations } from './migrations.ts';
import { checkFile, recogniseFile } from './state-file.ts';

/** A state file that is as it was written. */
export interface VerifiedFile {
  readonly moment: FileRevision;
  /** Nobody added to it during the check: at `moment` all of it was as it was written, and not a part only. */
  readonly isWhole: boolean;
  /** What `lastInputs` says, by the run's name. */
  readonly inputs: Readonly<Record<string, string>>;
  /** The jobs of the run that was asked for, of steps of which they can be told so. */
  readonly rows: readonly StepRows[];
}

/** Looks at all of it; undefined where it is none of ours, or older. Throws `damaged`. */
export function verifyFile(database: Database, path: string, run: string | undefined): VerifiedFile | undefined {
  const file = recogniseFile(database);
  if (file.kind !== 'ours' || file.version < migrations.length) return undefined;
  const moment = revisionOf(database, path);
  // Before the check: what it finds sound has been read.
  const inputs = database.prepare("SELECT label, value FROM run JOIN meta ON meta.name = 'inputs ' || run.id").all();
  const wanted = database.prepare('SELECT id FROM run WHERE label = ?').get(run ?? null)?.['id'];
  const collectors: RowCollector[] = [];
  checkFile(database, file.version, (of, step) => {
    if (wanted === undefined || of !== wanted) return undefined;
    const collector = createRowCollector(Number(step));
    collectors.push(collector);
    return collector;
  });
  const isWhole = isSameRevision(moment, revisionOf(database, path));
  return {
    moment,
    isWhole,
    rows: collectors.flatMap((collector) => collector.rows() ?? []),
    inputs: Object.fromEntries(inputs.map(({ label, value }) => [String(label), String(value)])),
  };
}
