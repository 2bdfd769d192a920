import type { ContactCap, ContactRules, ContactScope, Purpose } from '../../campaign/contact-rules.ts';
import type { RecipientKey } from '../../job/address.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Channel } from '../../service/operations/definition/operation.ts';
import { instantOfWall, wallAt } from '../../time/local-time.ts';
import { type Clock, zonesOfClock } from '../../time/time-zone.ts';
import { dayMs, hourMs } from '../../time/wall-clock.ts';
import {
  type Claim,
  type ContactFacts,
  claimsLeft,
  isSameSource,
  isUnknown,
  type Touch,
  type TouchSource,
} from './facts.ts';
import type { TouchRequest } from './ledger.ts';

export type ContactVerdict =
  | { readonly kind: 'free' }
  /**
   * A cap allows it at `until`; `cap` is its place among the rules. The contacts `by` leave no room before. `askAgain`: what holds it
   * may end before, as it is being made, or a claim, which counts until `claimedUntil` at the latest.
   */
  | {
      readonly kind: 'held';
      readonly until: Instant;
      readonly cap: number;
      readonly by: readonly TouchSource[];
      readonly askAgain?: Instant | undefined;
      readonly claimedUntil?: Instant | undefined;
    }
  | { readonly kind: 'refused'; readonly by: ContactRefusal };

/** Why a person must not be contacted, whatever the hour. */
type ContactRefusal =
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
  /** By which the recipient's days are counted. */
  readonly zone: Clock;
}

const free: ContactVerdict = { kind: 'free' };

/** Whether a contact may be made at `at`. Plan, run and ledger ask this function alone. */
export function judgeContact(question: ContactQuestion): ContactVerdict {
  const by = refusalOf(question);
  if (by !== undefined) return { kind: 'refused', by };
  const { rules, facts, at } = question;
  if (facts.touches.length + facts.claims.length === 0 || rules.caps.length === 0) return free;
  const touches = facts.touches.filter((touch) => !isSameSource(touch, question.source));
  const held = heldFrom(at, question, withClaims(touches, question));
  if (held === undefined) return free;
  const made = touches.filter((touch) => touch.isReserved !== true || at >= touch.at + reservedMs);
  const untilMade = made.length === touches.length ? held : heldFrom(at, question, withClaims(made, question));
  if (untilMade?.until !== held.until) return { ...held, askAgain: Math.min(held.until, at + askAgainMs) };
  const claims = claimsThatCount(question);
  const unclaimed = claims.length === 0 ? held.until : (heldFrom(at, question, touches)?.until ?? at);
  if (unclaimed === held.until) return held;
  const claimedUntil = Math.max(unclaimed, ...claims.map((claim) => claim.at + claimLapseMs));
  return { ...held, askAgain: Math.min(held.until, at + askOfClaimsMs, claimedUntil), claimedUntil };
}

export function mayContact(rules: ContactRules, request: TouchRequest, facts: ContactFacts): boolean {
  if (rules.consent.length === 0 && isUnknown(facts)) return true;
  return judgeContact({ ...request, rules, source: request, facts }).kind === 'free';
}

/** Whether a person who has their touch must not be contacted after all: caps have been judged, and the touch counts. */
export function isForbidden(rules: ContactRules, request: TouchRequest, facts: ContactFacts): boolean {
  return refusalOf({ ...request, rules, source: request, facts }) !== undefined;
}

/** A request is answered in less. One under way that is older was left by a process that ended: it counts until that is continued. */
const reservedMs = 60_000;
const askAgainMs = 500;
/** A claim ends when its run does: nobody says so. The queues look less often where there are many people to look at. */
const askOfClaimsMs = 5_000;

/** After this a claim counts no more: its job may have been skipped, or its run is far behind its plan. */
const claimLapseMs = hourMs;

/** A claim whose time has passed is still to be made, at any moment. */
export function withClaims(made: readonly Touch[], question: ClaimQuestion): readonly Touch[] {
  const claims = claimsThatCount(question);
  if (claims.length === 0) return made;
  const coming = claims.map((claim) => ({ ...claim, at: Math.max(claim.at, question.at) }));
  return [...made, ...coming].sort((a, b) => a.at - b.at);
}

type ClaimQuestion = Pick<ContactQuestion, 'facts' | 'rules' | 'source' | 'at'>;

function claimsThatCount({ facts, rules, source, at }: ClaimQuestion): readonly Claim[] {
  return claimsLeft(facts.claims, facts.touches).filter(
    (claim) => claim.priority > rules.priority && at < claim.at + claimLapseMs && claim.campaign !== source.campaign,
  );
}

