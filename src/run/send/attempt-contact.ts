import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import type { IntendedContact } from '../../ledger/change.ts';
import type { DepartureQuestion } from '../../ledger/contacts/departure-look.ts';
import type { TouchRequest } from '../../ledger/contacts/ledger.ts';
import type { Instant } from '../../platform/ports.ts';
import type { ScheduledJob } from '../../schedule/scheduler.ts';
import { operations } from '../../service/operations/operations.ts';
import type { HoldReason } from './hold-reason.ts';

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

export interface ContactGate {
  /** Why the contact must not be made, asked when its request is about to leave. */
  hold(): HoldReason | undefined;
  /** The ledger could not be asked. */
  failure(): { readonly error: unknown } | undefined;
}

/** `question`: undefined where nobody is contacted. */
export function createContactGate(question: DepartureQuestion | undefined): ContactGate {
  let failure: { readonly error: unknown } | undefined;
  return {
    hold() {
      try {
        return question && contactHold[question.mayLeave()];
      } catch (error) {
        failure = { error };
        return 'stateFile';
      }
    },
    failure: () => failure,
  };
}

const contactHold = { allowed: undefined, forbidden: 'forbidden', unknown: 'notAsked' } as const;
