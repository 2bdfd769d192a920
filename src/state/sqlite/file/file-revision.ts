import type { Database } from '../../../platform/sqlite.ts';
import { storeNamesSum } from './checksum.ts';
import { setFact } from './state-file.ts';

/** How often a person has decided on a job: a decision is written beside a running process and leaves its counter alone. */
export const decisionsFact = 'decided';

/** A person has decided on so many jobs. In a transaction. */
export function countDecisions(database: Database, jobs: number): void {
  setFact(database, decisionsFact, String(decisionsIn(database) + jobs));
  storeNamesSum(database);
}

function decisionsIn(database: Database): number {
  return readDecisions(database.prepare('SELECT value FROM meta WHERE name = ?').get(decisionsFact)?.['value']);
}

export function readDecisions(value: unknown): number {
  return Number(value ?? 0);
}

/** What tells one version of an open file from another: its last group of changes, the process that may add to it, and decisions. */
export function revisionOf(database: Database): string {
  const head = database.prepare('SELECT seq, runner FROM head').get();
  return `${String(head?.['seq'])} ${String(head?.['runner'])} ${decisionsIn(database)}`;
}
