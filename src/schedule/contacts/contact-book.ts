import type { Campaign } from '../../campaign/campaign.ts';
import type { RecipientKey } from '../../job/address.ts';
import { type ContactFacts, isSameSource, type Touch, type TouchSource } from '../../ledger/contacts/facts.ts';
import { isForbidden, judgeContact } from '../../ledger/contacts/judge-contact.ts';
import type { JudgeContact, KnownContacts } from '../../ledger/contacts/known-contacts.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Channel } from '../../service/operations/definition/operation.ts';
import { operations } from '../../service/operations/operations.ts';
import type { StepState } from '../step-state.ts';

/** How contact rules hold the jobs of one scheduler. Undefined where its campaign has none. */
export interface ContactBook {
  /** What holds the jobs of this step; undefined where it contacts nobody. */
  judgeOf(state: StepState): JudgeContact | undefined;
  /** Who must not be contacted by this step, whatever the caps say; undefined where it contacts nobody. */
  forbiddenOf(state: StepState): ((recipient: number, at: Instant) => boolean) | undefined;
  started(state: StepState, recipient: number, at: Instant): void;
  settled(state: StepState, recipient: number): void;
}

export function createContactBook(
  campaign: Campaign,
  known: KnownContacts | undefined,
  steps: readonly StepState[],
): ContactBook | undefined {
  const { contacts: rules, id } = campaign;
  if (rules === undefined) return undefined;
  if (known === undefined) throw new Error(`campaign ${id} has contact rules, and was scheduled without its ledger`);
  const { run, planned = new Map<RecipientKey, Touch[]>(), keepsPlanned } = known;
  const sourceOf = ({ step }: StepState): TouchSource => ({ campaign: id, run, step: step.id });
  const channelOf = ({ step, roster }: StepState): Channel | undefined =>
    roster === undefined ? undefined : operations[step.uses].channel;

  /** Where one step alone contacts people, nobody need know its contacts before the ledger has them: a job never counts against itself. */
  const isPlanned = known.planned !== undefined || steps.filter((state) => channelOf(state) !== undefined).length > 1;

  return {
    judgeOf(state) {
      const channel = channelOf(state);
      if (channel === undefined) return undefined;
      const { times, roster } = state;
      const { purpose } = state.step;
      const source = sourceOf(state);
      return (recipient, at) => {
        const key = roster!.key(recipient);
        const facts = withPlanned(known.factsOf(key), planned.get(key));
        const zone = times.zones[times.zoneOf[recipient]!]!;
        let verdict = judgeContact({ rules, source, channel, purpose, facts, at, zone });
        // A plan takes what is reserved for made.
        if (keepsPlanned && verdict.kind === 'held') verdict = { ...verdict, askAgain: undefined };
        if (verdict.kind === 'held') known.onHeld?.({ step: source.step, key, at, verdict });
        return verdict;
      };
    },
    forbiddenOf(state) {
      const channel = channelOf(state);
      if (channel === undefined) return undefined;
      const { times, roster } = state;
      const { purpose } = state.step;
      return (recipient, at) => {
        const key = roster!.key(recipient);
        const zone = times.zones[times.zoneOf[recipient]!]!;
        return isForbidden(rules, { ...sourceOf(state), key, at, channel, purpose, zone }, known.factsOf(key));
      };
    },
    started(state, recipient, at) {
      const channel = channelOf(state);
      if (channel === undefined || !isPlanned) return;
      const key = state.roster!.key(recipient);
      const isReserved = keepsPlanned ? undefined : true;
      const touch = { ...sourceOf(state), at, channel, purpose: state.step.purpose, isReserved } as const;
      const others = planned.get(key)?.filter((one) => !isSameSource(one, touch)) ?? [];
      planned.set(key, [...others, touch]);
    },
    settled(state, recipient) {
      if (keepsPlanned || !isPlanned || channelOf(state) === undefined) return;
      const key = state.roster!.key(recipient);
      const left = planned.get(key)?.filter((one) => !isSameSource(one, sourceOf(state))) ?? [];
      if (left.length === 0) planned.delete(key);
      else planned.set(key, left);
    },
  };
}

/** A contact that is known in both ways counts once, at its planned start. */
function withPlanned(facts: ContactFacts, planned: readonly Touch[] | undefined): ContactFacts {
  if (planned === undefined) return facts;
  const others = facts.touches.filter((touch) => !planned.some((one) => isSameSource(one, touch)));
  return { ...facts, touches: [...others, ...planned].sort((a, b) => a.at - b.at) };
}
