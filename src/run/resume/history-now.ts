import type { Campaign, Step } from '../../campaign/campaign.ts';
import { formatAddress, type JobAddress } from '../../job/address.ts';
import type { History } from '../../job/history.ts';
import type { JobTimes } from '../../job/job.ts';
import type { Store } from '../../state/store.ts';
import { recoveryOf } from '../decide/retry.ts';
import { stepsByName } from './edited-in-flight.ts';

/** Reading whole records of more than these takes seconds. */
const wholeAtMost = 50_000;

/**
 * What is recorded, as a run would take it that starts now; or, while one is under way, as it stands: what is in flight starts
 * nothing and ends nothing. Where nothing depends on when jobs were started, a large state is read by the states alone.
 */
export function historyNow(
  campaign: Campaign,
  store: Pick<Store, 'forEachJob' | 'forEachState' | 'jobs' | 'counts' | 'recentStarts' | 'steps' | 'begunAt'>,
  running: boolean,
  /** In doubt when the run goes on (`editedDoubts`). */
  edited: ReadonlySet<JobAddress> = new Set(),
): Required<History> {
  const records = store.counts().reduce((sum, { jobs }) => sum + jobs, 0);
  const needsTimes = campaign.limits.perRecipient !== undefined || campaign.steps.some(({ delayMs }) => delayMs > 0);
  const forEachRecord = records <= wholeAtMost || needsTimes ? store.forEachJob : byState(store);
  const steps = stepsByName(campaign.steps);
  const asTaken = (job: JobTimes): JobTimes => {
    if (job.state !== 'sending' && job.state !== 'pending') return job;
    if (edited.size > 0 && edited.has(formatAddress(job))) return { ...job, state: 'inDoubt' };
    return job.state === 'sending' ? unanswered(job, steps.get(job.step), running) : job;
  };
  return {
    recentStarts: (limit, step) => store.recentStarts(limit, step),
    steps: () => store.steps(),
    begunAt: () => store.begunAt(),
    forEachJob: (id, visit) => forEachRecord(id, (job) => visit(asTaken(job))),
  };
}

/** As `recover` will settle it when its process has died. */
function unanswered(job: JobTimes, step: Step | undefined, running: boolean): JobTimes {
  if (running) return { ...job, state: 'pending', notBefore: Number.POSITIVE_INFINITY };
  return step === undefined || recoveryOf(step) === 'manual' ? job : { ...job, state: 'pending', doubtful: true };
}

function byState(store: Pick<Store, 'forEachState' | 'jobs'>): History['forEachJob'] {
  const open = [...store.jobs({ state: 'pending' }), ...store.jobs({ state: 'sending' })];
  return (step, visit) => {
    store.forEachState(step, (key, state) => {
      if (state === 'pending' || state === 'sending') return;
      visit({ step, ...(key === '' ? {} : { key }), state, attempts: 0 });
    });
    for (const job of open) if (job.step === step) visit(job);
  };
}
