import { randomBytes } from 'node:crypto';
import { chmodSync, realpathSync, statSync } from 'node:fs';
import type { Database } from '../../../platform/sqlite.ts';
import type { OpenedLease } from '../../backend.ts';
import type { Doubtful, StateWarning } from '../../refusal.ts';
import type { GuardFiles } from '../../rollback-guard.ts';
import type { StatePaths } from '../../state-paths.ts';
import { storeNamesSum } from '../file/checksum.ts';
import { fenceRun } from '../file/fence-run.ts';
import { readMove } from '../file/ledger-move.ts';
import { makeTables, newLineage, readFact, readSeq, runId, setFact } from '../file/state-file.ts';
import type { StepIndexes } from '../read/key-index.ts';
import { createSqliteLease } from '../sqlite-lease.ts';
import { startWriterThread } from '../write/start-writer-thread.ts';
import { createWriter, type Fence, writerHere } from '../write/writer.ts';
import { type ClaimedFile, isOfOtherService, originalOf } from './checks.ts';
import type { OpenForRunningInput, RunClaim } from './claim-run.ts';

/** Makes a file that passed all checks this process's own: with its tables, in the rollback guard, with a row for the run, and fenced. */
export function acquireFile(given: {
  readonly input: OpenForRunningInput;
  readonly claim: RunClaim;
  readonly claimed: ClaimedFile;
  /** Where the run's rows are; undefined of a fresh file. */
  readonly indexes: StepIndexes | undefined;
  /** What `--adopt` accepted. */
  readonly adopted: Doubtful | undefined;
}): OpenedLease {
  const { input, claim, claimed, indexes, adopted } = given;
  const { paths, about, me, inFlight } = input;
  const { database, file } = claimed;
  if (file.kind !== 'fresh' && file.kind !== 'ours') throw new Error(`a ${file.kind} file passed the checks`);
  const { campaign, service } = about;
  const isOther = isOfOtherService(claimed);
  // FULL: if a power cut took back an intent, nobody would know of its request.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  if (file.kind === 'fresh') makeTables(database, { campaign, service, host: me.host, lineage: newLineage() });
  if (isOther) setFacts(database, { service });
  // From now on its copies are of another lineage.
  if (file.kind === 'ours' && (adopted !== undefined || originalOf(claimed) !== undefined)) {
    setFacts(database, { host: me.host, lineage: newLineage() });
  }
  const move = readMove(database);
  const runner = randomBytes(8).toString('hex');
  const { guard, unguarded } = beginGuard(input, claim, database, runner);
  const id = runId(database, about.run, me.since);
  const warnings: StateWarning[] = adopted === undefined ? [] : [{ kind: 'adopted', from: adopted }];
  warnings.push(...unguarded, ...protectFile(paths));
  const fence = fenceFile(database, paths, runner, guard);
  const writing = { runId: id, fence, indexes };
  const writer =
    inFlight === undefined || inFlight === 1
      ? writerHere(createWriter(database, writing))
      : startWriterThread({ path: paths.database, ...writing });
  const lease = createSqliteLease({
    database,
    about,
    runId: id,
    writer,
    slots: inFlight,
    onClose: claim.release,
  });
  return { lease, move, warnings };
}

function setFacts(database: Database, facts: Readonly<Record<string, string>>): void {
  database.transaction(() => {
    for (const [name, value] of Object.entries(facts)) setFact(database, name, value);
    storeNamesSum(database);
  });
}

/** Records in the rollback guard who carries out the run, and with which file; a warning where that is not possible. */
function beginGuard(
  { about, paths, guard, guardFolder: folder }: OpenForRunningInput,
  claim: RunClaim,
  database: Database,
  runner: string,
): { readonly guard: GuardFiles | undefined; readonly unguarded: readonly StateWarning[] } {
  if (guard === undefined || folder === undefined) return { guard: undefined, unguarded: [] };
  const without = (message: string) => ({
    guard: undefined,
    unguarded: [{ kind: 'noGuard', folder, message }] as const,
  });
  if (claim.unguarded !== undefined) return without(claim.unguarded);
  try {
    const highWaterMark = { seq: readSeq(database), path: realpathSync(paths.database) };
    return { guard: guard.begin(about, readFact(database, 'lineage'), highWaterMark, runner), unguarded: [] };
  } catch (error) {
    return without(error instanceof Error ? error.message : String(error));
  }
}

/** Puts our name into the file. */
function fenceFile(
  database: Database,
  { database: path }: StatePaths,
  runner: string,
  guard: GuardFiles | undefined,
): Fence {
  database.transaction(() => fenceRun(database, runner));
  const { ino, dev } = statSync(path);
  return { runner, file: { path, ino, dev }, ...(guard === undefined ? {} : { guard }) };
}

/** Makes the file private again, and warns of a folder in which anybody may replace it. */
function protectFile({ database, folder }: StatePaths): readonly StateWarning[] {
  if ((statSync(database).mode & 0o077) !== 0) chmodSync(database, 0o600);
  const { mode } = statSync(folder);
  const [othersWrite, sticky] = [(mode & 0o002) !== 0, (mode & 0o1000) !== 0];
  return process.platform !== 'win32' && othersWrite && !sticky ? [{ kind: 'openFolder', folder }] : [];
}
