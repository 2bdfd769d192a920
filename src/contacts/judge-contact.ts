import type { ContactRules, ContactScope, Purpose } from '../campaign/contact-rules.ts';
import type { Instant } from '../platform/ports.ts';
import type { Channel } from '../service/contract/operations.ts';
import { instantOfWall, wallAt } from '../time/local-time.ts';
import { dayMs } from '../time/wall-clock.ts';
import type { ContactFacts, Touch, TouchSource } from './facts.ts';

export type ContactVerdict =
  | { readonly kind: 'free' }
  /** A cap allows it at `until`; `cap` is its place among the rules. */
  | { readonly kind: 'held'; readonly until: Instant; readonly cap: number }
  | { readonly kind: 'refused'; readonly by: ContactRefusal };

/** Why a person must not be contacted, whatever the hour. */
export type ContactRefusal =
  | { readonly word: 'forgotten' }
  | { readonly word: 'suppressed'; readonly detail: string }
  | { readonly word: 'noConsent'; readonly detail: string };

export interface ContactQuestion {
  readonly rules: ContactRules;
  /** The job: its own touch does not count, because a retry is the same contact. */
  readonly source: TouchSource;
  readonly channel: Channel;
  readonly purpose: Purpose;
  readonly facts: ContactFacts;
  readonly at: Instant;
  /** The recipient's zone. */
  readonly zone: string;
}

const free: ContactVerdict = { kind: 'free' };

/** Whether a contact may be made at `at`. Plan, run and ledger ask this function alone. */
export function judgeContact(question: ContactQuestion): ContactVerdict {
  const by = refusalOf(question);
  if (by !== undefined) return { kind: 'refused', by };
  const { rules, facts } = question;
  if (facts.touches.length === 0 || rules.caps.length === 0) return free;
  const touches = facts.touches.filter((touch) => !isSame(touch, question.source));
  let held: Extract<ContactVerdict, { kind: 'held' }> | undefined;
  rules.caps.forEach((cap, index) => {
    if (!isInScope(cap, question)) return;
    const until = allowedFrom(cap, touches, question);
    if (until > (held?.until ?? question.at)) held = { kind: 'held', until, cap: index };
  });
  return held ?? free;
}

function refusalOf({ rules, channel, purpose, facts, at }: ContactQuestion): ContactRefusal | undefined {
  if (facts.forgottenAt !== undefined) return { word: 'forgotten' };
  const suppression = facts.suppressions.find(
    (one) =>
      (one.channel ?? channel) === channel &&
      (one.purpose ?? purpose) === purpose &&
      one.from <= at &&
      at < (one.until ?? Number.POSITIVE_INFINITY),
  );
  if (suppression !== undefined) return { word: 'suppressed', detail: suppression.reason };
  const needsConsent = rules.consent.some((rule) => isInScope(rule, { channel, purpose }));
  if (!needsConsent) return undefined;
  const hasConsent = facts.consents.some(
    (one) =>
      one.purpose === purpose &&
      (one.channel ?? channel) === channel &&
      one.at <= at &&
      at < (one.expires ?? Number.POSITIVE_INFINITY),
  );
  return hasConsent ? undefined : { word: 'noConsent', detail: purpose };
}

/**
 * The first instant at which one more contact keeps the cap. Touches later than `at` count too: another process may have a clock
 * that is ahead, and another campaign may have been planned first.
 */
function allowedFrom(
  cap: ContactRules['caps'][number],
  touches: readonly Touch[],
  { at, zone }: ContactQuestion,
): Instant {
  const counted = touches.filter((touch) => isInScope(cap, touch));
  // With the latest `max` touches out of the period there is room for one.
  const last = counted.at(-cap.max);
  if (last === undefined) return at;
  if (cap.per !== 'day') return last.at + cap.per;
  const dayAfter = Math.floor(wallAt(last.at, zone) / dayMs) + 1;
  return instantOfWall(dayAfter * dayMs, zone);
}

function isInScope(scope: ContactScope, contact: Pick<Touch, 'channel' | 'purpose'>): boolean {
  return (scope.channel ?? contact.channel) === contact.channel && scope.purposes.includes(contact.purpose);
}

function isSame(touch: TouchSource, { campaign, run, step }: TouchSource): boolean {
  return touch.step === step && touch.campaign === campaign && touch.run === run;
}
