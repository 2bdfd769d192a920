import type { Campaign } from '../../campaign/campaign.ts';
import type { ContactFacts, Touch, TouchSource } from '../../contacts/facts.ts';
import { judgeContact } from '../../contacts/judge-contact.ts';
import type { JudgeContact, KnownContacts } from '../../contacts/known-contacts.ts';
import type { Instant } from '../../platform/ports.ts';
import { type Channel, operations } from '../../service/contract/operations.ts';
import type { StepState } from '../step-state.ts';

/** How contact rules hold the jobs of one scheduler. Undefined where its campaign has none. */
export interface ContactBook {
  /** What holds the jobs of this step; undefined where it contacts nobody. */
  judgeOf(state: StepState): JudgeContact | undefined;
  started(state: StepState, recipient: number, at: Instant): void;
  settled(state: StepState, recipient: number): void;
}

export function createContactBook(campaign: Campaign, known: KnownContacts | undefined): ContactBook | undefined {
  const { contacts: rules, id } = campaign;
  if (rules === undefined) return undefined;
  if (known === undefined) throw new Error(`campaign ${id} has contact rules, and was scheduled without its ledger`);
  const { run, planned, keepsPlanned } = known;
  const sourceOf = ({ step }: StepState): TouchSource => ({ campaign: id, run, step: step.id });
  const channelOf = ({ step, roster }: StepState): Channel | undefined =>
    roster === undefined ? undefined : operations[step.uses].channel;

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
        const verdict = judgeContact({ rules, source, channel, purpose, facts, at, zone });
        if (verdict.kind === 'held') known.onHeld?.({ step: source.step, key, at, verdict });
        return verdict;
      };
    },
    started(state, recipient, at) {
      const channel = channelOf(state);
      if (channel === undefined) return;
      const key = state.roster!.key(recipient);
      const touch = { ...sourceOf(state), at, channel, purpose: state.step.purpose };
      const others = planned.get(key)?.filter((one) => !isSame(one, touch)) ?? [];
      planned.set(key, [...others, touch]);
    },
    settled(state, recipient) {
      if (keepsPlanned || channelOf(state) === undefined) return;
      const key = state.roster!.key(recipient);
      const left = planned.get(key)?.filter((one) => !isSame(one, sourceOf(state))) ?? [];
      if (left.length === 0) planned.delete(key);
      else planned.set(key, left);
    },
  };
}

/** A contact that is known in both ways counts once, at its planned start. */
function withPlanned(facts: ContactFacts, planned: readonly Touch[] | undefined): ContactFacts {
  if (planned === undefined) return facts;
  const others = facts.touches.filter((touch) => !planned.some((one) => isSame(one, touch)));
  return { ...facts, touches: [...others, ...planned].sort((a, b) => a.at - b.at) };
}

function isSame(a: TouchSource, b: TouchSource): boolean {
  return a.step === b.step && a.campaign === b.campaign && a.run === b.run;
}
