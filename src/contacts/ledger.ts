import type { ContactRules, Purpose } from '../campaign/contact-rules.ts';
import type { Instant } from '../platform/ports.ts';
import type { Channel } from '../service/contract/operations.ts';
import type { Consent, ContactFacts, Suppression, TouchSource } from './facts.ts';
import type { TouchOutcome } from './touch-outcome.ts';

export type StepScope = TouchSource;

/** A touch by the job that it belongs to. */
export interface JobTouch extends StepScope {
  /** The recipient's digits. */
  readonly key: string;
}

/** A contact that a job is about to make. */
export interface TouchRequest extends JobTouch {
  readonly at: Instant;
  readonly channel: Channel;
  readonly purpose: Purpose;
  /** The recipient's zone. */
  readonly zone: string;
  /** The job has not started, and may start until then: granted only if it has no touch yet. */
  readonly until?: Instant | undefined;
}

export type MadeTouch = Omit<TouchRequest, 'zone'>;

/** What is known of people, as of now: other processes may write at the same time. */
export interface ContactReader {
  factsOf(key: string): ContactFacts;
  /** When each list was last imported. */
  lists(): ReadonlyMap<string, Instant>;
  close(): void;
}

/** The contact ledger of a project, as commands use it: every write is on disk when it returns. */
export interface ContactLedger extends ContactReader {
  /** Changes with all that may forbid a contact that was allowed before, but for touches that were reserved. */
  generation(): number;
  /**
   * Writes a touch for each contact that its rules allow, and says which these are. What other processes have written until then counts.
   */
  reserve(rules: ContactRules, requests: readonly TouchRequest[]): readonly boolean[];
  settle(jobs: readonly Settled[]): void;
  /** Both, in one transaction: what is settled first, and then what is reserved. */
  write(rules: ContactRules, requests: readonly TouchRequest[], settled: readonly Settled[]): readonly boolean[];
  /** Jobs whose touch is reserved: their process ended, or they are still to be sent. */
  reservations(run: Omit<StepScope, 'step'>): readonly JobTouch[];
  touches(scope: StepScope): number;
  /** Touches that were made without the ledger. One that it has stays as it is. */
  add(touches: readonly MadeTouch[]): void;
  rename(scope: StepScope, step: string): void;
  /** What a run is going to do, in place of what it has claimed before. It lapses unless the run keeps it. */
  claim(claims: ContactClaims): void;
  keepClaims(run: Omit<StepScope, 'step'>): void;
  dropClaims(run: Omit<StepScope, 'step'>): void;
  discard(run: Omit<StepScope, 'step'>): void;
  /** Replaces what the same source has said of the same channel and purpose. */
  suppress(suppressions: readonly NewSuppression[]): void;
  /** Removes suppressions of one person; says how many there were. */
  allow(key: string, scope: Pick<Suppression, 'channel' | 'purpose'>): number;
  importList(list: ImportedList): ListChange;
  /** Who is suppressed, in numbers of people: nobody can be read out of the ledger. */
  suppressionCounts(): readonly SuppressionCount[];
  consentCounts(): readonly ConsentCount[];
  /** Replaces what is recorded for the same purpose and channel, unless that was given later. Says how many there are now. */
  recordConsents(consents: Iterable<NewConsent>): number;
  /** Leaves a tombstone, and nothing else of this person. */
  forget(key: string, at: Instant): void;
}

/** Contacts that a run under way is going to make. */
export interface ContactClaims extends Omit<StepScope, 'step'> {
  readonly priority: number;
  readonly contacts: Iterable<Pick<TouchRequest, 'step' | 'key' | 'at' | 'channel' | 'purpose'>>;
}

export interface Settled extends JobTouch {
  readonly outcome: TouchOutcome;
  /** When a contact was made, where it was at once; else it counts from its latest reservation. */
  readonly at?: Instant | undefined;
}

export interface NewSuppression extends Suppression {
  readonly key: string;
}

export interface NewConsent extends Consent {
  readonly key: string;
}

export interface ImportedList {
  readonly name: string;
  readonly at: Instant;
  readonly people: Iterable<NewSuppression>;
  /** People who are no longer on the list are no longer suppressed by it. */
  readonly replaces: boolean;
}

export interface SuppressionCount extends Omit<Suppression, 'from' | 'until'> {
  readonly people: number;
  /** When the list was last imported; undefined for those that people made. */
  readonly imported: Instant | undefined;
}

export interface ConsentCount extends Pick<Consent, 'purpose' | 'channel' | 'basis'> {
  readonly people: number;
}

/** What an import does to a list, in people. */
export interface ListChange {
  readonly added: number;
  readonly kept: number;
  readonly removed: number;
}
