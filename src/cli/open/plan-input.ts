import type { PlanCampaignInput } from '../../plan/plan.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import { resumedHistory } from '../../run/resume/resumed-history.ts';
import { isUnderWay } from '../messages/run-state.ts';
import { readAt } from '../options/at-option.ts';
import type { OpenedCampaign } from './open-campaign.ts';
import type { OpenedRun } from './opened-run.ts';
import { sandboxStart } from './sandbox-start.ts';

/** When a plan begins: as told, or where the sandbox's clock would begin, or now. Undefined when what was told is no time. */
export function plannedFrom(
  { at, sandbox }: { readonly at?: string; readonly sandbox?: boolean },
  { campaign, history }: OpenedCampaign,
  now: Instant,
): Instant | undefined {
  if (at !== undefined) return readAt(at, campaign.timezone);
  return sandbox === true ? sandboxStart({ campaign, store: history, now }) : now;
}

/** From what is recorded, as a run would take it that starts now; while one is under way, as it stands. */
export async function planInput(
  opened: OpenedCampaign,
  now: Instant,
  { files }: Pick<Host, 'files'>,
): Promise<PlanCampaignInput> {
  const { campaign, rosters, store, run, fileHashes, inputs } = opened;
  const { history, edited } =
    store === undefined || isUnderWay(store)
      ? { history: opened.history, edited: [] }
      : await resumedHistory({ loaded: opened, store, run, files });
  return {
    campaign,
    rosters,
    history,
    edited,
    now,
    run,
    fileHashes,
    tzdata: process.versions['tz'] ?? 'unknown',
    values: inputs,
  };
}

/** What the run that was just opened is about to do. */
export async function runPlanInput(
  { loaded, store, run, clock }: Pick<OpenedRun, 'loaded' | 'store' | 'run' | 'clock'>,
  { files }: Pick<Host, 'files'>,
): Promise<PlanCampaignInput> {
  const { campaign, rosters, fileHashes, inputs } = loaded;
  return {
    campaign,
    rosters,
    ...(await resumedHistory({ loaded, store, run, files })),
    now: clock.now(),
    run,
    fileHashes,
    tzdata: process.versions['tz'] ?? 'unknown',
    values: inputs,
  };
}
