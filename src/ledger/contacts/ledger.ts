import type { ListRule, Purpose } from '../../campaign/contact-rules.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Channel } from '../../service/operations/definition/operation.ts';
import type { ContactPlace } from '../contact-writer.ts';
import type { Later } from '../sql.ts';
import type { Consent, ContactFacts, Suppression, TouchSource } from './facts.ts';

export type StepScope = TouchSource;

/** A contact that a job is about to make. */
export interface TouchRequest extends StepScope {
  /** The recipient's digits. */
  readonly key: string;
  readonly at: Instant;
  readonly channel: Channel;
  readonly purpose: Purpose;
  /** The recipient's zone. */
  readonly zone: string;
}

export type MadeTouch = Omit<TouchRequest, 'zone'>;

/** What a ledger knew of people when it was last asked: a scheduler that judges many of them cannot wait for an answer about each. */
export interface KnownFacts {
  factsOf(key: string): ContactFacts;
  /** Asks the ledger about these people. */
  know(keys: Iterable<string>): Promise<void>;
}

/** What is known of people, for those who only look. */
export interface ContactReader extends KnownFacts {
  /** When each list was last imported. */
  lists(): Later<ReadonlyMap<string, Instant>>;
  close(): Later<void>;
}

/**
 * The contact ledger of a project, as commands use it: every write is on disk when it has answered. What a run does to people is written
 * by its lease (`RunLease.judgeContacts`).
 */
export interface ContactLedger {
  readonly place: ContactPlace;
  factsOf(key: string): Later<ContactFacts>;
  /** What is known of each of these people: of thousands it takes hardly longer than of one. */
  read(keys: readonly string[]): Later<readonly ContactFacts[]>;
  lists(): Promise<ReadonlyMap<string, Instant>>;
  /** Of people who are not forgotten. */
  touches(scope: StepScope): Promise<number>;
  /** When the contact was made that was recorded last; undefined where there is none. */
  lastContact(): Promise<Instant | undefined>;
  /** Touches that were made without the ledger. One that it has stays as it is. */
  add(touches: readonly MadeTouch[]): Promise<void>;
  /** Whether the step had any touches. */
  rename(scope: StepScope, step: string): Promise<boolean>;
  /** What a run is going to do, in place of what it has claimed before. It lapses unless the run keeps it. */
  claim(claims: ContactClaims): Promise<void>;
  keepClaims(run: Omit<StepScope, 'step'>): Promise<void>;
  dropClaims(run: Omit<StepScope, 'step'>): Promise<void>;
  /**
   * Of two for the same person, source, channel and purpose, the one that holds longer stays. When it has answered, no request leaves any
   * more that would be forbidden by it.
   */
  suppress(suppressions: readonly NewSuppression[]): Promise<void>;
  /** Removes suppressions of one person; says how many there were. */
  allow(key: string, scope: Pick<Suppression, 'channel' | 'purpose'>): Promise<number>;
  /** The same for each person of the list. `isDryRun`: says what it would do, and changes nothing. */
  importList(list: ImportedList, isDryRun?: boolean): Promise<ListChange>;
  /** Who is suppressed at `at`, in numbers of people: nobody can be read out of the ledger. */
  suppressionCounts(at: Instant): Promise<readonly SuppressionCount[]>;
  /** Of those that hold at `at`. */
  consentCounts(at: Instant): Promise<readonly ConsentCount[]>;
  /** Replaces what is recorded for the same purpose and channel, unless that was given later. */
  recordConsents(consents: Iterable<NewConsent>): Promise<RecordedConsents>;
  /** Rewrites the texts that people gave with suppressions and consents. */
  cleanTexts(clean: (text: string) => string): Promise<void>;
  /** Leaves a tombstone, and nothing else of this person. */
  forget(key: string, at: Instant): Promise<void>;
  close(): Later<void>;
}

/** A ledger in a file, which is read at once. */
export interface LedgerFile extends ContactLedger {
  factsOf(key: string): ContactFacts;
  /** The same as of the beginning of this turn of the event loop: for those who ask about many, one by one. */
  peek(key: string): ContactFacts;
  read(keys: readonly string[]): readonly ContactFacts[];
  /** Changes with all that may forbid a contact that was allowed before, but for touches. */
  generation(): number;
  /** The same, at most 10 ms old: a command that forbids contacts waits for longer than that before it answers. */
  lately(): number;
  close(): void;
}

/** Contacts that a run under way is going to make. */
export interface ContactClaims extends Omit<StepScope, 'step'> {
  readonly priority: number;
  readonly contacts: Iterable<Pick<TouchRequest, 'step' | 'key' | 'at' | 'channel' | 'purpose'>>;
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

export interface RecordedConsents {
  readonly recorded: number;
  /** Not recorded: the ledger, or another row of theirs, has one that was given later. */
  readonly older: number;
  /** How many the ledger has now. */
  readonly all: number;
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

export interface StaleList extends ListRule {
  /** Undefined if it was never imported. */
  readonly importedAt: Instant | undefined;
}

/** The first list that was never imported, or not lately enough. */
export function firstStale(
  rules: readonly ListRule[],
  imported: ReadonlyMap<string, Instant>,
  now: Instant,
): StaleList | undefined {
  for (const rule of rules) {
    const importedAt = imported.get(rule.list);
    const isLate = rule.maxAgeMs !== undefined && importedAt !== undefined && now - importedAt > rule.maxAgeMs;
    if (importedAt === undefined || isLate) return { ...rule, importedAt };
  }
  return undefined;
}
