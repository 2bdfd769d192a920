import type { Campaign } from '../../campaign/campaign.ts';
import type { RecipientKey } from '../../job/address.ts';
import type { UpcomingContact } from '../../ledger/contacts/ahead.ts';
import { type ContactFacts, isSameSource, type Touch, type TouchSource } from '../../ledger/contacts/facts.ts';
import { type ContactVerdict, judgeContact } from '../../ledger/contacts/judge-contact.ts';
import type { JudgeContact, KnownContacts } from '../../ledger/contacts/known-contacts.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Channel } from '../../service/operations/definition/operation.ts';
import { operations } from '../../service/operations/operations.ts';
import type { StepState } from '../step-state.ts';

/** How contact rules hold the jobs of one scheduler. Undefined where its campaign has none. */
export interface ContactBook {
  /** What holds the jobs of this step; undefined where it contacts nobody. */
  judgeOf(state: StepState): JudgeContact | undefined;
  started(state: StepState, recipient: number, at: Instant): void;
  settled(state: StepState, recipient: number): void;
  /** Contacts that are likely to be made next. */
  upcoming(now: Instant, count: number): readonly UpcomingContact[];
}

const free: ContactVerdict = { kind: 'free' };

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

  const contacting = (all: readonly StepState[]): readonly StepState[] =>
    all.filter(
      (state) =>
        state.status === 'open' && state.jobs.count('pending') + state.inFlight > 0 && channelOf(state) !== undefined,
    );

  return {
    judgeOf(state) {
      const channel = channelOf(state);
      if (channel === undefined) return undefined;
      const { times, roster } = state;
      const { purpose } = state.step;
      const source = sourceOf(state);
      const { step } = source;
      return (recipient, at) => {
        const key = roster!.key(recipient);
        // All fields at once: to copy an object takes several times as long.
        if (known.isReserved?.({ campaign: id, run, step, key }, at)) return free;
        const facts = withPlanned(known.factsOf(key), planned.get(key));
        const zone = times.zones[times.zoneOf[recipient]!]!;
        let verdict = judgeContact({ rules, source, channel, purpose, facts, at, zone });
        // A plan takes what is reserved for made.
        if (keepsPlanned && verdict.kind === 'held') verdict = { ...verdict, askAgain: undefined };
        if (verdict.kind === 'held') known.onHeld?.({ step: source.step, key, at, verdict });
        return verdict;
      };
    },
    upcoming(now, count) {
      const [state, ...others] = contacting(steps);
      // Steps that contact the same people at once take turns: who reserves first must not decide.
      if (state === undefined || others.length > 0) return [];
      const { step, queue, jobs, times } = state;
      const channel = channelOf(state)!;
      const { purpose } = step;
      return queue!
        .upcoming(now, count)
        .filter((recipient) => jobs.retries.get(recipient) === undefined)
        .map((recipient) => ({
          campaign: id,
          run,
          step: step.id,
          key: state.roster!.key(recipient),
          at: now,
          channel,
          purpose,
          zone: times.zones[times.zoneOf[recipient]!]!,
        }));
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
