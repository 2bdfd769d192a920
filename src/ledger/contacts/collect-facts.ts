import type { Purpose } from '../../campaign/contact-rules.ts';
import type { Channel } from '../../service/operations/definition/operation.ts';
import type { Claim, Consent, ContactFacts, Suppression, Touch } from './facts.ts';

/** What is known of one person, as it is read. */
interface Collected extends ContactFacts {
  readonly touches: [];
  readonly claims: Claim[];
  readonly suppressions: Suppression[];
  readonly consents: Consent[];
  forgottenAt: number | undefined;
}

/** A row of either driver. In a column that is part of a key, an empty text stands for every channel, and every purpose. */
type Row = Readonly<Record<string, unknown>>;

/** What rows say of people, but for their contacts. */
export function collectFacts(contactOf: ContactTexts = contactTexts()) {
  /** By the names of the people. Who has no row is left out. */
  const facts = new Map<string, Collected>();
  return {
    facts: facts as ReadonlyMap<string, ContactFacts>,
    /** A claim, a suppression, a consent or a tombstone, as its `kind` says. `reason` and `source` are the basis and the evidence of a consent. */
    add(name: string, row: Row): void {
      const known = facts.get(name) ?? {
        touches: [],
        claims: [],
        suppressions: [],
        consents: [],
        forgottenAt: undefined,
      };
      facts.set(name, known);
      const at = Number(row['at']);
      const channel = (row['channel'] || undefined) as Channel | undefined;
      const purpose = (row['purpose'] || undefined) as Purpose | undefined;
      const [first, second] = [String(row['reason']), String(row['source'])];
      const until = row['ends'] === null ? undefined : Number(row['ends']);
      switch (row['kind']) {
        case 'claim':
          known.claims.push({ ...contactOf(row), at, priority: Number(row['priority']) });
          break;
        case 'suppression':
          known.suppressions.push({ reason: first, source: second, channel, purpose, from: at, until });
          known.suppressions.sort((a, b) => a.from - b.from || (a.source < b.source ? -1 : 1));
          break;
        case 'consent':
          known.consents.push({ purpose: purpose!, channel, basis: first, at, evidence: second, expires: until });
          break;
        default:
          known.forgottenAt = at;
      }
    },
  };
}

type Contact = Omit<Touch, 'at' | 'isReserved'>;
export type ContactTexts = (row: Row) => Contact;

/** Each row has its own copies of these texts: kept for a million people, they would fill the memory. */
export function contactTexts(): ContactTexts {
  const known = new Map<string, Contact>();
  return (row) => {
    const { campaign, run, step, channel, purpose } = row as Readonly<Record<keyof Contact, string>>;
    const name = `${campaign} ${run} ${step} ${channel} ${purpose}`;
    const found = known.get(name);
    if (found !== undefined) return found;
    const made = { campaign, run, step, channel: channel as Channel, purpose: purpose as Purpose };
    known.set(name, made);
    return made;
  };
}
