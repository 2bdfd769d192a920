import type { SourceQuery } from '../../campaign/sources/wanted-sources.ts';
import type { SourceReader } from '../source-reader.ts';

/** The reader of one kind of source; its driver is loaded with it. */
export async function readerOf(kind: SourceQuery['kind']): Promise<SourceReader> {
  switch (kind) {
    case 'postgres':
      return (await import('./read-postgres.ts')).readPostgres;
    case 'sqlite':
      return (await import('./read-sqlite.ts')).readSqlite;
    case 'parquet':
      return (await import('./read-parquet.ts')).readParquet;
    case 'http':
      return (await import('./read-http.ts')).readHttp;
    case 'command':
      return (await import('./read-command.ts')).readCommand;
    default:
      return kind satisfies never;
  }
}
