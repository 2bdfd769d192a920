import type { Purpose } from '../../campaign/contact-rules.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Channel } from '../../service/operations/definition/operation.ts';

/** Which job made a touch, without the person. */
export interface TouchSource {
  readonly campaign: string;
  readonly run: string;
  readonly step: string;
}

/** One contact of one person. It counts from the intent of its job, before anything is sent. */
export interface Touch extends TouchSource {
  readonly at: Instant;
  readonly channel: Channel;
  readonly purpose: Purpose;
  /** Its job is under way: it may still be released. */
  readonly isReserved?: true | undefined;
}

/** A contact that a run under way is going to make: campaigns of a lower priority leave room for it. */
export interface Claim extends Touch {
  readonly priority: number;
}

/** A person who must not be contacted. */
export interface Suppression {
  readonly reason: string;
  /** The list that it was imported with; empty for one that a person made. */
  readonly source: string;
  /** Undefined: every channel, every purpose. */
  readonly channel: Channel | undefined;
  readonly purpose: Purpose | undefined;
  readonly from: Instant;
  /** Undefined: for good. */
  readonly until: Instant | undefined;
}

/** A person's agreement to be contacted. */
export interface Consent {
  readonly purpose: Purpose;
  /** Undefined: every channel. */
  readonly channel: Channel | undefined;
  /** On what it is based: `explicit`, `contract`, … */
  readonly basis: string;
  readonly at: Instant;
  /** Where the proof is. */
  readonly evidence: string;
  readonly expires: Instant | undefined;
}

/** What the ledger knows of one person. */
export interface ContactFacts {
  /** In the order of their instants. */
  readonly touches: readonly Touch[];
  readonly claims: readonly Claim[];
  readonly suppressions: readonly Suppression[];
  readonly consents: readonly Consent[];
  /** Since when the person is forgotten. */
  readonly forgottenAt: Instant | undefined;
}

export const noFacts: ContactFacts = {
  touches: [],
  claims: [],
  suppressions: [],
  consents: [],
  forgottenAt: undefined,
};

export function isUnknown({ touches, claims, suppressions, consents, forgottenAt }: ContactFacts): boolean {
  return touches.length + claims.length + suppressions.length + consents.length === 0 && forgottenAt === undefined;
}

export function isSameSource(a: TouchSource, b: TouchSource): boolean {
  return a.step === b.step && a.campaign === b.campaign && a.run === b.run;
}

/** A claim whose contact has a touch has had its turn, unless the touch is released. */
export function claimsLeft(claims: readonly Claim[], touches: readonly Touch[]): readonly Claim[] {
  return claims.length === 0 ? claims : claims.filter((claim) => !touches.some((touch) => isSameSource(touch, claim)));
}

/** What is known of a person, with these contacts. */
export function withTouches(known: ContactFacts = noFacts, touches: readonly Touch[]): ContactFacts {
  if (touches.length === 0) return isUnknown(known) ? noFacts : known;
  const all = known.touches.length === 0 ? touches : inOrder([...known.touches, ...touches]);
  return { ...known, touches: all, claims: claimsLeft(known.claims, all) };
}

/** What two ledgers know of one person. */
export function joinFacts(one: ContactFacts, other: ContactFacts): ContactFacts {
  return {
    touches: inOrder([...one.touches, ...other.touches]),
    claims: [...one.claims, ...other.claims],
    suppressions: [...one.suppressions, ...other.suppressions],
    consents: [...one.consents, ...other.consents],
    forgottenAt: one.forgottenAt ?? other.forgottenAt,
  };
}

function inOrder(touches: Touch[]): readonly Touch[] {
  return touches.sort((a, b) => a.at - b.at);
}
