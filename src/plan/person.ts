import type { RecipientKey } from '../job/address.ts';
import type { Consent, Suppression, Touch } from '../ledger/contacts/facts.ts';
import type { CapUse } from '../ledger/contacts/judge-contact.ts';
import type { Instant } from '../platform/ports.ts';
import type { Why, WhyStep } from './why.ts';

/** One person over all campaigns of a folder. */
export interface Person {
  readonly key: RecipientKey;
  readonly now: Instant;
  readonly timezone: string;
  /** Campaigns that have them, or have done something for them. */
  readonly campaigns: readonly PersonCampaign[];
  /** Campaigns whose files have errors: what they do is not known. */
  readonly unread: readonly string[];
  /** In the order of their instants; those that will not be sent come last. */
  readonly entries: readonly PersonEntry[];
  /** Undefined where the folder has no contact rules. */
  readonly contacts: PersonContacts | undefined;
  readonly isForgotten: boolean;
}

export interface PersonCampaign {
  readonly file: string;
  readonly campaign: string;
  readonly run: string;
  readonly why: Why;
}

interface PersonContacts {
  readonly caps: readonly CapUse[];
  readonly suppressions: readonly Suppression[];
  readonly consents: readonly Consent[];
}

/** What one step does for them, or did. */
export interface PersonEntry {
  readonly at: Instant | undefined;
  readonly campaign: string;
  readonly run: string;
  readonly step: string;
  readonly what:
    | { readonly kind: 'happened' | 'planned' | 'notSent'; readonly step: WhyStep }
    /** Only the contact ledger knows it: of another run, or of a campaign whose file is gone. */
    | { readonly kind: 'touch'; readonly touch: Touch };
}

export function entriesOf(campaigns: readonly PersonCampaign[], touches: readonly Touch[]): readonly PersonEntry[] {
  const known = campaigns.flatMap(({ campaign, run, why }) =>
    why.steps.flatMap((step) => {
      const { happened, notStarted, at } = step;
      const entry = (kind: 'happened' | 'planned' | 'notSent', when: Instant | undefined): PersonEntry => ({
        at: when,
        campaign,
        run,
        step: step.step,
        what: { kind, step },
      });
      const entries: PersonEntry[] = [];
      if (happened !== undefined && happened.state !== 'pending')
        entries.push(entry('happened', happened.at ?? happened.settledAt));
      if (at !== undefined) entries.push(entry('planned', at));
      return entries.length === 0 && notStarted !== undefined ? [entry('notSent', undefined)] : entries;
    }),
  );
  const isKnown = (touch: Touch): boolean =>
    known.some(
      ({ campaign, run, step, what }) =>
        what.kind !== 'touch' &&
        what.step.happened !== undefined &&
        campaign === touch.campaign &&
        run === touch.run &&
        step === touch.step,
    );
  const others = touches
    .filter((touch) => !isKnown(touch))
    .map((touch): PersonEntry => {
      const { at, campaign, run, step } = touch;
      return { at, campaign, run, step, what: { kind: 'touch', touch } };
    });
  const never = Number.POSITIVE_INFINITY;
  return [...known, ...others].sort((a, b) => (a.at ?? never) - (b.at ?? never) || 0);
}
