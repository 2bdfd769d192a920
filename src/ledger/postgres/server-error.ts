import { mayPass, StateError, type StoreTrouble, storeTrouble } from '../state-trouble.ts';

/** By SQLSTATE (PostgreSQL documentation, appendix A). */
const byState: Readonly<Record<string, StoreTrouble>> = {
  '28P01': 'storePassword',
  '28000': 'storeNotLetIn',
  '3D000': 'storeNoDatabase',
  '42501': 'storeDenied',
  '42P01': 'storeNotMigrated',
  '42703': 'storeNotMigrated',
  '3F000': 'storeNotMigrated',
  '53100': 'storeFull',
  // Its table of locks is full, too: it has room for those of all processes together.
  '53200': 'storeNoMemory',
  '53300': 'storeTooManyConnections',
  '25006': 'storeReadOnly',
  // Of `callsheet.refuse`: a statement did not find a row that was written before.
  CS001: 'storeLostChanges',
  '40001': 'storeConflict',
  '40P01': 'storeConflict',
  // The server starts, stops or has crashed, or has ended a transaction that did nothing for too long.
  '25P03': 'storeUnreachable',
  '57P01': 'storeUnreachable',
  '57P02': 'storeUnreachable',
  '57P03': 'storeUnreachable',
};

/** What an error of the driver means. An error that comes from neither the server nor the network is a bug of ours, and stays. */
export function asStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || storeTrouble(error) !== undefined) return error;
  const trouble = troubleOf(error);
  return trouble === undefined ? error : new StateError(trouble, messageOf(error));
}

/** It may work in a moment. */
export function isTransient(error: unknown): boolean {
  return mayPass(storeTrouble(error));
}

const againMs = 250;

/** Asks again while the database is away for a moment, for so long. */
export async function repeatFor<T>(longestMs: number, work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || performance.now() - since > longestMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }
}

/** The driver waited for an answer for as long as it was to. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

function troubleOf(error: Error): StoreTrouble | undefined {
  const code = 'code' in error ? String(error.code) : '';
  const { message } = error;
  if (/password must be a (non-empty )?string|no password/i.test(message)) return 'storePassword';
  if (/does not support SSL/i.test(message)) return 'storeTlsFailed';
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO)/.test(code)) return 'storeTlsFailed';
  if (code === '28000' && /no encryption|SSL off/i.test(message)) return 'storeTlsRequired';
  const trouble = byState[code];
  if (trouble !== undefined) return trouble;
  if (code.startsWith('08') || isOfNetwork(code, message)) return 'storeUnreachable';
  return /^[0-9A-Z]{5}$/.test(code) ? 'storeFailed' : undefined;
}

function isOfNetwork(code: string, message: string): boolean {
  if (/^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET|ENOENT)/.test(code)) return true;
  return /timeout|connection (was )?(terminated|ended|closed)|not queryable|socket/i.test(message);
}

function messageOf(error: Error): string {
  // One error for each address of a name has no text of its own.
  const code = 'code' in error ? String(error.code) : '';
  return error.message === '' ? code : error.message;
}
