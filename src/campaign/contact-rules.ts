import type { Span } from '../diagnostic/source-file.ts';
import type { Channel } from '../service/operations/definition/operation.ts';

/**
 * How often a person may be contacted over all campaigns of a project, and who must not be: what `contacts.yaml` says, and what the
 * campaign adds under `contacts`. A campaign can add rules, and take none away.
 */
export interface ContactRules {
  /** Named in `contacts.yaml`, and in the contact ledger, so that no other project's ledger is used by mistake. */
  readonly project: string;
  /** Where caps leave no room for two campaigns, the one with the greater priority has it. Default 0. */
  readonly priority: number;
  readonly caps: readonly ContactCap[];
  readonly consent: readonly ConsentRule[];
  readonly lists: readonly ListRule[];
}

/** Which contacts a rule counts, and which it holds: these are always the same. */
export interface ContactScope {
  /** Undefined: every channel. */
  readonly channel: Channel | undefined;
  readonly purposes: readonly Purpose[];
}

/** At most `max` contacts in any `per` milliseconds, or on any day of the recipient's calendar. */
export interface ContactCap extends ContactScope {
  /** As plans and records have it: `1/day/whatsapp`, `4/30d`, `apart/4h`. */
  readonly name: string;
  readonly max: number;
  readonly per: 'day' | number;
  readonly span?: Span | undefined;
}

/** A contact in this scope needs a consent for its purpose. */
export interface ConsentRule extends ContactScope {
  readonly span?: Span | undefined;
}

/** A suppression list must have been imported, and not longer ago than this. */
export interface ListRule {
  readonly list: string;
  readonly maxAgeMs: number | undefined;
  readonly span?: Span | undefined;
}

export const purposes = ['marketing', 'service', 'collection', 'survey', 'transactional'] as const;
export type Purpose = (typeof purposes)[number];

/** What a rule without a purpose is about: what the recipient has just asked for is neither counted nor held. */
export const unaskedPurposes: readonly Purpose[] = purposes.filter((purpose) => purpose !== 'transactional');
