import type { ContactRules } from '../campaign/contact-rules.ts';
import type { JobChange } from './change.ts';

/** Whose contacts are judged, and by which rules. Plain data, as it may have to reach another thread. */
export interface ContactWriterInput {
  readonly rules: ContactRules;
  readonly pepper: Uint8Array;
  readonly campaign: string;
  readonly run: string;
}

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
