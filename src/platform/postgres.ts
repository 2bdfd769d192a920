import type { Client, ClientBase, Connection, Pool, PoolClient, PoolConfig, QueryConfig, Submittable } from 'pg';

export type { Client, ClientBase, Connection, Pool, PoolClient, PoolConfig, QueryConfig, Submittable };

/** The driver, loaded when it is used. */
export const loadPostgres = async () => (await import('pg')).default;

/** The driver verifies the certificate in all of these modes, and warns on stderr of the others. */
export function withPlainTlsMode(text: string): string {
  const url = new URL(text);
  if (['prefer', 'require', 'verify-ca'].includes(url.searchParams.get('sslmode') ?? '')) {
    url.searchParams.set('sslmode', 'verify-full');
  }
  return url.href;
}
