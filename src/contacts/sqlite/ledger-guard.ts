import { existsSync, realpathSync } from 'node:fs';
import type { Database } from '../../platform/sqlite.ts';
import { type HighWaterMark, type MarkFile, openMark, openRollbackGuard } from '../../state/rollback-guard.ts';
import type { ContactPaths } from '../contact-paths.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';

/** What this machine remembers of contact ledgers, apart from them: how many changes each has had. It reveals one that was restored. */
export interface GuardedLedger {
  readonly paths: ContactPaths;
  /** The folder of the rollback guard. Undefined: nothing is remembered. */
  readonly guard?: string | undefined;
  /** Use it though it is older than this machine has seen it. */
  readonly adopt?: boolean | undefined;
}

/** A fact of a ledger: how many changes it has had. */
export const changesMade = 'seq';

/** Why a ledger that exists is not used: changes that this machine has seen are not in it. */
export function whyBehind(given: GuardedLedger, database: Database, ledger: string): LedgerRefusal | undefined {
  // First: the file may get further meanwhile.
  const mark = markOf(given, ledger);
  const seq = readSeq(database);
  return mark === undefined || given.adopt === true || seq >= mark.seq
    ? undefined
    : { kind: 'behind', seq, known: mark.seq };
}

/**
 * From now on this machine remembers its changes. A copy is not remembered while the other file is there, so that the copy's changes are
 * not missed in that one.
 */
export function beginMark(given: GuardedLedger, database: Database, ledger: string): MarkFile | undefined {
  const { guard, adopt } = given;
  if (guard === undefined || given.paths.isSandbox) return undefined;
  const mark = markOf(given, ledger);
  const path = realpathSync(given.paths.database);
  if (adopt === true && mark !== undefined && readSeq(database) < mark.seq)
    // Beyond all that was seen: older copies stay behind.
    database.transaction(() => setSeq(database, mark.seq + 1));
  else if (mark !== undefined && mark.path !== path && existsSync(mark.path)) return undefined;
  try {
    const { remember, markPath } = openRollbackGuard(guard);
    // What another process has written since is at most missed: the next change says it.
    if (mark?.path !== path || adopt === true) remember(nameOf(ledger), { seq: readSeq(database), path });
    return openMark(markPath(nameOf(ledger)));
  } catch {
    // A folder that cannot be written stops no run; `run` warns of it.
    return undefined;
  }
}

/** For a file that takes the place of one that was moved away. */
export function seqAfterAll(given: GuardedLedger, ledger: string): number {
  return (markOf(given, ledger)?.seq ?? 0) + 1;
}

export function setSeq(database: Database, seq: number): void {
  database
    .prepare('INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
    .run(changesMade, String(seq));
}

function markOf({ guard, paths }: GuardedLedger, ledger: string): HighWaterMark | undefined {
  return guard === undefined || paths.isSandbox ? undefined : openRollbackGuard(guard).highWaterMark(nameOf(ledger));
}

function readSeq(database: Database): number {
  return Number(database.prepare('SELECT value FROM meta WHERE name = ?').get(changesMade)?.['value'] ?? 0);
}

/** Beside state files. */
function nameOf(ledger: string): string {
  return `contacts-${ledger}`;
}
