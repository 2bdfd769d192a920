import type { LeftOutRows } from '../../campaign/audiences/left-out-rows.ts';
import type { JobAddress } from '../../job/address.ts';
import type { Instant } from '../../platform/ports.ts';
import type { SavedJob } from '../saved/saved-plan.ts';
import type { CampaignSettings, SettingChange } from './campaign-settings.ts';
import type { StepDifference } from './compare-people.ts';
import type { PlanFact, PlanFacts, ShortFinding } from './plan-facts.ts';
import type { Stretch } from './text-diff.ts';

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

export interface ChangedSetting extends SettingChange {
  /** Word by word, where both are texts. */
  readonly words?: readonly Stretch[];
}

/** Nothing that anybody would notice differs, and the earlier plan may be run in the place of the later. */
export function isSame({ inputs, facts, findings, settings, steps }: PlanDifference): boolean {
  const { added, resolved } = findings;
  return [inputs, facts, added, resolved, settings, steps].every(({ length }) => length === 0);
}
