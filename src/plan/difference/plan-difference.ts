import type { JobAddress } from '../../job/address.ts';
import type { Instant } from '../../platform/ports.ts';
import type { SavedJob } from '../saved/saved-plan.ts';
import type { CampaignSettings } from './campaign-settings.ts';
import type { StepDifference } from './compare-people.ts';
import type { SettingChange } from './compare-settings.ts';
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
