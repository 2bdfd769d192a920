import type { StoreTrouble } from '../../ledger/store-trouble.ts';

/** What is wrong with a shared ledger, and what to do. `store` is its address without the password. */
export function storeTroubleMessage(trouble: StoreTrouble, store: string, message: string): string {
  switch (trouble) {
    case 'storeAddress':
      return `CALLSHEET_STORE cannot be used. ${message}.`;
    case 'storeUnreachable':
      return `${store} cannot be reached (${message}). Nothing more is sent without it. Run again when it answers.`;
    case 'storeSlow':
      return `${store} has not answered a query within ${message}. Run again when it has less to do; if that does not help, run VACUUM ANALYZE on its tables.`;
    case 'storePassword':
      return `${store} does not accept the password (${message}). Set it in the URL, in PGPASSWORD or in ~/.pgpass.`;
    case 'storeNotLetIn':
      return `${store} does not let this user connect from here (${message}). Its pg_hba.conf must have a line for it.`;
    case 'storeTlsRequired':
      return `${store} accepts only encrypted connections (${message}). Add ?sslmode=verify-full to the URL.`;
    case 'storeTlsFailed':
      return `${store} cannot be reached with TLS (${message}). Add &sslrootcert=FILE for a certificate authority of your own, or ?sslmode=disable for a server without TLS.`;
    case 'storeNoDatabase':
      return `${store}: ${message}. Create it with \`createdb\`, or correct the URL.`;
    case 'storeDenied':
      return `${store}: the role may not do this (${message}). Grant it what docs/scale.md lists.`;
    case 'storeNotMigrated':
      return `${store} does not have the tables of this version (${message}). Run \`callsheet store migrate\` with a role that may create them, then grant this one what docs/scale.md lists.`;
    case 'storeOldServer':
      return `${store} is PostgreSQL ${message}; callsheet needs PostgreSQL 14 or later.`;
    case 'storeNotDurable':
      return `${store} may lose changes that it has reported as saved (${message}), so that callsheet would contact people twice after a crash. Turn that setting on, with ALTER SYSTEM or ALTER ROLE.`;
    case 'storeFar':
      return `${store} answers too slowly for a rate that several processes share (${message}). Run nearer to the database. For \`limits.account.rate\`, a longer time such as 3000/m in place of 50/s may be enough.`;
    case 'storeFull':
      return `The disk of ${store} is full (${message}). Free some space and run again. Everything that was sent is recorded.`;
    case 'storeReadOnly':
      return `${store} is read-only (${message}): probably a standby. Use the address of the primary server.`;
    case 'storeTooManyConnections':
      return `${store} has no free connection (${message}). Each process needs up to six, and one that may lead up to twelve; raise max_connections, or close others.`;
    case 'storeNoMemory':
      return `${store} is out of memory for so many processes (${message}). Start fewer of them; for "out of shared memory", raise max_locks_per_transaction as well.`;
    case 'storeConflict':
      return `${store} rolled back a change that conflicted with others (${message}). Run the command again.`;
    case 'leaseLost':
      return `Another process now carries out the run in ${store}: this one could not reach the database for too long, or was stopped. It has stopped sending; its jobs in flight are treated as after a crash.`;
    case 'storeLostChanges':
      return `${store} has lost changes that it had saved (${message}): it was restored from a backup, or a standby that was behind has replaced it. It no longer records everyone who was contacted, so callsheet stops and pauses the run for all machines; \`callsheet status\` shows whether the store took that. Restore the newest version before \`callsheet resume\`: a run that continues from this one may contact people again.`;
    case 'storeFailed':
      return `${store} failed: ${message}.`;
    default:
      return trouble satisfies never;
  }
}
