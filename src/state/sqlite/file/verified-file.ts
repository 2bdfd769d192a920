import type { Database } from '../../../platform/sqlite.ts';
import type { StepIndexes } from '../read/key-index.ts';
import { createRowCollector, type RowCollector, type StepRows } from '../read/step-rows.ts';
import { type FileRevision, isSameRevision, revisionOf } from './file-revision.ts';
import { migrations } from './migrations.ts';
import { recogniseFile, verifyWholeFile } from './state-file.ts';

/** A state file whose rows are all as they were written. */
export interface VerifiedFile {
  readonly revision: FileRevision;
  /** Nobody added to it during the verification: all of it was verified at this revision, not only a part. */
  readonly isWhole: boolean;
  /** The inputs for which each run was last carried out, by the run's name. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Jobs of the run that was asked for, of steps whose jobs fit in columns. */
  readonly rows: readonly StepRows[];
  /** Where the rows of that run are. */
  readonly indexes: StepIndexes;
}

/** Reads every row; undefined where the file is not ours, or older. Throws `damaged`. */
export function verifyFile(database: Database, path: string, run: string | undefined): VerifiedFile | undefined {
  const file = recogniseFile(database);
  if (file.kind !== 'ours' || file.version < migrations.length) return undefined;
  const revision = revisionOf(database, path);
  // Before the verification, so that what was read is verified.
  const inputs = database.prepare("SELECT label, value FROM run JOIN meta ON meta.name = 'inputs ' || run.id").all();
  const wanted = database.prepare('SELECT id FROM run WHERE label = ?').get(run ?? null)?.['id'];
  const collectors: RowCollector[] = [];
  const indexes: StepIndexes = new Map();
  verifyWholeFile(database, file.version, {
    collector(of, step) {
      if (of !== wanted) return undefined;
      const collector = createRowCollector(step);
      collectors.push(collector);
      return collector;
    },
    indexed(of, step, index) {
      if (of === wanted) indexes.set(step, index);
    },
  });
  const isWhole = isSameRevision(revision, revisionOf(database, path));
  return {
    revision,
    isWhole,
    rows: collectors.flatMap((collector) => collector.rows() ?? []),
    indexes,
    inputs: Object.fromEntries(inputs.map(({ label, value }) => [String(label), String(value)])),
  };
}
