import { hasJobIn, isSelectedBy } from '../campaign/audiences/selection.ts';
import type { Campaign, Step } from '../campaign/campaign.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import type { JobRecord, JobState } from '../job/job.ts';
import type { Store } from '../state/store.ts';
import type { Summary } from './event.ts';

/** Jobs by step and state, as far as they have a record. */
export type JobCounts = ReadonlyMap<string, Partial<Record<JobState, number>>>;

export function jobCounts(store: Pick<Store, 'counts'> | undefined): JobCounts {
  const counts = new Map<string, Partial<Record<JobState, number>>>();
  for (const { step, state, jobs } of store?.counts() ?? []) counts.set(step, { ...counts.get(step), [state]: jobs });
  return counts;
}

/** Not looked for where the counts say that there are none. */
export function jobsIn(store: Pick<Store, 'jobs'> | undefined, counts: JobCounts, state: JobState): JobRecord[] {
  const areThere = [...counts.values()].some((states) => states[state] !== undefined);
  return areThere ? [...(store?.jobs({ state }) ?? [])] : [];
}

export interface StepSummary {
  readonly id: string;
  readonly title?: string;
  readonly summary: Summary;
}

/**
 * The whole run so far, by step: what has a record by its state, and everybody of the audience who has none as pending. A
 * recipient who was reached and then taken out of the file still counts as reached.
 */
export function summarise(
  loaded: LoadedCampaign,
  store: Pick<Store, 'counts' | 'forEachState'> | undefined,
  counts = jobCounts(store),
): {
  readonly summary: Summary;
  readonly steps: readonly StepSummary[];
} {
  const steps = loaded.campaign.steps.map((step): StepSummary => {
    const {
      accepted = 0,
      rejected = 0,
      skipped = 0,
      expired = 0,
      inDoubt = 0,
      sending = 0,
      cancelled = 0,
    } = counts.get(recordedAs(step, counts)) ?? {};
    // A job under way is in doubt for anybody but the process that sends it.
    const settled = { accepted, rejected, skipped, expired, inDoubt: inDoubt + sending };
    const pending = countPending(loaded, step, recordedAs(step, counts), store);
    const title = step.title === undefined ? {} : { title: step.title };
    return { id: step.id, ...title, summary: { ...settled, pending, ...(cancelled > 0 ? { cancelled } : {}) } };
  });
  const none: Summary = { accepted: 0, rejected: 0, skipped: 0, expired: 0, inDoubt: 0, pending: 0 };
  return { summary: steps.reduce((sum, { summary }) => add(sum, summary), none), steps };
}

/** Whether anything of the campaign was accepted, refused, or may have been: known by the first such job, of a million, too. */
export function hasBegun(campaign: Campaign, store: Pick<Store, 'steps' | 'jobs'>): boolean {
  const recorded = new Set(store.steps());
  return campaign.steps.some((step) =>
    (['accepted', 'rejected', 'inDoubt', 'sending'] as const).some((state) => {
      const [first] = store.jobs({ step: recordedAs(step, recorded), state });
      return first !== undefined;
    }),
  );
}

/** The id under which a step has its records: its earlier one (`was`) until the next run gives them to the new one. */
export function recordedAs({ id, was }: Step, counts: { readonly has: (step: string) => boolean }): string {
  return was !== undefined && !counts.has(id) && counts.has(was) ? was : id;
}

function add(a: Summary, b: Summary): Summary {
  const cancelled = (a.cancelled ?? 0) + (b.cancelled ?? 0);
  return {
    accepted: a.accepted + b.accepted,
    rejected: a.rejected + b.rejected,
    skipped: a.skipped + b.skipped,
    expired: a.expired + b.expired,
    inDoubt: a.inDoubt + b.inDoubt,
    pending: a.pending + b.pending,
    ...(cancelled > 0 ? { cancelled } : {}),
  };
}

/** Jobs of this step, as the files are now, that have come to nothing yet. */
function countPending(
  loaded: LoadedCampaign,
  step: Step,
  recorded: string,
  store: Pick<Store, 'forEachState'> | undefined,
): number {
  const roster = step.forEach === undefined ? undefined : loaded.rosters.get(step.forEach.audience);
  const isChosen = isSelectedBy(step, roster);
  const hasJob = hasJobIn(step, roster);
  let pending = 0;
  if (roster === undefined) pending = 1;
  else for (let index = 0; index < roster.size; index++) if (isChosen(index)) pending++;
  store?.forEachState(recorded, (key, state) => {
    if (state !== 'pending' && hasJob(key === '' ? undefined : key)) pending--;
  });
  return pending;
}
