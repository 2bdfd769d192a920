import type { Roster } from '../../audience/roster.ts';
import { hasJobIn, isSelectedBy } from '../../campaign/audiences/selection.ts';
import type { Campaign, Step } from '../../campaign/campaign.ts';
import type { RecipientKey } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import { recordedAs } from '../../run/summary.ts';
import type { RunReader } from '../../state/backend.ts';
import { type JobOutcome, outcomeOf } from './run-statistics.ts';

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

export interface ReportedPeopleInput {
  readonly campaign: Campaign;
  readonly rosters: ReadonlyMap<string, Roster>;
  readonly reader: Pick<RunReader, 'jobs' | 'steps'> | undefined;
  /** A process carries out the run. */
  readonly running: boolean;
  readonly atMost: number;
}

const urgent: ReadonlySet<JobOutcome> = new Set(['inDoubt', 'underWay', 'rejected']);
const calm: ReadonlySet<JobOutcome> = new Set(['accepted', 'notMeant', 'pending']);

/** Reads the state twice: which people to list, and their jobs. Memory is for those who are listed. */
export async function reportedPeople(input: ReportedPeopleInput): Promise<ReportedPeople> {
  const { campaign, rosters } = input;
  const { keys, hasMore } = await chosenKeys(input);
  const people = new Map<RecipientKey, ReportedJob[]>([...keys].map((key) => [key, []]));
  for (const step of campaign.steps) {
    const roster = rosters.get(step.forEach?.audience ?? '');
    if (roster === undefined) continue;
    const recorded = new Set<RecipientKey>();
    for await (const { key, outcome, record } of recordsOf(step, roster, input)) {
      const jobs = people.get(key);
      if (jobs === undefined) continue;
      recorded.add(key);
      jobs.push({ step, recipient: roster.indexOf(key), outcome, record });
    }
    const isSelected = isSelectedBy(step, roster);
    for (const [key, jobs] of people) {
      const recipient = roster.indexOf(key);
      if (recipient === undefined || recorded.has(key) || !isSelected(recipient)) continue;
      jobs.push({ step, recipient, outcome: 'pending', record: undefined });
    }
  }
  return { people: [...people].map(([key, jobs]) => ({ key, jobs })).filter(({ jobs }) => jobs.length > 0), hasMore };
}

/** The first of those with something urgent, then with something else to look at, then of everybody. */
async function chosenKeys(input: ReportedPeopleInput) {
  const { campaign, rosters, atMost } = input;
  const [first, second, others] = [new Set<RecipientKey>(), new Set<RecipientKey>(), new Set<RecipientKey>()];
  // One more than are listed: then it is known that there are more.
  const add = (keys: Set<RecipientKey>, key: RecipientKey): void => {
    if (keys.size <= atMost) keys.add(key);
  };
  for (const step of campaign.steps) {
    const roster = rosters.get(step.forEach?.audience ?? '');
    if (roster === undefined) continue;
    for await (const { key, outcome } of recordsOf(step, roster, input)) {
      if (urgent.has(outcome)) add(first, key);
      else if (!calm.has(outcome)) add(second, key);
      else if (roster.indexOf(key) === undefined) add(others, key);
    }
  }
  const listed = new Set<RecipientKey>();
  for (const keys of [first, second, ...[...rosters.values()].map(keysOf), others])
    for (const key of keys) add(listed, key);
  const hasMore = listed.size > atMost;
  return { keys: [...listed].slice(0, atMost), hasMore };
}

function* keysOf(roster: Roster): Iterable<RecipientKey> {
  for (let index = 0; index < roster.size; index++) yield roster.key(index);
}

async function* recordsOf(step: Step, roster: Roster, { reader, running }: ReportedPeopleInput) {
  if (reader === undefined) return;
  const hasJob = hasJobIn(step, roster);
  for await (const page of reader.jobs({ step: recordedAs(step, new Set(await reader.steps())) })) {
    for (const record of page) {
      const { key } = record;
      const outcome = outcomeOf(record, running);
      // A pending job of somebody who has left the audience will not start.
      if (key === undefined || (outcome === 'pending' && !hasJob(key))) continue;
      yield { key, outcome, record };
    }
  }
}
