import type { Step } from '../campaign/campaign.ts';
import { formatAddress, type JobAddress } from '../job/address.ts';
import type { JobRecord } from '../job/job.ts';
import { onlyAsked } from '../job/only-asked.ts';
import type { History } from '../plan/scheduler.ts';
import { leavesDoubt } from '../plan/step-jobs.ts';
import type { Store } from '../state/store.ts';
import { type EditsInput, isChanged } from './edits.ts';
import { wayBackOf } from './retry.ts';
import { jobCounts, jobsIn, recordedAs } from './summary.ts';

/** What is recorded, as the next run takes it. */
export interface ResumedHistory {
  readonly history: Required<History>;
  /** Jobs whose answer was lost and that come to be in doubt, as the files have been edited since: their repeat would be another request. */
  readonly edited: readonly JobAddress[];
}

/**
 * For a plan that is made when the process is gone: what it left without an answer is to be sent again where its operation has
 * a way back, as in `recover`, and is in doubt where it has none, or where the repeat would not be the same request any more.
 */
export async function resumedHistory(input: EditsInput): Promise<ResumedHistory> {
  const { loaded, store, env } = input;
  // Without a variable that a template reads, nobody knows what would be sent.
  const isKnown = loaded.campaign.env.every((name) => env[name] !== undefined);
  const stepOf = new Map(
    loaded.campaign.steps.flatMap((step) => [step.was ?? step.id, step.id].map((id) => [id, step] as const)),
  );
  const edited = new Set<JobAddress>();
  const counts = jobCounts(store);
  const recorded = new Map(loaded.campaign.steps.map((step) => [step.id, recordedAs(step, counts)]));
  // What a renamed step gave stands under its earlier name until the run gives it the new one.
  const underNow: Store['job'] = ({ step, ...who }) => store.job({ ...who, step: recorded.get(step) ?? step });
  const renamed = { ...input, store: { ...store, job: underNow } };
  for (const state of ['sending', 'pending'] as const) {
    for (const job of jobsIn(store, counts, state)) {
      const step = stepOf.get(job.step);
      if (step === undefined || isHeld(step, job) || onlyAsked(job) || (state === 'pending' && job.doubtful !== true))
        continue;
      const isGone = !isInFile(input, step, job);
      if (isGone || (isKnown && leavesDoubt(step) && (await isChanged(renamed, { ...job, step: step.id }))))
        edited.add(formatAddress(job));
    }
  }
  const asTaken = <T extends Pick<JobRecord, 'step' | 'key' | 'state'>>(job: T): T => {
    if (job.state !== 'sending' && job.state !== 'pending') return job;
    if (edited.size > 0 && edited.has(formatAddress(job))) return { ...job, state: 'inDoubt' };
    const step = stepOf.get(job.step);
    return job.state === 'pending' || step === undefined || wayBackOf(step) === 'hold'
      ? job
      : { ...job, state: 'pending', doubtful: true };
  };
  return {
    edited: [...edited],
    history: {
      recentStarts: (limit, step) => store.recentStarts(limit, step),
      steps: () => store.steps(),
      begunAt: () => store.begunAt(),
      forEachJob: (id, visit) => store.forEachJob(id, (job) => visit(asTaken(job))),
    },
  };
}

/** In doubt without any edit. */
function isHeld(step: Step, { state }: JobRecord): boolean {
  return state === 'sending' && wayBackOf(step) === 'hold';
}

function isInFile({ loaded }: EditsInput, { forEach }: Step, { key }: JobRecord): boolean {
  if (forEach === undefined || key === undefined) return (forEach === undefined) === (key === undefined);
  return loaded.rosters.get(forEach.audience)?.indexOf(key) !== undefined;
}
