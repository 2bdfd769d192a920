import type { Client, ClientBase, Pool, PoolConfig, QueryConfig } from 'pg';

export type { Client, ClientBase, Pool, PoolConfig, QueryConfig };

/** The driver, loaded when it is used. */
export const loadPostgres = async () => (await import('pg')).default;

/** Reads the rows of a statement some at a time. */
export const loadCursor = async () => (await import('pg-cursor')).default;

/** The driver verifies the certificate in all of these modes, and warns on stderr of the others. */
export function withPlainTlsMode(text: string): string {
  const url = new URL(text);
  if (['prefer', 'require', 'verify-ca'].includes(url.searchParams.get('sslmode') ?? '')) {
    url.searchParams.set('sslmode', 'verify-full');
  }
  return url.href;
}
