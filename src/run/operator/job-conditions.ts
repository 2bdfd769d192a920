import type { Roster } from '../../audience/roster.ts';
import { type Condition, cellTest, writtenNumber } from '../../audience/where.ts';
import type { Campaign } from '../../campaign/campaign.ts';
import type { JobRecord } from '../../job/job.ts';
import type { Instant } from '../../platform/ports.ts';
import { formatInstant } from '../../time/local-time.ts';
import { stepsByName } from '../resume/edits.ts';

/** `plan=gold`, `visits>=3`, `job.reason=*timeout*`: one thing that selects jobs, by the person's row or by the job itself. */
export interface JobCondition {
  /** A column of the audience, or a field of the job (`jobFields`). */
  readonly name: string;
  readonly sign: '=' | '!=' | '>=' | '<=';
  readonly value: string;
}

const jobFields = ['job.reason', 'job.code', 'job.state', 'job.at'] as const;

/** Whether they may mean rejected jobs, too, which can be sent again; else only jobs in doubt are meant. */
export function meansRejected(conditions: readonly JobCondition[]): boolean {
  return conditions.some(({ name }) => name === 'job.code' || name === 'job.state');
}

/** Undefined where the text is not one. */
export function parseCondition(text: string): JobCondition | undefined {
  const [, name = '', sign = '', value = ''] = /^\s*([^=<>!]+?)\s*(=|!=|>=|<=)\s*(.*?)\s*$/s.exec(text) ?? [];
  if (name === '') return undefined;
  const condition = { name, sign: sign as JobCondition['sign'], value };
  return isJobField(name) && name !== 'job.at' && (sign === '>=' || sign === '<=') ? undefined : condition;
}

/** The columns of audiences that the conditions read. */
export function columnsIn(conditions: readonly JobCondition[]): readonly string[] {
  return conditions.map(({ name }) => name).filter((name) => !isJobField(name));
}

function isJobField(name: string): boolean {
  return name.startsWith('job.');
}

/** A local date, or a local time as far as it is written. Times are compared as text, so any other text would select all jobs or none. */
const writtenTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[ T](?:[01]\d|2[0-3])(?::[0-5]\d(?::[0-5]\d)?)?)?$/;

/** Why these conditions cannot select jobs of a step; undefined where they can. */
export function conditionFault(
  conditions: readonly JobCondition[],
  { steps }: Pick<Campaign, 'steps'>,
  rosters: ReadonlyMap<string, Roster>,
  step: string,
): string | undefined {
  const unknown = conditions.find(({ name }) => isJobField(name) && !jobFields.some((field) => field === name));
  if (unknown !== undefined) return `there is no ${unknown.name}: use ${jobFields.join(', ')}, or a column`;
  for (const { name, sign, value } of conditions) {
    if (name === 'job.at') {
      if (!writtenTime.test(value))
        return `job.at${sign}${value} needs a date or a time, such as 2026-11-23 or 2026-11-23 10:30`;
    } else if ((sign === '>=' || sign === '<=') && !writtenNumber.test(value))
      return `${name}${sign}${value} needs a number`;
  }
  const audience = steps.find(({ id }) => id === step)?.forEach?.audience;
  for (const column of columnsIn(conditions)) {
    const roster = rosters.get(audience ?? '');
    if (roster === undefined) return `\`${step}\` has no audience, so there is no column \`${column}\``;
    // A column that does not exist would be unlike every value.
    if (!hasValue(roster, column)) return `nobody in \`${roster.audience}\` has a value in the column \`${column}\``;
  }
  return undefined;
}

function hasValue(roster: Roster, column: string): boolean {
  for (let index = 0; index < roster.size; index++) if (roster.value(index, column) !== undefined) return true;
  return false;
}

/** Whether a job meets all conditions. A person who left the audience has no cells, and meets none about them. */
export function conditionTest(
  conditions: readonly JobCondition[],
  { steps, timezone }: Pick<Campaign, 'steps' | 'timezone'>,
  rosters: ReadonlyMap<string, Roster>,
): (job: JobRecord) => boolean {
  const tests = conditions.map((condition) => ({ ...condition, test: cellTest(conditionOf(condition)) }));
  const stepOf = stepsByName(steps);
  return (job) => {
    const roster = rosters.get(stepOf.get(job.step)?.forEach?.audience ?? '');
    const index = job.key === undefined ? undefined : roster?.indexOf(job.key);
    return tests.every(({ name, sign, value, test }) => {
      if (name === 'job.at') return job.at !== undefined && comesBy(job.at, timezone, sign, value);
      if (isJobField(name)) return test(job[name.slice('job.'.length) as 'reason' | 'code' | 'state']) === true;
      return index !== undefined && test(roster?.value(index, name)) === true;
    });
  };
}

const conditionKinds = { '=': 'matches', '!=': 'notMatches', '>=': 'atLeast', '<=': 'atMost' } as const;

function conditionOf({ sign, value }: JobCondition): Condition {
  return sign === '=' || sign === '!='
    ? { kind: conditionKinds[sign], values: [value] }
    : { kind: conditionKinds[sign], number: Number(value) };
}

/** Local date-times as text, as far as the value is written: `2026-11-23 09` is the whole hour. */
function comesBy(at: Instant, timezone: string, sign: JobCondition['sign'], value: string): boolean {
  const written = value.replace('T', ' ');
  const local = formatInstant(at, timezone).replace('T', ' ').slice(0, written.length);
  if (sign === '=') return local === written;
  if (sign === '!=') return local !== written;
  return sign === '>=' ? local >= written : local <= written;
}
