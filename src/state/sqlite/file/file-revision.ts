import { statSync } from 'node:fs';
import type { Database } from '../../../platform/sqlite.ts';
import { storeNamesSum } from './checksum.ts';
import { setFact } from './state-file.ts';

/** Which file it is, and how far it has come: what tells one version of it from another. */
export interface FileRevision {
  readonly ino: number;
  readonly dev: number;
  /** The number of its last group of changes, and the process that may add to it: each process has a name of its own. */
  readonly head: string;
  /** How often a person has decided on a job: a decision is written beside a running process and leaves its counter alone. */
  readonly decisions: number;
}

export const decisionsFact = 'decided';

/** A person has decided on so many jobs. In a transaction. */
export function countDecisions(database: Database, jobs: number): void {
  setFact(database, decisionsFact, String(decisionsIn(database) + jobs));
  storeNamesSum(database);
}

export function decisionsIn(database: Database): number {
  return readDecisions(database.prepare('SELECT value FROM meta WHERE name = ?').get(decisionsFact)?.['value']);
}

export function readDecisions(value: unknown): number {
  return Number(value ?? 0);
}

export function revisionOf(database: Database, path: string): FileRevision {
  const { ino, dev } = statSync(path);
  return { ino, dev, ...contentRevisionOf(database) };
}

/** Of an open file, wherever it is by now. */
export function contentRevisionOf(database: Database): ContentRevision {
  const head = database.prepare('SELECT seq, runner FROM head').get();
  return { head: `${String(head?.['seq'])} ${String(head?.['runner'])}`, decisions: decisionsIn(database) };
}

export function isSameFile(a: FileRevision, b: FileRevision): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

export function isSameRevision(a: FileRevision, b: FileRevision): boolean {
  return isSameFile(a, b) && isSameContent(a, b);
}

export type ContentRevision = Pick<FileRevision, 'head' | 'decisions'>;

export function isSameContent(a: ContentRevision, b: ContentRevision): boolean {
  return a.head === b.head && a.decisions === b.decisions;
}
