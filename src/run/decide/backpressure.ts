import type { Step } from '../../campaign/campaign.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Verdict } from './retry.ts';

/** How hard the service may be pressed, learned from its answers. */
export interface Backpressure {
  note(step: Step, verdict: Verdict, now: Instant): void;
  /** A request is about to leave. */
  started(now: Instant): void;
  /** Jobs that may be under way at once. */
  slots(): number;
  /** Until then the first request goes alone, whatever the slots. */
  aloneUntil(): Instant;
  /** Nothing may start before. */
  restUntil(): Instant;
  /** Nothing of this step may start before. */
  stepRestUntil(step: Step): Instant;
  /** Rounds in a row that did not reach the service, or were told to come later. */
  streak(): number;
  /** Since when the service has not been reached; undefined while it is. */
  silentSince(): Instant | undefined;
}

/** So long all others wait for the first answer. */
const aloneMs = 2_000;
/** Lost answers in a row at which the circuit opens: one at a time, with growing pauses, until an answer comes. */
const lostInARowMax = 5;
const circuitRestMs = { first: 1_000, most: 60_000 } as const;
/** After a throttling, one more slot for so many accepted jobs per slot. */
const acceptedPerSlot = 1;

/**
 * Begins with one request, which all others follow when it is answered, or slow: a wrong address or key then costs one job.
 * Halves what is under way when the service throttles (HTTP 429, 503 with Retry-After, a concurrency code), and gives it back
 * slot by slot. A storm of lost answers opens the circuit. A code that speaks for the whole account (`otp.send` -27,
 * `voice.redial` -37) rests its step, not its neighbours.
 */
export function createBackpressure(slotsMost: number): Backpressure {
  let slots = slotsMost;
  let aloneUntil: Instant = Number.POSITIVE_INFINITY;
  let acceptedSince = 0;
  let streak = 0;
  let lostInARow = 0;
  let silentSince: Instant | undefined;
  let rest: Instant = 0;
  const stepRests = new Map<string, Instant>();

  const ease = (now: Instant): void => {
    // Those that were under way together are one round: they say nothing new.
    if (now < rest) return;
    streak++;
    slots = Math.max(1, Math.floor(slots / 2));
    acceptedSince = 0;
  };

  const notReached = (verdict: Extract<Verdict, { kind: 'again' }>, now: Instant): void => {
    if (verdict.why === 'unsent') silentSince ??= now;
    ease(now);
    rest = Math.max(rest, verdict.notBefore);
  };

  const lost = (now: Instant): void => {
    lostInARow++;
    if (lostInARow < lostInARowMax || now < rest) return;
    const pauses = lostInARow - lostInARowMax;
    rest = now + Math.min(circuitRestMs.most, circuitRestMs.first * 2 ** Math.min(pauses, 6));
    slots = 1;
    acceptedSince = 0;
  };

  const answered = (accepted: boolean): void => {
    streak = 0;
    lostInARow = 0;
    silentSince = undefined;
    if (!accepted || slots >= slotsMost) return;
    acceptedSince++;
    if (acceptedSince < slots * acceptedPerSlot) return;
    slots++;
    acceptedSince = 0;
  };

  return {
    note(step, verdict, now) {
      if (verdict.kind !== 'again' || verdict.why !== 'unsent') aloneUntil = 0;
      if (verdict.kind === 'again') {
        if (verdict.why === 'heldBack') return;
        if (verdict.why === 'unsent' || verdict.why === 'throttled') return notReached(verdict, now);
        if (verdict.why === 'recovery') return lost(now);
        if (verdict.why === 'wait' && !isOfOneRecipient(step, verdict.code)) stepRests.set(step.id, verdict.notBefore);
        return answered(false);
      }
      if (verdict.kind === 'inDoubt' && verdict.code === undefined) return lost(now);
      return answered(verdict.kind === 'accepted');
    },
    started(now) {
      if (aloneUntil === Number.POSITIVE_INFINITY) aloneUntil = now + aloneMs;
    },
    slots: () => slots,
    aloneUntil: () => aloneUntil,
    restUntil: () => rest,
    stepRestUntil: (step) => stepRests.get(step.id) ?? 0,
    streak: () => streak,
    silentSince: () => silentSince,
  };
}

/** `otp.send` -28: the limit per phone. The others may go on. */
function isOfOneRecipient(step: Step, code: string | undefined): boolean {
  return step.uses === 'otp.send' && code === '-28';
}
