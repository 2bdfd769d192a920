import type { Roster } from '../../audience/roster.ts';
import { hasJobIn } from '../../campaign/audiences/selection.ts';
import type { Campaign, Step } from '../../campaign/campaign.ts';
import type { RecipientKey } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import type { RunReader } from '../../ledger/backend.ts';
import { recordedAs } from '../../run/summary.ts';
import { readDrop } from '../../schedule/reasons.ts';
import type { People, PeopleFilter, PersonEntry } from '../document.ts';
import { shownKey } from '../mask.ts';
import { formatDayTime, needsSeconds, stepName, stepWords } from '../plan/words.ts';
import { codeAndReason, formatReason } from '../reason-text.ts';
import type { FormatCommand } from './reasons.ts';
import {
  type JobOutcome,
  jobOutcomes,
  outcomeOf,
  outcomeWords,
  type RunStatistics,
  type RunStatisticsInput,
} from './run-statistics.ts';

export interface PeopleInput {
  readonly campaign: Campaign;
  readonly statistics: RunStatistics;
  readonly people: ReportedPeople;
  /** Shown with whole numbers only. */
  readonly nameOf?: ((job: ReportedJob) => string | undefined) | undefined;
  readonly showNumbers: boolean;
  readonly command: FormatCommand;
}

/** What became of each person's jobs. */
export function reportPeople(input: PeopleInput): People {
  const { campaign, statistics, people: reported, showNumbers, nameOf, command } = input;
  const precise = needsSeconds(statistics.firstAt, statistics.lastAt);
  const entry = ({ step, outcome, record }: ReportedJob): PersonEntry => {
    const at = record?.at === undefined ? '' : formatDayTime(record.at, campaign.timezone, precise);
    const why = record === undefined || record.state === 'accepted' ? '' : codeAndReason(record, showNumbers);
    return {
      data: { step: step.id, outcome: kindOf({ outcome, record }).value, at },
      words: stepWords(step),
      outcome: { kind: outcome, words: outcomeWords[outcome] },
      ...(at === '' ? {} : { time: at }),
      ...(why === '' ? {} : { why }),
    };
  };
  const jobs = reported.people.flatMap((person) => person.jobs);
  const steps = new Set(jobs.map(({ step }) => step));
  return {
    kind: 'people',
    about: 'what became of their jobs',
    people: reported.people.map((person) => ({
      shown: shownKey(person.key, showNumbers),
      name: nameOf?.(person.jobs[0]!) ?? '',
      entries: person.jobs.map(entry),
    })),
    ...(reported.hasMore && {
      note: `There are more people; those with something to look at are listed first. All are in the CSV (\`${command('report', '--format csv')}\`).`,
    }),
    filters: [
      { name: 'step', all: 'All steps', values: [...steps].map((step) => [step.id, stepName(step)]) },
      { name: 'outcome', all: 'All outcomes', values: kindsOf(jobs) },
    ],
    csv: [
      { name: 'step', of: 'step' },
      { name: 'outcome', of: '.outcome' },
      { name: 'latest start', of: 'at' },
      { name: 'why', of: '.why' },
    ],
  };
}

interface Kind {
  /** Who was not needed is among those who were skipped, as everywhere. */
  readonly of: JobOutcome;
  /** `skipped:noSession`, `rejected:-69`, or the outcome alone. */
  readonly value: string;
  readonly words: string;
}

function kindOf({ outcome, record }: Pick<ReportedJob, 'outcome' | 'record'>): Kind {
  const { code = '', reason = '' } = record ?? {};
  const of = outcome === 'notMeant' ? 'skipped' : outcome;
  if (of === 'rejected' && code !== '') return { of, value: `${of}:${code}`, words: `${outcomeWords[of]}: ${code}` };
  if ((of === 'skipped' || of === 'expired') && readDrop(reason) !== undefined)
    return {
      of,
      value: `${of}:${reason}`,
      words: `${outcomeWords[outcome]}: ${formatReason(reason).replaceAll('`', '')}`,
    };
  return { of, value: of, words: outcomeWords[of] };
}

/** Each outcome that there is, and below it what it consists of. */
function kindsOf(jobs: readonly ReportedJob[]): PeopleFilter['values'] {
  const kinds = new Map<JobOutcome, Map<string, string>>();
  for (const job of jobs) {
    const { of, value, words } = kindOf(job);
    const own = kinds.get(of) ?? new Map<string, string>();
    kinds.set(of, own.set(value, words));
  }
  return jobOutcomes
    .filter((outcome) => kinds.has(outcome))
    .flatMap((outcome) => [...new Map([[outcome, outcomeWords[outcome]], ...kinds.get(outcome)!])]);
}

export interface ReportedPeople {
  /** Those with something to look at come first, then the others in the order of the lists. */
  readonly people: readonly ReportedPerson[];
  /** There are people who are not among these. */
  readonly hasMore: boolean;
}

interface ReportedPerson {
  readonly key: RecipientKey;
  /** In the order of the steps. */
  readonly jobs: readonly ReportedJob[];
}

interface ReportedJob {
  readonly step: Step;
  /** Index into the roster of the step's audience; undefined for those who have left it. */
  readonly recipient: number | undefined;
  readonly outcome: JobOutcome;
  /** Undefined for jobs without a record. */
  readonly record: JobRecord | undefined;
}

interface PeopleCollectorInput extends Pick<RunStatisticsInput, 'campaign' | 'rosters' | 'running'> {
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
