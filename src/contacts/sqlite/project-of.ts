import { openDatabase } from '../../platform/sqlite.ts';

/** The project that a ledger says it belongs to; undefined where it is not a ledger. */
export function projectOf(path: string): string | undefined {
  const database = openDatabase(path, { existing: true, busyMs: 5_000 });
  try {
    return String(database.prepare("SELECT value FROM meta WHERE name = 'project'").get()?.['value'] ?? '');
  } catch {
    return undefined;
  } finally {
    database.close();
  }
}
