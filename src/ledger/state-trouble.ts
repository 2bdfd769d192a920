import { messageOf } from '../diagnostic/message-of.ts';
import { type DatabaseTrouble, databaseTrouble } from '../platform/sql/sqlite.ts';

/** Why a state file cannot be written or trusted: SQLite's reasons, `fencedOut` by another process, or `fileReplaced`. */
export type FileTrouble = DatabaseTrouble | 'fencedOut' | 'fileReplaced';

/** Why a shared ledger cannot be used. */
export type StoreTrouble = (typeof storeTroubles)[number];

/** Why what is recorded cannot be written or trusted. */
export type StateTrouble = FileTrouble | StoreTrouble;

const storeTroubles = [
  /** Its address cannot be right. */
  'storeAddress',
  'storeUnreachable',
  /** It answers, but not this. */
  'storeSlow',
  'storePassword',
  /** The server's rules do not let this user in from here. */
  'storeNotLetIn',
  'storeTlsRequired',
  'storeTlsFailed',
  'storeNoDatabase',
  /** The role may not read, write or create what is needed. */
  'storeDenied',
  /** There are no tables, and the role may not create them. */
  'storeNotMigrated',
  'storeOldServer',
  /** A commit is reported before it is durable. */
  'storeNotDurable',
  /** Its answers take too long for a rate that several processes keep. */
  'storeFar',
  'storeFull',
  /** A standby. */
  'storeReadOnly',
  'storeTooManyConnections',
  /** Or its table of locks is full. */
  'storeNoMemory',
  /** The server has rolled a transaction back in favour of others. */
  'storeConflict',
  /** Another process has taken the run over. */
  'leaseLost',
  /** It has lost changes that it had reported as durable. */
  'storeLostChanges',
  /** Any other error of the server. */
  'storeFailed',
] as const;

/**
 * It may work in a moment, as the database starts, stops or is too busy. While a standby takes its place it is read-only: it is still
 * one, or the address still leads to the old one.
 */
export function mayPass(trouble: string | undefined): boolean {
  return trouble !== undefined && passing.has(trouble);
}

const passing: ReadonlySet<string> = new Set<StoreTrouble>([
  'storeUnreachable',
  'storeTooManyConnections',
  'storeNoMemory',
  'storeReadOnly',
  'storeConflict',
]);

/** What the ledger finds out by itself, and what an error of the server means. SQLite and the disk have errors of their own. */
export class StateError extends Error {
  readonly trouble: StateTrouble;

  constructor(trouble: StateTrouble, message: string) {
    super(message);
    this.trouble = trouble;
  }
}

export function damaged(message: string): Error {
  return new StateError('damaged', message);
}

/** Another process has put its name into the file: our lock was removed. */
export function fencedOut(): Error {
  return new StateError('fencedOut', 'another process now runs this campaign');
}

/** The file's name leads elsewhere, or nowhere: what is written would be found by nobody. */
export function fileReplaced(): Error {
  return new StateError('fileReplaced', 'it was moved, deleted or replaced during the run');
}

/** Which trouble of the state an error is; undefined when it is a bug of ours. */
export function stateTrouble(error: unknown): StateTrouble | undefined {
  return error instanceof StateError ? error.trouble : databaseTrouble(error);
}

/** Undefined where the error does not come from a shared ledger. */
export function storeTrouble(error: unknown): StoreTrouble | undefined {
  const trouble = stateTrouble(error);
  return trouble !== undefined && isStoreTrouble(trouble) ? trouble : undefined;
}

export function isStoreTrouble(trouble: string): trouble is StoreTrouble {
  return (storeTroubles as readonly string[]).includes(trouble);
}

/** Something is wrong with the file, the disk or the store. */
export interface TroubleRefusal {
  readonly kind: 'trouble';
  readonly trouble: StateTrouble;
  readonly message: string;
}

/** An error as a refusal. A bug of ours is thrown. */
export function refusedBy(error: unknown, trouble: StateTrouble | undefined = stateTrouble(error)): TroubleRefusal {
  if (trouble === undefined) throw error;
  return { kind: 'trouble', trouble, message: messageOf(error) };
}

/** The same while a file is opened: a statement that does not fit its tables then means that the tables are no longer ours. */
export function refusedAtOpening(error: unknown): TroubleRefusal {
  const isOfSql = error instanceof Error && 'code' in error && /^(ERR_)?SQLITE_/.test(String(error.code));
  return refusedBy(error, stateTrouble(error) ?? (isOfSql ? 'damaged' : undefined));
}

export function opening<T>(work: () => T): T | TroubleRefusal {
  try {
    return work();
  } catch (error) {
    return refusedAtOpening(error);
  }
}
