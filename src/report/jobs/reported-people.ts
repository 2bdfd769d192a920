import type { Roster } from '../../audience/roster.ts';
import { hasJobIn } from '../../campaign/audiences/selection.ts';
import type { Step } from '../../campaign/campaign.ts';
import type { RecipientKey } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import type { RunReader } from '../../ledger/backend.ts';
import { recordedAs } from '../../run/summary.ts';
import { type JobOutcome, outcomeOf, type RunStatisticsInput } from './run-statistics.ts';

export interface ReportedPeople {
  /** Those with something to look at come first, then the others in the order of the lists. */
  readonly people: readonly ReportedPerson[];
  /** There are people who are not among these. */
  readonly hasMore: boolean;
}

export interface ReportedPerson {
  readonly key: RecipientKey;
  /** In the order of the steps. */
  readonly jobs: readonly ReportedJob[];
}

export interface ReportedJob {
  readonly step: Step;
  /** Index into the roster of the step's audience; undefined for those who have left it. */
  readonly recipient: number | undefined;
  readonly outcome: JobOutcome;
  /** Undefined for jobs without a record. */
  readonly record: JobRecord | undefined;
}

export interface PeopleCollectorInput extends Pick<RunStatisticsInput, 'campaign' | 'rosters' | 'running'> {
  readonly reader: Pick<RunReader, 'jobs' | 'steps'> | undefined;
  readonly atMost: number;
}

const urgent: ReadonlySet<JobOutcome> = new Set(['inDoubt', 'underWay', 'rejected']);
const calm: ReadonlySet<JobOutcome> = new Set(['accepted', 'notMeant', 'pending']);

/**
 * Whom a report lists, found while its statistics are made; then the jobs of these people are read. Memory is for those who may be
 * listed, and for one more: then it is known that there are more.
 */
export function createPeopleCollector(input: PeopleCollectorInput) {
  const { rosters, atMost } = input;
  const [first, second, others] = [new Set<RecipientKey>(), new Set<RecipientKey>(), new Set<RecipientKey>()];
  const setOf = (outcome: JobOutcome, isThere: boolean): Set<RecipientKey> | undefined => {
    if (urgent.has(outcome)) return first;
    if (!calm.has(outcome)) return second;
    return isThere ? undefined : others;
  };
  return {
    /** A job that is recorded, in the order of the steps. */
    note(step: Step, { key }: JobRecord, outcome: JobOutcome): void {
      const roster = rosters.get(step.forEach?.audience ?? '');
      if (key === undefined || roster === undefined) return;
      const own = setOf(outcome, roster.indexOf(key) !== undefined);
      if (own !== undefined && own.size <= atMost) own.add(key);
    },
    async result(): Promise<ReportedPeople> {
      const listed = new Set([...first, ...second, ...firstOf(rosters, atMost + 1), ...others]);
      const jobs = await jobsOf(input, [...listed].slice(0, atMost));
      const people = [...jobs].map(([key, own]) => ({ key, jobs: own }));
      return { people: people.filter(({ jobs: own }) => own.length > 0), hasMore: listed.size > atMost };
    },
  };
}

/** In the order of the steps, with those that have no record yet. */
async function jobsOf(
  { campaign, rosters, reader, running }: PeopleCollectorInput,
  keys: readonly RecipientKey[],
): Promise<ReadonlyMap<RecipientKey, readonly ReportedJob[]>> {
  const jobs = new Map(keys.map((key): [RecipientKey, ReportedJob[]] => [key, []]));
  const recorded = new Set(await reader?.steps());
  for (const step of campaign.steps) {
    const roster = rosters.get(step.forEach?.audience ?? '');
    if (roster === undefined) continue;
    const hasJob = hasJobIn(step, roster);
    const records = new Map<RecipientKey, JobRecord>();
    for await (const page of reader?.jobs({ step: recordedAs(step, recorded) }) ?? [])
      for (const record of page) if (record.key !== undefined && jobs.has(record.key)) records.set(record.key, record);
    for (const [key, own] of jobs) {
      const record = records.get(key);
      const outcome = record === undefined ? 'pending' : outcomeOf(record, running);
      // A pending job of somebody who has left the audience will not start.
      if (hasJob(key) || outcome !== 'pending') own.push({ step, recipient: roster.indexOf(key), outcome, record });
    }
  }
  return jobs;
}

/** The first people of the lists. */
function firstOf(rosters: ReadonlyMap<string, Roster>, atMost: number): ReadonlySet<RecipientKey> {
  const keys = new Set<RecipientKey>();
  for (const roster of rosters.values())
    for (let index = 0; index < roster.size && keys.size < atMost; index++) keys.add(roster.key(index));
  return keys;
}
