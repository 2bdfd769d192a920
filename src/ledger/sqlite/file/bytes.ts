import { isUtf8 } from 'node:buffer';
import type { SqlValue } from '../../../platform/sql/sqlite.ts';

/** libsql says ArrayBuffer where Node's SQLite says Uint8Array; this takes either. Empty for any other value. */
export function bytesOf(bytes: SqlValue | undefined): Buffer {
  if (typeof bytes !== 'object' || bytes === null) return Buffer.alloc(0);
  return bytes instanceof Uint8Array
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : Buffer.from(bytes);
}

export function isText(bytes: SqlValue | undefined): boolean {
  return typeof bytes === 'object' && bytes !== null && isUtf8(bytesOf(bytes));
}
