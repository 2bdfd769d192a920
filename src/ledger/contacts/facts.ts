import type { Purpose } from '../../campaign/contact-rules.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Channel } from '../../service/operations/definition/operation.ts';

/** Which job made a touch, without the person. */
export interface TouchSource {
  readonly campaign: string;
  readonly run: string;
  readonly step: string;
}

/** One contact of one person. It counts from the moment of its reservation, before anything is sent. */
export interface Touch extends TouchSource {
  readonly at: Instant;
  readonly channel: Channel;
  readonly purpose: Purpose;
  /** Its job is under way, or about to start: it may still be released. */
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

/** What is known of a person whose contact has just been reserved: the same job again is the same contact, at its latest start. */
export function withReserved(facts: ContactFacts, { campaign, run, step, at, channel, purpose }: Touch): ContactFacts {
  const source = { campaign, run, step };
  const latest = Math.max(at, ...facts.touches.filter((one) => isSameSource(one, source)).map((one) => one.at));
  const touch: Touch = { ...source, at: latest, channel, purpose, isReserved: true };
  const others = facts.touches.filter((one) => !isSameSource(one, source));
  return { ...facts, touches: [...others, touch].sort((a, b) => a.at - b.at) };
}

/** A job that was tried before may have a touch that was made beside the one that is reserved: they are one contact, the later one. */
export function onePerJob(touches: readonly Touch[]): Touch[] {
  const inOrder = touches.toSorted((a, b) => a.at - b.at);
  return inOrder
    .filter((one, index) => !inOrder.slice(index + 1).some((later) => isSameSource(later, one)))
    .map((one) => ({
      ...one,
      isReserved: inOrder.some((other) => other.isReserved === true && isSameSource(other, one)) || undefined,
    }));
}
