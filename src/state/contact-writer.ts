import type { JobChange } from './change.ts';

/** Records the contacts that a run makes, within the transaction of each group of changes. */
export interface ContactWriter {
  begin(changes: readonly JobChange[]): void;
  /** Whether the contact rules allow this change: its intent may contact somebody now. */
  allows(change: JobChange): boolean;
  recorded(change: JobChange): void;
  end(): void;
  /** After a transaction that was rolled back. */
  rolledBack(): void;
}
