import { recipientOf } from '../../campaign/audiences/part.ts';
import type { Step } from '../../campaign/campaign.ts';
import { maskNumbers } from '../../diagnostic/numbers-in-text.ts';
import type { Plan, PlannedJob } from '../../plan/plan.ts';
import type { Why } from '../../plan/why.ts';
import type { PlanFormat } from '../../report/plan/document.ts';
import { createPlanSamples, type Preview, previewRequest, type Sample, sentRequest } from '../../run/preview.ts';
import type { RenderInput } from '../../run/resume/edits.ts';
import { severalPeople, shortenedNumber } from '../contacts/read-people.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';
import type { Show } from '../options/shared-options.ts';

/** By step, what one person gets or got. Steps that send them nothing have none. */
export async function whyMessages(why: Why, opened: OpenedCampaign): Promise<ReadonlyMap<string, Preview>> {
  const input = previewInput(opened, 'values');
  const messages = new Map<string, Preview>();
  const indexIn = ({ forEach }: Step) => opened.rosters.get(forEach?.audience ?? '')?.indexOf(why.key);
  for (const { step: id, at, happened } of why.steps) {
    const step = opened.campaign.steps.find((one) => one.id === id);
    const message =
      at !== undefined && step !== undefined
        ? await previewRequest(input, { step, key: why.key, recipient: indexIn(step) }, at)
        : happened && (await sentRequest(input, happened));
    if (message !== undefined) messages.set(id, message);
  }
  return messages;
}

/** What rendering a message needs; `names` shows variables of the environment as ‹NAME›. */
export function previewInput(opened: OpenedCampaign, variables: 'values' | 'names'): RenderInput {
  const { reader, run, env, host } = opened;
  const named = Object.fromEntries(Object.keys(env).map((name) => [name, `‹${name}›`]));
  return {
    loaded: variables === 'values' ? opened : { ...opened, env: named },
    reader: reader ?? { job: () => Promise.resolve(undefined) },
    run,
    files: host.files,
  };
}

/**
 * As `--show` says; without it pages have up to three samples of each step. Undefined where there is nothing to show, and in words where the
 * campaign has no such person.
 */
export async function openPlanSamples(
  options: { readonly show?: Show; readonly format: PlanFormat },
  opened: OpenedCampaign,
): Promise<{ note(job: PlannedJob): void; samples(plan: Plan): Promise<readonly Sample[]> } | string | undefined> {
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
  const input = previewInput(opened, isPage ? 'names' : 'values');
  return { note: kept.note, samples: (plan) => kept.samples(input, plan.now) };
}
