import type { Roster } from '../../audience/roster.ts';
import { hasJobIn, isSelectedBy } from '../../campaign/audiences/selection.ts';
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
  /** Of what is noted here: read again only for earlier steps of people who have something to look at in a later one. */
  readonly reader: Pick<RunReader, 'jobs' | 'steps'> | undefined;
  readonly atMost: number;
}

/** Whom a report lists, found while its statistics are made: the state of a large run is read once. */
export interface PeopleCollector {
  /** A job that is recorded, in the order of the steps. */
  note(step: Step, record: JobRecord, outcome: JobOutcome): void;
  result(): Promise<ReportedPeople>;
}

const urgent: ReadonlySet<JobOutcome> = new Set(['inDoubt', 'underWay', 'rejected']);
const calm: ReadonlySet<JobOutcome> = new Set(['accepted', 'notMeant', 'pending']);

/** Memory is for those who may be listed, and for one more: then it is known that there are more. */
export function createPeopleCollector(input: PeopleCollectorInput): PeopleCollector {
  const { rosters, atMost } = input;
  const [first, second, others] = [new Set<RecipientKey>(), new Set<RecipientKey>(), new Set<RecipientKey>()];
  const ahead = firstOf(rosters, atMost + 1);
  const jobs = new Map<RecipientKey, Map<Step, ReportedJob>>([...ahead].map((key) => [key, new Map()]));
  /** Steps that were noted before there was something to look at, by person. */
  const missed = new Map<RecipientKey, readonly Step[]>();
  const begun = new Set<Step>();

  const setOf = (outcome: JobOutcome, isThere: boolean): Set<RecipientKey> | undefined => {
    if (urgent.has(outcome)) return first;
    if (!calm.has(outcome)) return second;
    return isThere ? undefined : others;
  };
  const note: PeopleCollector['note'] = (step, record, outcome) => {
    const { key } = record;
    const roster = rosters.get(step.forEach?.audience ?? '');
    if (key === undefined || roster === undefined) return;
    begun.add(step);
    const recipient = roster.indexOf(key);
    const own = setOf(outcome, recipient !== undefined);
    if (own !== undefined && own.size <= atMost) own.add(key);
    if (own?.has(key) && !jobs.has(key)) {
      jobs.set(key, new Map());
      if (begun.size > 1) missed.set(key, [...begun].slice(0, -1));
    }
    jobs.get(key)?.set(step, { step, recipient, outcome, record });
  };
  return {
    note,
    async result() {
      const listed = new Set([...first, ...second, ...ahead, ...others]);
      const keys = [...listed].slice(0, atMost);
      const isListed = new Set(keys);
      for (const key of missed.keys()) if (!isListed.has(key)) missed.delete(key);
      await readMissed(input, missed, note);
      const jobsOf = withPending(input);
      const people = keys.map((key) => ({ key, jobs: jobsOf(key, jobs.get(key)) }));
      return { people: people.filter(({ jobs: own }) => own.length > 0), hasMore: listed.size > atMost };
    },
  };
}

async function readMissed(
  { reader, rosters, running }: PeopleCollectorInput,
  missed: ReadonlyMap<RecipientKey, readonly Step[]>,
  note: PeopleCollector['note'],
): Promise<void> {
  if (reader === undefined || missed.size === 0) return;
  const recorded = new Set(await reader.steps());
  for (const step of new Set([...missed.values()].flat())) {
    const hasJob = hasJobIn(step, rosters.get(step.forEach?.audience ?? ''));
    for await (const page of reader.jobs({ step: recordedAs(step, recorded) })) {
      for (const record of page) {
        if (record.key === undefined || !missed.get(record.key)?.includes(step)) continue;
        const outcome = outcomeOf(record, running);
        // A pending job of somebody who has left the audience will not start.
        if (hasJob(record.key) || outcome !== 'pending') note(step, record, outcome);
      }
    }
  }
}

/** A person's jobs in the order of the steps, with those that have no record yet. */
function withPending({ campaign, rosters }: PeopleCollectorInput) {
  const steps = campaign.steps.flatMap((step) => {
    const roster = rosters.get(step.forEach?.audience ?? '');
    return roster === undefined ? [] : [{ step, roster, isSelected: isSelectedBy(step, roster) }];
  });
  return (key: RecipientKey, recorded: ReadonlyMap<Step, ReportedJob> | undefined): readonly ReportedJob[] =>
    steps.flatMap(({ step, roster, isSelected }): readonly ReportedJob[] => {
      const known = recorded?.get(step);
      if (known !== undefined) return [known];
      const recipient = roster.indexOf(key);
      const isPending = recipient !== undefined && isSelected(recipient);
      return isPending ? [{ step, recipient, outcome: 'pending', record: undefined }] : [];
    });
}

/** The first people of the lists. */
function firstOf(rosters: ReadonlyMap<string, Roster>, atMost: number): ReadonlySet<RecipientKey> {
  const keys = new Set<RecipientKey>();
  for (const roster of rosters.values())
    for (let index = 0; index < roster.size && keys.size < atMost; index++) keys.add(roster.key(index));
  return keys;
}
