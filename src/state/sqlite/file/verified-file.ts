import type { Database } from '../../../platform/sqlite.ts';
import type { StepIndexes } from '../read/key-index.ts';
import { createRowCollector, type RowCollector, type StepRows } from '../read/step-rows.ts';
import { verifySums } from './checksum.ts';
import { type FileRevision, isSameRevision, revisionOf } from './file-revision.ts';
import { inTransaction, openStateFile, recogniseFile, verifyStructure } from './state-file.ts';
import type { RowConsumer } from './verify-rows.ts';

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

/**
 * Reads every row; undefined where the file is not ours. Throws `damaged`. `takesStructure` is asked at the end whether the
 * structure has to be verified, too: another thread may be about it (`verifyStructureOf`).
 */
export function verifyFile(
  database: Database,
  path: string,
  run: string | undefined,
  takesStructure: () => boolean = () => true,
): VerifiedFile | undefined {
  if (recogniseFile(database).kind !== 'ours') return undefined;
  const revision = revisionOf(database, path);
  // Before the verification, so that what was read is verified.
  const inputs = database.prepare("SELECT label, value FROM run JOIN meta ON meta.name = 'inputs ' || run.id").all();
  const wanted = database.prepare('SELECT id FROM run WHERE label = ?').get(run ?? null)?.['id'];
  const collectors: RowCollector[] = [];
  const indexes: StepIndexes = new Map();
  const consumer: RowConsumer = {
    collector(of, step) {
      if (of !== wanted) return undefined;
      const collector = createRowCollector(step);
      collectors.push(collector);
      return collector;
    },
    indexed(of, step, index) {
      if (of === wanted) indexes.set(step, index);
    },
  };
  inTransaction(database, () => {
    verifySums(database, consumer);
    if (takesStructure()) verifyStructure(database);
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

/** The part of a verification that needs no row's text. Returns which file has this structure; undefined where it is damaged, or busy. */
export function verifyStructureOf(path: string): FileRevision | undefined {
  try {
    const database = openStateFile(path, { existing: true });
    try {
      return inTransaction(database, () => {
        const revision = revisionOf(database, path);
        verifyStructure(database);
        return revision;
      });
    } finally {
      database.close();
    }
  } catch {
    // The process that opens the file verifies it again, and reports it.
    return undefined;
  }
}

/** Whether this thread is to verify the structure: the first that asks, as it has nothing else to do. */
export function takeStructure(structure: Int32Array<SharedArrayBuffer>): boolean {
  return Atomics.compareExchange(structure, 0, 0, 1) === 0;
}
