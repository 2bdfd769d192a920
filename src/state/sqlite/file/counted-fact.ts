import type { Database } from '../../../platform/sqlite.ts';

/** The name of the fact that says how many jobs the files give each step of a run. */
export function countedFact(run: number): string {
  return `counted ${run}`;
}

/** Jobs have changed in a way that it does not know of. In a transaction, which ends with `storeNamesSum`. */
export function forgetCounted(database: Database): void {
  database.prepare("DELETE FROM meta WHERE name GLOB 'counted *'").run();
}
