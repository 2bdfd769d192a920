import type { ContactRules } from '../campaign/contact-rules.ts';
import type { JobChange } from './change.ts';

/** Whose contacts are judged, and by which rules. Plain data, as it may have to reach another thread. */
export interface ContactWriterInput {
  readonly rules: ContactRules;
  readonly pepper: Uint8Array;
  readonly campaign: string;
  readonly run: string;
}

/** Where the contacts of a project are. */
export type ContactPlace =
  /** `path`: of their file; undefined in memory. `writer`: for jobs that are recorded in this process. */
  | {
      readonly kind: 'sqlite';
      readonly path: string | undefined;
      readonly pepper: Uint8Array;
      readonly writer: (by: ContactWriterInput) => ContactWriter;
    }
  /** The store in which the jobs are, and the number of the project there. */
  | { readonly kind: 'store'; readonly project: number; readonly pepper: Uint8Array };

/**
 * From now on intents that contact somebody are judged by these rules as they are recorded. False where the contacts are not where the
 * jobs are.
 */
export type JudgeContacts = (place: ContactPlace, rules: ContactRules) => boolean;

/** Records the contacts that a run makes, within the transaction of each group of changes. */
export interface ContactWriter {
  /** Carries out `work` in a transaction of the contacts, where they are in another database than the jobs. */
  around?<T>(work: () => T): T;
  begin(changes: readonly JobChange[]): void;
  /** Whether the contact rules allow this change: its intent may contact somebody now. */
  allows(change: JobChange): boolean;
  recorded(change: JobChange): void;
  end(): void;
}
