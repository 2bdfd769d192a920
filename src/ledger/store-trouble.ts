/** Why a shared ledger cannot be used. */
export type StoreTrouble = (typeof storeTroubles)[number];

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

const code = 'CALLSHEET_STORE';

export function storeError(trouble: StoreTrouble, message: string): Error {
  return Object.assign(new Error(message), { code, trouble });
}

/** Undefined where the error does not come from a shared ledger. */
export function storeTrouble(error: unknown): StoreTrouble | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === code && 'trouble' in error)) return undefined;
  return error.trouble as StoreTrouble;
}

export function isStoreTrouble(trouble: string): trouble is StoreTrouble {
  return (storeTroubles as readonly string[]).includes(trouble);
}
