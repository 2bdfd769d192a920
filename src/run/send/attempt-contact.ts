import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import type { JobRecord } from '../../job/job.ts';
import type { IntendedContact, Settled } from '../../ledger/change.ts';
import type { Settled as SettledTouch, TouchRequest } from '../../ledger/contacts/ledger.ts';
import type { Reservation } from '../../ledger/contacts/run-contacts.ts';
import { touchOutcome } from '../../ledger/contacts/touch-outcome.ts';
import type { Instant } from '../../platform/ports.ts';
import type { ScheduledJob } from '../../schedule/scheduler.ts';
import type { Outcome } from '../../service/contract/outcome.ts';
import { operations } from '../../service/operations/operations.ts';
import { type HoldReason, recordedHold } from './hold-reason.ts';

/** The contact that the job is about to make; undefined where nobody counts contacts, or it makes none. */
export function touchOf(
  { loaded, run }: { readonly loaded: LoadedCampaign; readonly run: string },
  { step, key, zone }: Pick<ScheduledJob, 'step' | 'key' | 'zone'>,
  at: Instant,
): TouchRequest | undefined {
  const { channel } = operations[step.uses];
  const { id: campaign, contacts } = loaded.campaign;
  if (contacts === undefined || channel === undefined || key === undefined) return undefined;
  return { campaign, run, step: step.id, key, at, channel, purpose: step.purpose, zone };
}

/** The same beside the intent of its job. */
export function contactOf({ channel, purpose, zone }: TouchRequest): IntendedContact {
  return { channel, purpose, zone };
}

/** What becomes of it with the job's outcome. */
export function settlementOfTouch(
  { campaign, run, step, key }: TouchRequest,
  { state, doubtful, maybeSent }: Settled,
  before: JobRecord | undefined,
  startedAt: Instant,
): SettledTouch {
  const mayHaveLeftBefore = before?.doubtful === true || before?.maybeSent === true;
  const mayHaveLeft = maybeSent === true || mayHaveLeftBefore;
  return {
    campaign,
    run,
    step,
    key,
    outcome: touchOutcome({ state, doubtful, maybeSent: mayHaveLeft }, !mayHaveLeftBefore),
    at: mayHaveLeftBefore ? undefined : startedAt,
    isOver: state !== 'pending',
  };
}

export interface Forbidden {
  readonly outcome: Outcome;
  /** The ledger could not be asked. */
  readonly failure?: { readonly error: unknown };
}

export interface ContactGate {
  /** Why the contact must not be made, asked when its request is about to leave. */
  hold(): HoldReason | undefined;
  /** The ledger could not be asked. */
  failure(): { readonly error: unknown } | undefined;
}

export function createContactGate({ departure }: Reservation): ContactGate {
  let failure: { readonly error: unknown } | undefined;
  return {
    hold() {
      try {
        return contactHold[departure.mayLeave()];
      } catch (error) {
        failure = { error };
        return 'stateFile';
      }
    },
    failure: () => failure,
  };
}

const contactHold = { allowed: undefined, forbidden: 'forbidden', unknown: 'notAsked' } as const;

/** Why the contact must not be made, although its touch is on disk: what was recorded since that was judged forbids it. */
export async function whyForbidden({ isAllowed }: Reservation): Promise<Forbidden | undefined> {
  const heldBack = (reason: HoldReason): Outcome => ({ kind: 'unsent', reason: recordedHold[reason], heldBack: true });
  try {
    return (await isAllowed) ? undefined : { outcome: heldBack('forbidden') };
  } catch (error) {
    return { outcome: heldBack('stateFile'), failure: { error } };
  }
}
