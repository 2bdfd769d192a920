import { recipientOf } from '../../campaign/audiences/part.ts';
import { maskNumbers } from '../../diagnostic/numbers-in-text.ts';
import type { Plan, PlannedJob } from '../../plan/plan.ts';
import type { Host } from '../../platform/ports.ts';
import type { PlanFormat } from '../../report/plan/document.ts';
import { createPlanSamples, type Sample } from '../../run/preview/plan-samples.ts';
import { severalPeople, shortenedNumber } from '../messages/asked-number.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';
import type { Show } from '../options/show-option.ts';
import { previewInput } from './preview-input.ts';

/** What a plan is to show of its messages. */
export interface ShownMessages {
  note(job: PlannedJob): void;
  samples(plan: Plan): Promise<readonly Sample[]>;
}

/**
 * As `--show` says; without it pages have up to three samples of each step. Undefined where there is nothing to show, and in words where the
 * campaign has no such person.
 */
export async function openPlanSamples(
  options: { readonly show?: Show; readonly format: PlanFormat },
  opened: OpenedCampaign,
  host: Host,
): Promise<ShownMessages | string | undefined> {
  const { show, format } = options;
  const isPage = format === 'html' || format === 'markdown';
  if (show === undefined && !isPage) return undefined;
  const choice = show === undefined ? { count: 3 } : 'count' in show ? show : await recipientOf(show.number, opened);
  if ('unknown' in choice) {
    const { unknown: number, means } = choice;
    if (number.includes('…')) return shortenedNumber(number);
    const masked = maskNumbers(number);
    return means === 'several' ? severalPeople(masked) : `${masked} is in no audience of this campaign`;
  }
  const kept = createPlanSamples(choice, opened.campaign.steps);
  // A page is for others to read: what comes from the environment is shown by name there.
  const input = previewInput(opened, host, isPage ? 'names' : 'values');
  return { note: kept.note, samples: (plan) => kept.samples(input, plan.now) };
}
