import { hasJobIn } from '../../campaign/audiences/selection.ts';
import type { Step } from '../../campaign/campaign.ts';
import { formatAddress, type JobAddress } from '../../job/address.ts';
import { type JobRecord, mustStaySame } from '../../job/job.ts';
import { onlyAsked } from '../../job/only-asked.ts';
import { leavesDoubt } from '../../schedule/step-jobs.ts';
import type { Store } from '../../state/store.ts';
import { recoveryOf } from '../decide/retry.ts';
import { type JobCounts, recordedAs } from '../summary.ts';
import { type EditsInput, isOtherRepeat } from './edits.ts';

/**
 * Of jobs that may have been sent, and could have been repeated: those that come to be in doubt when the run goes on, as the
 * files have been edited since. Their repeat would be another request.
 */
export async function editedInFlight(
  input: EditsInput,
  counts: JobCounts,
  jobs: Iterable<JobRecord>,
): Promise<ReadonlySet<JobAddress>> {
  const { loaded, store } = input;
  // Without a variable that a template reads, nobody knows what would be sent.
  const isKnown = loaded.campaign.env.every((name) => loaded.env[name] !== undefined);
  const stepOf = stepsByName(loaded.campaign.steps);
  const recorded = new Map(loaded.campaign.steps.map((step) => [step.id, recordedAs(step, counts)]));
  // What a renamed step gave stands under its earlier name until the run gives it the new one.
  const underNow: Store['job'] = ({ step, ...who }) => store.job({ ...who, step: recorded.get(step) ?? step });
  const renamed = { ...input, store: { ...store, job: underNow } };
  const edited = new Set<JobAddress>();
  for (const job of jobs) {
    if (onlyAsked(job)) continue;
    const isLost = job.state === 'sending' || job.doubtful === true;
    if (!isLost && !mustStaySame(job)) continue;
    const step = stepOf.get(job.step);
    if (step === undefined) {
      if (isLost && hadWayBack(job)) edited.add(formatAddress(job));
      continue;
    }
    if (isHeld(step, job)) continue;
    const roster = step.forEach === undefined ? undefined : loaded.rosters.get(step.forEach.audience);
    const isGone = !hasJobIn(step, roster)(job.key);
    const repeat = { ...job, step: step.id, doubtful: isLost };
    if (isGone ? isLost : isKnown && leavesDoubt(step) && (await isOtherRepeat(renamed, repeat)))
      edited.add(formatAddress(job));
  }
  return edited;
}

/** Steps by the ids under which they may have their records. */
export function stepsByName(steps: readonly Step[]): ReadonlyMap<string, Step> {
  return new Map(steps.flatMap((step) => [step.was ?? step.id, step.id].map((id) => [id, step] as const)));
}

/** Of a step that is no longer in the file the record alone tells; what has no key may be in doubt without any edit. */
function hadWayBack({ state, naturalKey }: JobRecord): boolean {
  return state === 'pending' || naturalKey !== undefined;
}

/** In doubt without any edit. */
function isHeld(step: Step, { state }: JobRecord): boolean {
  return state === 'sending' && recoveryOf(step) === 'manual';
}
