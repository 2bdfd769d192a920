import type { RecipientKey } from '../../job/address.ts';
import type { Instant } from '../../platform/ports.ts';
import type { ContactFacts, Touch } from './facts.ts';
import type { ContactVerdict } from './judge-contact.ts';

/** What a scheduler needs of the contact ledger, where its campaign has contact rules. */
export interface KnownContacts {
  readonly run: string;
  /** What the ledger knows of this recipient now. */
  factsOf(key: RecipientKey): ContactFacts;
  /** Contacts that are in no ledger, which plans of several campaigns share: a scheduler adds those that it starts. */
  readonly planned?: PlannedContacts | undefined;
  /** A plan keeps its contacts. A run drops each when it is settled, because the ledger has it. */
  readonly keepsPlanned: boolean;
  /** Called whenever a cap holds a contact. */
  readonly onHeld?: ((held: HeldContact) => void) | undefined;
}

export interface HeldContact {
  readonly step: string;
  readonly key: RecipientKey;
  /** When it would be made without the cap. */
  readonly at: Instant;
  readonly verdict: Extract<ContactVerdict, { kind: 'held' }>;
}

/** By recipient. */
export type PlannedContacts = Map<RecipientKey, Touch[]>;

/** What the contact rules say of a contact with this recipient of a step. */
export type JudgeContact = (recipient: number, now: Instant) => ContactVerdict;
