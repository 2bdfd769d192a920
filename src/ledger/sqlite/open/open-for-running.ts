import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, realpathSync, statSync } from 'node:fs';
import { messageOf } from '../../../diagnostic/message-of.ts';
import type { Database } from '../../../platform/sql/sqlite.ts';
import type { OpenedLease, Refused, RunLease } from '../../backend.ts';
import type { Change } from '../../change.ts';
import { createCommitGroup } from '../../commit-group.ts';
import { createContactWriter } from '../../contacts/sqlite/contact-writer.ts';
import type { Doubtful, StateWarning } from '../../refusal.ts';
import type { GuardFiles } from '../../rollback-guard.ts';
import { lockedBy } from '../../run-lock.ts';
import { hasGone, type RunIds } from '../../run-rows.ts';
import type { StatePaths } from '../../state-paths.ts';
import { refusedAtOpening } from '../../state-trouble.ts';
import { fenceRun, makeRun, readMove } from '../file/campaign-rows.ts';
import {
  acceptFile,
  makeTables,
  openStateFile,
  prepareToWrite,
  recogniseFile,
  rememberFile,
} from '../file/state-file.ts';
import { verifyWholeFile } from '../file/verify-file.ts';
import { claimRun, type OpenForRunningInput, type RunClaim, stateFileOf } from '../run-lock.ts';
import { createSqliteReader } from '../sqlite-reader.ts';
import { startWriterThread } from '../write/start-writer-thread.ts';
import { createWriter, type Fence, type FileWriter, writerHere } from '../write/writer.ts';
import { isDoubtful, isElsewhere, keptElsewhere, type OpenedFile, originalOf, refusalsOf } from './checks.ts';

/** Opens a campaign's state file for running: claimed, verified, and proved to be the one that knows most. */
export function openForRunning(input: OpenForRunningInput): OpenedLease | Refused {
  const { paths, about } = input;
  try {
    const claim = claimRun(input);
    if ('holder' in claim) return { refused: lockedBy(claim.holder, about, stateFileOf(paths)) };
    let opened: OpenedLease | Refused | undefined;
    try {
      opened = openClaimed(input, claim);
      return opened;
    } finally {
      if (opened === undefined || 'refused' in opened) claim.release();
    }
  } catch (error) {
    return { refused: refusedAtOpening(error) };
  }
}

function openClaimed(input: OpenForRunningInput, claim: RunClaim): OpenedLease | Refused {
  const { paths, adopt, me, moves } = input;
  // To open a file is to make it.
  const missing = existsSync(paths.database) ? undefined : keptElsewhere(input, undefined);
  if (missing !== undefined && !adopt) return { refused: missing };
  const database = openStateFile(paths.database);
  let opened: OpenedLease | undefined;
  try {
    const file = recogniseFile(database);
    if (file.kind === 'ours') verifyWholeFile(database);
    const claimed: OpenedFile = { ...input, host: me.host, database, file };
    const adopted: Doubtful[] = [];
    for (const refused of refusalsOf(claimed)) {
      if (!adopt || !isDoubtful(refused) || (moves !== undefined && isElsewhere(refused))) return { refused };
      adopted.push(refused);
    }
    opened = acquireFile({ input, claim, claimed, adopted });
    return opened;
  } finally {
    if (opened === undefined) database.close();
  }
}

/** A file that passed all checks. */
interface AcceptedFile {
  readonly input: OpenForRunningInput;
  readonly claim: RunClaim;
  readonly claimed: OpenedFile;
  /** What `--adopt` accepted: everything, as each may mean another message that is sent twice. */
  readonly adopted: readonly Doubtful[];
}

