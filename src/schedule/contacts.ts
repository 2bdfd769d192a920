import type { Roster } from '../audience/roster.ts';
import type { Campaign } from '../campaign/campaign.ts';
import type { RecipientKey } from '../job/address.ts';
import { forEachRow, type History } from '../job/history.ts';
import { type ContactFacts, isSameSource, type Touch, type TouchSource } from '../ledger/contacts/facts.ts';
import { isForbidden, type JudgeContact, judgeContact, type KnownContacts } from '../ledger/contacts/judge-contact.ts';
import type { Instant } from '../platform/ports.ts';
import { operations } from '../service/operations/operations.ts';
import { wasTried } from './step-jobs.ts';
import type { StepState } from './step-state.ts';

/**
 * `perRecipient`: the gap between two jobs for one recipient, over all steps and audiences. A retry is the
 * same job, unless another step has contacted them in between. Undefined where there is no gap. Kept are ten bytes for each recipient in
 * each audience: when they were contacted last, and by which step.
 */
export function createContacts(campaign: Campaign, steps: readonly StepState[], history: History) {
  const { perRecipient } = campaign.limits;
  if (perRecipient === undefined) return undefined;
  const gap = perRecipient.perMs / perRecipient.count;
  const audiences = new Map<string, Latest>();
  for (const [by, { step, roster, jobs }] of steps.entries()) {
    if (step.forEach === undefined || roster === undefined) continue;
    const latest = audiences.get(step.forEach.audience) ?? createLatest(roster);
    audiences.set(step.forEach.audience, latest);
    jobs.forEachContact((index, at) => take(latest, index, at, by));
  }
  takeByKey(audiences, steps, history);
  const of = (state: StepState) => audiences.get(state.step.forEach?.audience ?? '');
  return {
    freeAt(state: StepState): ((recipient: number) => Instant) | undefined {
      const latest = of(state);
      if (latest === undefined) return undefined;
      const { at, by } = latest;
      return (index) => {
        if (by[index] === state.index && state.jobs.retries.has(index)) return Number.NEGATIVE_INFINITY;
        return Math.ceil(at[index]! + gap);
      };
    },
    note(state: StepState, recipient: number, at: Instant): void {
      const own = of(state);
      if (own === undefined) return;
      const by = state.index;
      take(own, recipient, at, by);
      if (audiences.size === 1) return;
      const key = own.roster.key(recipient);
      for (const latest of audiences.values()) if (latest !== own) take(latest, latest.roster.indexOf(key), at, by);
    },
  };
}

/** The latest contacts of one audience's recipients, by their place in it. */
function createLatest(roster: Roster) {
  const { size } = roster;
  return { roster, at: new Float64Array(size).fill(Number.NEGATIVE_INFINITY), by: new Uint16Array(size) };
}

type Latest = ReturnType<typeof createLatest>;

function take(latest: Latest, index: number | undefined, at: Instant, by: number): void {
  if (index === undefined || at <= latest.at[index]!) return;
  latest.at[index] = at;
  latest.by[index] = by;
}

const ofNoStep = 0xffff;

/**
 * Contacts that no step's own records have: those of steps that were removed from the file, whose audience is unknown, and,
 * where there are several audiences, those of a recipient who is in more than one.
 */
function takeByKey(audiences: ReadonlyMap<string, Latest>, steps: readonly StepState[], history: History): void {
  const places = new Map(
    steps.flatMap(({ step: { id, was } }, by) => [id, was ?? id].map((name) => [name, by] as const)),
  );
  const isCounted = (id: string): boolean => audiences.size < 2 && places.has(id);
  for (const id of new Set([...places.keys(), ...history.steps.keys()])) {
    if (isCounted(id)) continue;
    forEachRow(history.steps.get(id), (row) => {
      const { key, at } = row;
      if (key === undefined || at === undefined || !wasTried(row)) return;
      for (const latest of audiences.values()) take(latest, latest.roster.indexOf(key), at, places.get(id) ?? ofNoStep);
    });
  }
}

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

  const factsOf = underPresentNames(known.factsOf, { campaign: id, run }, campaign);

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
        const facts = withPlanned(factsOf(key), planned.get(key));
        let verdict = judgeContact({ rules, source, channel, purpose, facts, at, zone: zoneOf(recipient) });
        // A plan takes what is reserved for made, and knows when claims end.
        if (keepsPlanned && verdict.kind === 'held') verdict = { ...verdict, askAgain: verdict.claimedUntil };
        if (verdict.kind === 'held') known.onHeld?.({ step: source.step, key, at, verdict });
        return verdict;
      },
      isForbidden(recipient, at) {
        const key = roster!.key(recipient);
        const request = { ...source, key, at, channel, purpose, zone: zoneOf(recipient) };
        return isForbidden(rules, request, factsOf(key));
      },
      started(recipient, at) {
        if (!isPlanned) return;
        const key = roster!.key(recipient);
        const isReserved = keepsPlanned ? undefined : true;
        planned.set(key, [...othersOf(key), { ...source, at, channel, purpose, isReserved }]);
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

/** The ledger has the contacts of a renamed step under its earlier name until the run goes on. */
function underPresentNames(
  factsOf: KnownContacts['factsOf'],
  { campaign, run }: Omit<TouchSource, 'step'>,
  { steps }: Pick<Campaign, 'steps'>,
): KnownContacts['factsOf'] {
  const names = new Map(steps.flatMap(({ id, was }) => (was === undefined ? [] : [[was, id] as const])));
  if (names.size === 0) return factsOf;
  const renamed = (touch: Touch): Touch => {
    const step = touch.campaign === campaign && touch.run === run ? names.get(touch.step) : undefined;
    return step === undefined ? touch : { ...touch, step };
  };
  return (key) => {
    const facts = factsOf(key);
    return { ...facts, touches: facts.touches.map(renamed) };
  };
}

/** A contact that is known in both ways counts once, at its planned start. */
function withPlanned(facts: ContactFacts, planned: readonly Touch[] | undefined): ContactFacts {
  if (planned === undefined) return facts;
  const others = facts.touches.filter((touch) => !planned.some((one) => isSameSource(one, touch)));
  return { ...facts, touches: [...others, ...planned].sort((a, b) => a.at - b.at) };
}
