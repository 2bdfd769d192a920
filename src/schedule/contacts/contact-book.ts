import type { Campaign } from '../../campaign/campaign.ts';
import type { RecipientKey } from '../../job/address.ts';
import { type ContactFacts, isSameSource, type Touch, type TouchSource } from '../../ledger/contacts/facts.ts';
import {
  isForbidden,
  type JudgeContact,
  judgeContact,
  type KnownContacts,
} from '../../ledger/contacts/judge-contact.ts';
import type { Instant } from '../../platform/ports.ts';
import { operations } from '../../service/operations/operations.ts';
import type { StepState } from '../step-state.ts';

/** How contact rules hold the jobs of one step. */
export interface ContactBook {
  readonly judge: JudgeContact;
  /** Who must not be contacted, whatever the caps say. */
  isForbidden(recipient: number, at: Instant): boolean;
  started(recipient: number, at: Instant): void;
  settled(recipient: number): void;
}

/** By the step's place in the file: undefined for one that contacts nobody. Undefined altogether where the campaign has no rules. */
export function createContactBooks(
  campaign: Campaign,
  known: KnownContacts | undefined,
  steps: readonly StepState[],
): readonly (ContactBook | undefined)[] | undefined {
  const { contacts: rules, id } = campaign;
  if (rules === undefined) return undefined;
  if (known === undefined) throw new Error(`campaign ${id} has contact rules, and was scheduled without its ledger`);
  const { run, planned = new Map<RecipientKey, Touch[]>(), keepsPlanned } = known;
  const channels = steps.map(({ step, roster }) => (roster === undefined ? undefined : operations[step.uses].channel));
  /** Where one step alone contacts people, nobody need know its contacts before the ledger has them: a job never counts against itself. */
  const isPlanned = known.planned !== undefined || channels.filter((channel) => channel !== undefined).length > 1;

  return steps.map(({ step, times, roster }, place) => {
    const channel = channels[place];
    if (channel === undefined) return undefined;
    const source: TouchSource = { campaign: id, run, step: step.id };
    const { purpose } = step;
    const zoneOf = (recipient: number): string => times.zones[times.zoneOf[recipient]!]!;
    const othersOf = (key: RecipientKey): Touch[] =>
      planned.get(key)?.filter((one) => !isSameSource(one, source)) ?? [];
    return {
      judge(recipient, at) {
        const key = roster!.key(recipient);
        const facts = withPlanned(known.factsOf(key), planned.get(key));
        let verdict = judgeContact({ rules, source, channel, purpose, facts, at, zone: zoneOf(recipient) });
        // A plan takes what is under way for made.
        if (keepsPlanned && verdict.kind === 'held') verdict = { ...verdict, askAgain: undefined };
        if (verdict.kind === 'held') known.onHeld?.({ step: source.step, key, at, verdict });
        if ('askAgain' in verdict && verdict.askAgain !== undefined && verdict.claimedUntil === undefined)
          known.lookAgain?.(key);
        return verdict;
      },
      isForbidden(recipient, at) {
        const key = roster!.key(recipient);
        const request = { ...source, key, at, channel, purpose, zone: zoneOf(recipient) };
        return isForbidden(rules, request, known.factsOf(key));
      },
      started(recipient, at) {
        if (!isPlanned) return;
        const key = roster!.key(recipient);
        const isUnderWay = keepsPlanned ? undefined : true;
        planned.set(key, [...othersOf(key), { ...source, at, channel, purpose, isUnderWay }]);
      },
      settled(recipient) {
        if (keepsPlanned || !isPlanned) return;
        const key = roster!.key(recipient);
        const left = othersOf(key);
        if (left.length === 0) planned.delete(key);
        else planned.set(key, left);
      },
    };
  });
}

/** A contact that is known in both ways counts once, at its planned start. */
function withPlanned(facts: ContactFacts, planned: readonly Touch[] | undefined): ContactFacts {
  if (planned === undefined) return facts;
  const others = facts.touches.filter((touch) => !planned.some((one) => isSameSource(one, touch)));
  return { ...facts, touches: [...others, ...planned].sort((a, b) => a.at - b.at) };
}
