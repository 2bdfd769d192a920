import type { LeftOutRows } from '../../campaign/audiences/left-out-rows.ts';
import { type JobAddress, parseAddress } from '../../job/address.ts';
import type { Instant } from '../../platform/ports.ts';
import { minuteMs } from '../../time/wall-clock.ts';
import type { PlanFact, PlanFacts, SavedJob, ShortFinding } from '../saved/saved-plan.ts';
import type { CampaignSettings, SettingChange } from './campaign-settings.ts';

/** One of two plans. */
export interface ComparedPlan {
  /** When it was made. */
  readonly now: Instant;
  readonly hash: string;
  readonly facts: PlanFacts;
  readonly findings: readonly ShortFinding[];
  readonly settings: CampaignSettings;
  readonly jobs: ReadonlyMap<JobAddress, SavedJob>;
  /** Rows that reach nobody, by audience. */
  readonly leftOut: readonly LeftOutRows[];
}

/** What changes when one plan takes the place of another. */
export interface PlanDifference {
  readonly before: Pick<ComparedPlan, 'now' | 'hash'>;
  readonly after: Pick<ComparedPlan, 'now' | 'hash'>;
  /** Which inputs differ, in words. */
  readonly inputs: readonly string[];
  readonly facts: readonly FactChange[];
  readonly findings: { readonly added: readonly ShortFinding[]; readonly resolved: readonly ShortFinding[] };
  readonly settings: readonly ChangedSetting[];
  readonly steps: readonly StepDifference[];
  /** People who were to get nothing, or get nothing any more. */
  readonly people: { readonly added: number; readonly dropped: number };
  /** Audiences with rows that reach nobody in one of the plans. */
  readonly leftOut: readonly LeftOutChange[];
  readonly money: { readonly before: PlannedMoney; readonly after: PlannedMoney };
}

export interface LeftOutChange extends LeftOutRows {
  /** How many they were in the earlier plan. */
  readonly before: number;
}

/** What a plan costs, and may cost. */
export interface PlannedMoney {
  /** Undefined where the campaign has no prices. */
  readonly cost: number | undefined;
  readonly budget: number | undefined;
  readonly currency: string | undefined;
}

export interface FactChange {
  readonly fact: PlanFact;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** A stretch of a text that has changed: some words, or whole lines. */
export interface Stretch {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

export interface ChangedSetting extends SettingChange {
  /** Where both are texts. */
  readonly text?: ChangedText;
}

export interface ChangedText {
  readonly words: readonly Stretch[];
  readonly lines: readonly Stretch[];
}

/** Nothing that anybody would notice differs, and the earlier plan may be run in the place of the later. */
export function isSame({ inputs, facts, findings, settings, steps }: PlanDifference): boolean {
  const { added, resolved } = findings;
  return [inputs, facts, added, resolved, settings, steps].every(({ length }) => length === 0);
}

/** What becomes of the people of one step. */
export interface StepDifference {
  readonly step: string;
  readonly added: readonly JobAddress[];
  readonly dropped: readonly Dropped[];
  readonly moved: readonly Moved[];
  /** To be sent with another text. */
  readonly changed: readonly JobAddress[];
  /** Sent before with the old text: left alone. */
  readonly sentBefore: readonly JobAddress[];
}

export interface Dropped {
  readonly address: JobAddress;
  /** As in the plan; when there is no such job any more `stepGone`, `notInAudience:NAME`, or `gone` where the step leaves them out. */
  readonly reason: string;
}

export interface Moved {
  readonly address: JobAddress;
  readonly from: Instant;
  readonly to: Instant;
}

/** A start that moves by less is the same: the order within a second does not matter. */
export const sameMs = minuteMs;

/** What becomes of people when one plan takes the place of another, by step. */
export function comparePeople(input: {
  readonly before: ReadonlyMap<JobAddress, SavedJob>;
  readonly after: ReadonlyMap<JobAddress, SavedJob>;
  /** Whether this job has been sent since the first plan was made. */
  readonly isDone: (address: JobAddress) => boolean;
  /** Digest of what a job would send now; of those that have been sent. */
  readonly textNow: (address: JobAddress) => string | undefined;
  /** Why there is no such job any more. */
  readonly whyGone: (address: JobAddress) => string;
  /** In the order of the result. */
  readonly steps: readonly string[];
}): readonly StepDifference[] {
  const { before, after, isDone, textNow, whyGone, steps } = input;
  const stepOf = (address: JobAddress): string => parseAddress(address)?.step ?? address;
  const differences = new Map<string, Growing>();
  const of = (address: JobAddress): Growing => {
    const step = stepOf(address);
    const none = { step, added: [], dropped: [], moved: [], changed: [], sentBefore: [] };
    const found = differences.get(step) ?? none;
    differences.set(step, found);
    return found;
  };
  for (const [address, now] of after) {
    const then = before.get(address);
    const changed = now.text !== undefined && then?.text !== undefined && now.text !== then.text;
    if (now.at === undefined) {
      if (then?.at !== undefined) of(address).dropped.push({ address, reason: now.reason ?? '' });
      continue;
    }
    if (then?.at === undefined) of(address).added.push(address);
    else if (Math.abs(now.at - then.at) >= sameMs) of(address).moved.push({ address, from: then.at, to: now.at });
    if (changed && then?.at !== undefined) of(address).changed.push(address);
  }
  for (const [address, then] of before) {
    if (then.at === undefined || after.has(address)) continue;
    if (!isDone(address)) {
      of(address).dropped.push({ address, reason: whyGone(address) });
      continue;
    }
    const now = then.text === undefined ? undefined : textNow(address);
    if (now !== undefined && now !== then.text) of(address).sentBefore.push(address);
  }
  const order = [...steps, ...[...differences.keys()].filter((step) => !steps.includes(step))];
  return order.flatMap((step) => differences.get(step) ?? []);
}

type Growing = {
  [Key in keyof StepDifference]: StepDifference[Key] extends readonly (infer One)[] ? One[] : StepDifference[Key];
};
