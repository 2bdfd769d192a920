import { hasJobIn } from '../../campaign/audiences/selection.ts';
import type { Step } from '../../campaign/campaign.ts';
import { formatAddress, type JobAddress } from '../../job/address.ts';
import { type JobRecord, mustStaySame, onlyAsked } from '../../job/job.ts';
import { leavesDoubt } from '../../schedule/step-jobs.ts';
import { byPresentNames, type EditsInput, isOtherRequest } from './edits.ts';
import { resumptionOf } from './resumption.ts';

/**
 * Which of these jobs, that have no answer, will be in doubt when the run goes on because the files have been edited since: they
 * could have been retried, but the retry would be another request.
 */
export async function editedInFlight(input: EditsInput, jobs: readonly JobRecord[]): Promise<ReadonlySet<JobAddress>> {
  if (jobs.length === 0) return new Set();
  const { loaded, reader } = input;
  // Without a variable that a template reads, nobody knows what would be sent.
  const isKnown = loaded.campaign.env.every((name) => loaded.env[name] !== undefined);
  const stepOf = stepsByName(loaded.campaign.steps);
  const renamed = { ...input, reader: await byPresentNames(loaded, reader) };
  const edited = new Set<JobAddress>();
  for (const job of jobs) {
    if (onlyAsked(job)) continue;
    const isLost = job.state === 'sending' || job.doubtful === true;
    if (!isLost && !mustStaySame(job)) continue;
    const step = stepOf.get(job.step);
    if (step === undefined) {
      if (isLost && wasRetryable(job)) edited.add(formatAddress(job));
      continue;
    }
    // In doubt without any edit.
    if (resumptionOf(job, step, false) === 'inDoubt') continue;
    const roster = step.forEach === undefined ? undefined : loaded.rosters.get(step.forEach.audience);
    const isGone = !hasJobIn(step, roster)(job.key);
    const retry = { ...job, step: step.id, doubtful: isLost };
    if (isGone ? isLost : isKnown && leavesDoubt(step) && (await isOtherRequest(renamed, retry)))
      edited.add(formatAddress(job));
  }
  return edited;
}

/** Steps by the names under which they may have their records. */
export function stepsByName(steps: readonly Step[]): ReadonlyMap<string, Step> {
  return new Map(steps.flatMap((step) => [step.was ?? step.id, step.id].map((id) => [id, step] as const)));
}

/** By its record alone, as the step is no longer in the file. What has no natural key may be in doubt without any edit. */
function wasRetryable({ state, naturalKey }: JobRecord): boolean {
  return state === 'pending' || naturalKey !== undefined;
}