type Held = Extract<ContactVerdict, { kind: 'held' }>;

function heldFrom(at: Instant, question: ContactQuestion, touches: readonly Touch[]): Held | undefined {
  let held: Held | undefined;
  question.rules.caps.forEach((cap, index) => {
    if (!isInScope(cap, question)) return;
    const from = held?.until ?? at;
    const { until, by } = allowedFrom(cap, touches, from, question.zone);
    if (until > from) held = { kind: 'held', until, cap: index, by };
  });
  // What the last cap allows may be too near to a later contact for another cap.
  return held && (heldFrom(held.until, question, touches) ?? held);
}

function refusalOf({ rules, channel, purpose, facts, at }: ContactQuestion): ContactRefusal | undefined {
  if (facts.forgottenAt !== undefined) return { word: 'forgotten' };
  const suppression = facts.suppressions.find(
    (one) =>
      (one.channel ?? channel) === channel &&
      (one.purpose ?? purpose) === purpose &&
      // What is recorded holds: the clock of who asks may be behind, and that of a sandbox or a rehearsal is.
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
 * The first instant from `at` on at which one more contact keeps the cap, and the contacts that leave no room until then. Contacts later
 * than `at` count too: another process may have a clock that is ahead, and another campaign may have been planned first.
 */
function allowedFrom(
  cap: ContactRules['caps'][number],
  touches: readonly Touch[],
  at: Instant,
  zone: Clock,
): { readonly until: Instant; readonly by: readonly Touch[] } {
  const counted = touches.filter((touch) => isInScope(cap, touch));
  let until = at;
  let by: readonly Touch[] = [];
  // Each run of `max` contacts closes a time around itself. The runs are in order, and so are the ends of these times.
  for (let first = 0; first + cap.max <= counted.length; first++) {
    const last = counted[first + cap.max - 1]!;
    const [from, to] = closedBy(cap.per, counted[first]!, last, zone);
    if (until <= from || until >= to) continue;
    until = to;
    by = counted.slice(first, first + cap.max);
  }
  return { until, by };
}

/** The time between these instants has no room for one more beside contacts from `first` to `last`; it is empty where they are too far apart. */
function closedBy(
  per: ContactRules['caps'][number]['per'],
  { at: first }: Touch,
  { at: last }: Touch,
  clock: Clock,
): readonly [from: Instant, to: Instant] {
  if (per !== 'day') return last - first < per ? [last - per, first + per] : [last, first];
  const days = (zonesOfClock(clock) ?? [clock]).flatMap((zone) => dayOfBoth(zone, first, last));
  if (days.length === 0) return [last, first];
  return [Math.min(...days.map(([from]) => from)), Math.max(...days.map(([, to]) => to))];
}

/** None where the contacts are on different days of this zone. Of a country, a day is that of any of its zones. */
function dayOfBoth(zone: string, first: Instant, last: Instant): readonly (readonly [from: Instant, to: Instant])[] {
  const day = Math.floor(wallAt(first, zone) / dayMs);
  if (day !== Math.floor(wallAt(last, zone) / dayMs)) return [];
  return [[instantOfWall(day * dayMs, zone) - 1, instantOfWall((day + 1) * dayMs, zone)]];
}

export function isInScope(scope: ContactScope, contact: Pick<Touch, 'channel' | 'purpose'>): boolean {
  return (scope.channel ?? contact.channel) === contact.channel && scope.purposes.includes(contact.purpose);
}

/** How much of a cap one person's contacts use. */
export interface CapUse {
  readonly cap: ContactCap;
  /** The contacts that count now. */
  readonly used: number;
  /** Contacts that runs with a priority are going to make. */
  readonly planned: number;
  /** The first instant at which it allows one more. */
  readonly freeAt: Instant;
}

export function capUse(
  cap: ContactCap,
  { touches, claims }: Pick<ContactFacts, 'touches' | 'claims'>,
  at: Instant,
  zone: string,
): CapUse {
  const { per } = cap;
  const dayOf = (instant: Instant): number => Math.floor(wallAt(instant, zone) / dayMs);
  const counts = (touch: Touch): boolean => (per === 'day' ? dayOf(touch.at) === dayOf(at) : touch.at > at - per);
  // One that is under way counts, whatever the clock of its process shows.
  const isThere = (touch: Touch): boolean => touch.at <= at || touch.isReserved === true;
  const used = touches.filter((touch) => isInScope(cap, touch) && isThere(touch) && counts(touch)).length;
  const planned = claimsLeft(claims, touches).filter((claim) => isInScope(cap, claim)).length;
  return { cap, used, planned, freeAt: allowedFrom(cap, touches, at, zone).until };
}

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