/** Makes the runs of a campaign this process's own. */
function acquireFile(given: AcceptedFile): OpenedLease {
  const { input, claim, claimed, adopted } = given;
  const { paths, about, me, inFlight } = input;
  const { database, file } = claimed;
  if (file.kind !== 'fresh' && file.kind !== 'ours') throw new Error(`a ${file.kind} file passed the checks`);
  prepareToWrite(database);
  if (file.kind === 'fresh') makeTables(database, me.host);
  // From now on its copies are of another lineage. Where only the run was carried out elsewhere, the file is as it was.
  const isOtherFile = adopted.some((doubtful) => !isElsewhere(doubtful));
  if (file.kind === 'ours' && (isOtherFile || originalOf(claimed) !== undefined))
    acceptFile(database, me.host, realpathSync(paths.database), input.guard);
  const ids = makeRun(database, about);
  const move = readMove(database, about);
  const runner = randomBytes(8).toString('hex');
  const isKnownElsewhere = input.moves === 'arriving' || hasGone(input.moves, move);
  const { guard, unguarded } = isKnownElsewhere
    ? { guard: undefined, unguarded: [] }
    : beginGuard(input, claim, database, runner);
  const warnings: StateWarning[] = adopted.map((from) => ({ kind: 'adopted', from }));
  warnings.push(...unguarded, ...protectFile(paths));
  fenceRun(database, ids.campaign, runner);
  const { ino, dev } = statSync(paths.database);
  const fence: Fence = { runner, file: { path: paths.database, ino, dev }, ...(guard === undefined ? {} : { guard }) };
  const writing = { ids, fence };
  const writer =
    inFlight === undefined || inFlight === 1
      ? writerHere(createWriter(database, writing), (by) => createContactWriter(database, by))
      : startWriterThread({ path: paths.database, ...writing });
  return { lease: createSqliteLease(given, ids, writer), move, warnings };
}

/** Records in the rollback guard who carries out the run, and with which file; a warning where that is not possible. */
function beginGuard(
  { about, paths, guard }: OpenForRunningInput,
  claim: RunClaim,
  database: Database,
  runner: string,
): { readonly guard: GuardFiles | undefined; readonly unguarded: readonly StateWarning[] } {
  if (guard === undefined) return { guard: undefined, unguarded: [] };
  const { folder } = guard;
  const without = (message: string) => ({
    guard: undefined,
    unguarded: [{ kind: 'noGuard', folder, message }] as const,
  });
  if (claim.unguarded !== undefined) return without(claim.unguarded);
  try {
    const path = realpathSync(paths.database);
    const lineage = rememberFile(database, path, guard);
    return { guard: guard.begin(about, { lineage, path, runner }), unguarded: [] };
  } catch (error) {
    return without(messageOf(error));
  }
}

/** Makes the file private again, and warns of a folder in which anybody may replace it. */
function protectFile({ database, folder }: StatePaths): readonly StateWarning[] {
  if ((statSync(database).mode & 0o077) !== 0) chmodSync(database, 0o600);
  const { mode } = statSync(folder);
  const [othersWrite, sticky] = [(mode & 0o002) !== 0, (mode & 0o1000) !== 0];
  return process.platform !== 'win32' && othersWrite && !sticky ? [{ kind: 'openFolder', folder }] : [];
}

/** The lease of one run of an open state file that this process has fenced. */
function createSqliteLease({ input, claim, claimed }: AcceptedFile, ids: RunIds, writer: FileWriter): RunLease {
  const { about, paths } = input;
  const { database } = claimed;
  const group = createCommitGroup<Change>(writer.commit);

  return {
    ...createSqliteReader({ database, about, ids, carriedOut: () => about.run }),
    apply: group.add,
    judgeContacts(place, rules) {
      if (place.kind !== 'sqlite' || place.path === undefined) return false;
      if (realpathSync(place.path) !== realpathSync(paths.database)) return false;
      writer.judgeContacts({ rules, pepper: place.pepper, campaign: about.campaign, run: about.run });
      return true;
    },
    async close() {
      try {
        await group.close();
        await writer.close();
        database.close();
      } finally {
        claim.release();
      }
    },
  };
}
