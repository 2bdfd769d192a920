import type { Campaign, Step } from '../../campaign/campaign.ts';
import { formatAddress, type JobAddress } from '../../job/address.ts';
import type { History } from '../../job/history.ts';
import type { JobRecord, JobTimes } from '../../job/job.ts';
import { editedInFlight, stepsByName } from './edited-in-flight.ts';
import type { EditsInput } from './edits.ts';
import { readHistory } from './read-history.ts';
import { type Resumption, resumptionOf } from './resumption.ts';

/** What is recorded, as the next run takes it. */
export interface EffectiveHistory {
  readonly history: History;
  /** Jobs whose answer was lost and that are in doubt now because the files have been edited since. */
  readonly edited: readonly JobAddress[];
}

/** For what is shown while no process carries out the run. */
export async function effectiveHistory(
  input: EditsInput,
  detail: 'times' | 'states' = 'times',
): Promise<EffectiveHistory> {
  const { loaded, reader } = input;
  const history = await readHistory(loaded.campaign, reader, detail);
  const open: JobRecord[] = [];
  for (const { others } of history.steps.values()) {
    for (const job of others.values()) {
      const record = job.state === 'sending' || job.state === 'pending' ? await reader.job(job) : undefined;
      if (record !== undefined) open.push(record);
    }
  }
  const edited = await editedInFlight(input, open);
  return { history: resumed(loaded.campaign, history, edited), edited: [...edited] };
}

/** The same history, with each job as a run that starts now takes it. */
export function resumed(campaign: Campaign, history: History, edited: ReadonlySet<JobAddress>): History {
  const stepOf = stepsByName(campaign.steps);
  return withOpenJobs(history, (job) => asResumed(job, stepOf.get(job.step), edited));
}

/** The same history beside a running process: a job in flight waits for that process. */
export function heldInFlight(history: History): History {
  return withOpenJobs(history, (job) =>
    job.state === 'sending' ? { ...job, state: 'pending', notBefore: Number.POSITIVE_INFINITY } : job,
  );
}

function asResumed(job: JobTimes, step: Step | undefined, edited: ReadonlySet<JobAddress>): JobTimes {
  const resumption = resumptionOf(job, step, edited.size > 0 && edited.has(formatAddress(job)));
  return resumption === 'unchanged' ? job : { ...job, ...changesOf[resumption] };
}

const changesOf: Readonly<Record<Exclude<Resumption, 'unchanged'>, Partial<JobRecord>>> = {
  retry: { state: 'pending', doubtful: true },
  forget: { state: 'pending' },
  inDoubt: { state: 'inDoubt' },
};

/** Every job without an answer is among `others`. */
function withOpenJobs(history: History, change: (job: JobTimes) => JobTimes): History {
  const steps = [...history.steps].map(([step, { blocks, others }]) => {
    const changed = [...others].map(([key, job]) => [key, change(job)] as const);
    return [step, { blocks, others: new Map(changed) }] as const;
  });
  return { ...history, steps: new Map(steps) };
}
