import type { Instant } from '../../platform/ports.ts';
import { dependingJobs } from '../later-jobs.ts';
import type { Plan, PlannedJobs } from '../plan.ts';

/** What a plan comes to, in numbers that people compare. Amounts of money by `costs`; instants for `starts` and `ends`. */
export type PlanFacts = Readonly<Partial<Record<PlanFact, number>>>;

export const planFactNames = [
  'toSend',
  'done',
  'skipped',
  'inDoubt',
  'cost',
  'starts',
  'ends',
  'inDoubtAtMost',
  'inDoubtIfLate',
  'inDoubtIfEdited',
] as const;

export type PlanFact = (typeof planFactNames)[number];

export interface ShortFinding {
  readonly code: string;
  readonly message: string;
}

/** As the plan's text counts: what depends on results is not skipped. */
export function planFacts({
  totals,
  steps,
  starts,
  ends,
}: Pick<Plan, 'totals'> & {
  readonly steps: readonly { readonly jobs: Pick<PlannedJobs, 'skipped'> }[];
  readonly starts?: Instant | undefined;
  readonly ends?: Instant | undefined;
}): PlanFacts {
  const { toSend, done, inDoubt, cost, inDoubtAtMost } = totals;
  // Where they are absent they are no more than that.
  const { inDoubtIfLate = inDoubtAtMost, inDoubtIfEdited = inDoubtAtMost } = totals;
  return {
    toSend,
    done,
    skipped: totals.skipped - dependingJobs(steps),
    inDoubt,
    cost,
    inDoubtAtMost,
    inDoubtIfLate,
    inDoubtIfEdited,
    ...(starts === undefined ? {} : { starts }),
    ...(ends === undefined ? {} : { ends }),
  };
}
