import { readDrop } from '../../schedule/reasons.ts';
import type { People, PeopleFilter, PersonEntry } from '../document.ts';
import { shownKey } from '../mask.ts';
import { formatDayTime, needsSeconds } from '../plan/words.ts';
import { codeAndReason, formatReason } from '../reason-text.ts';
import { stepName, stepWords } from '../step-name.ts';
import type { ReportInput } from './report-input.ts';
import type { ReportedJob } from './reported-people.ts';
import { type JobOutcome, jobOutcomes, outcomeWords } from './run-statistics.ts';

/** What became of each person's jobs. */
export function reportPeople(input: ReportInput): People {
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
    ...(reported.hasMore
      ? {
          note: `There are more people; those with something to look at are listed first. All are in the CSV (\`${command('report', '--format csv')}\`).`,
        }
      : {}),
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
  /** `skipped:noSession`, `rejected:-69`, or the outcome alone. */
  readonly value: string;
  readonly words: string;
}

function kindOf({ outcome, record }: Pick<ReportedJob, 'outcome' | 'record'>): Kind {
  const { code = '', reason = '' } = record ?? {};
  if (outcome === 'rejected' && code !== '')
    return { value: `rejected:${code}`, words: `${outcomeWords[outcome]}: ${code}` };
  if ((outcome === 'skipped' || outcome === 'expired') && readDrop(reason) !== undefined)
    return {
      value: `${outcome}:${reason}`,
      words: `${outcomeWords[outcome]}: ${formatReason(reason).replaceAll('`', '')}`,
    };
  return { value: outcome, words: outcomeWords[outcome] };
}

/** Each outcome that there is, and below it what it consists of. */
function kindsOf(jobs: readonly ReportedJob[]): PeopleFilter['values'] {
  const kinds = new Map<JobOutcome, Map<string, string>>();
  for (const job of jobs) {
    const { value, words } = kindOf(job);
    const own = kinds.get(job.outcome) ?? new Map<string, string>();
    kinds.set(job.outcome, own.set(value, words));
  }
  return jobOutcomes
    .filter((outcome) => kinds.has(outcome))
    .flatMap((outcome) => [...new Map([[outcome, outcomeWords[outcome]], ...kinds.get(outcome)!])]);
}
