import { everybodyIn } from '../../campaign/audiences/selection.ts';
import type { PlanCampaignInput } from '../../plan/plan.ts';
import { tzdata } from '../../platform/tzdata.ts';
import type { RunInput } from '../run-input.ts';
import { effectiveHistory } from './effective-history.ts';

export type PlannedRun = Pick<RunInput, 'loaded' | 'lease' | 'run' | 'clock' | 'part' | 'contacts'>;

/** What the run that was just opened is about to do. */
export async function runPlanInput(
  { loaded, lease, run, clock, part, contacts }: PlannedRun,
  { files }: Pick<RunInput, 'files'>,
): Promise<PlanCampaignInput> {
  const { campaign, rosters, fileHashes, inputs } = loaded;
  return {
    campaign,
    rosters,
    ...(await effectiveHistory({ loaded, reader: lease, run, files })),
    part,
    now: clock.now(),
    run,
    contactFacts: await contacts?.known.factsOfAll(everybodyIn(loaded)),
    fileHashes,
    tzdata,
    values: inputs,
  };
}
