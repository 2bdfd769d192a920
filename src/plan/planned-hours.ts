import { isSelectedBy } from '../campaign/audiences/selection.ts';
import type { Campaign, Step } from '../campaign/campaign.ts';
import { periodsOf } from '../campaign/request/default-fields.ts';
import { warning } from '../campaign/rules/rule.ts';
import { counted } from '../diagnostic/count-words.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { Instant } from '../platform/ports.ts';
import type { ScheduledJob } from '../schedule/scheduler.ts';
import { operations } from '../service/operations/operations.ts';
import { formatWall, instantOf, wallAt } from '../time/local-time.ts';
import { type DayNumber, dateOf, dayMs, dayOf, isOpenDay, type LocalDateTime } from '../time/wall-clock.ts';
import { closedBy, type Window } from '../time/window.ts';
import type { PlanCampaignInput, PlannedHoliday, PlannedStep } from './plan.ts';

/** From the day on which the step opens to its last start, or its end where it starts nothing; of the countries of its people. */
export function plannedHolidays(
  step: Step,
  { campaign, rosters }: Pick<PlanCampaignInput, 'campaign' | 'rosters'>,
  opensAt: Instant | undefined,
  lastStart: Instant | undefined,
): Pick<PlannedStep, 'holidays'> {
  const { window } = step;
  const { timezone } = campaign;
  if (window === 'always' || window.holidays === undefined || opensAt === undefined) return {};
  const { of, calendars } = window.holidays;
  const first = formatWall(wallAt(opensAt, timezone)).slice(0, 10);
  const last = lastStart === undefined ? (endOf(campaign, step) ?? first) : formatWall(wallAt(lastStart, timezone));
  const countries = of === 'number' ? countriesOf(step, rosters) : new Set([of]);
  const holidays = [...calendars].flatMap(([country, { names }]) =>
    [...(countries.has(country) ? names : [])]
      .filter(([date]) => date >= first && date <= last.slice(0, 10))
      .filter(([date]) => isOpenDay(window, dayOf(date)))
      .map(([date, name]): PlannedHoliday => ({ date, name, ...(of === 'number' ? { country } : {}) })),
  );
  return holidays.length === 0 ? {} : { holidays: holidays.sort((a, b) => (a.date < b.date ? -1 : 1)) };
}

function countriesOf(step: Step, rosters: PlanCampaignInput['rosters']): ReadonlySet<string | undefined> {
  const roster = rosters.get(step.forEach?.audience ?? '');
  const countries = new Set<string | undefined>();
  const isSelected = isSelectedBy(step, roster);
  for (let index = 0; index < (roster?.size ?? 0); index++)
    if (isSelected(index)) countries.add(roster?.country?.(index));
  return countries;
}

/** From when on nothing of the step starts. */
export function endOf({ ends }: Campaign, { until }: Step): LocalDateTime | undefined {
  return [ends, until].filter((at) => at !== undefined).sort()[0];
}

/** `2026-12-25 Christmas Day`: the holidays since an instant after which a window opens at `at`, latest first; a weekend between them counts. */
export function holidaysBefore(given: {
  readonly window: Window;
  readonly at: Instant;
  readonly since: Instant;
  readonly zone: string;
  readonly country: string | undefined;
}): readonly string[] {
  const { at, since, zone, country } = given;
  const { holidays } = given.window;
  if (holidays === undefined) return [];
  const found: string[] = [];
  const dayAt = (instant: Instant): DayNumber => Math.floor(wallAt(instant, zone) / dayMs);
  for (let day = dayAt(at) - 1; day >= dayAt(since); day--) {
    const date = dateOf(day);
    const name = closedBy(holidays, date, country);
    if (name !== undefined) found.push(`${date} ${name}`);
    else if (isOpenDay(given.window, day)) break;
  }
  return found;
}

/**
 * The hours in which the service may call for this redial (`allowSendTime`, section "Voice group call redial task"): the step's own
 * periods, which `check` keeps in its window, or the window. Undefined when nothing limits them. These are hours of the service's own
 * clock, whose zone its document does not show.
 */
export function callingHours({ uses, with: written, window }: Step): PlannedStep['callingHours'] {
  if (operations[uses].taskField === undefined) return undefined;
  const own = written['allowSendTime'];
  const hasOwn = Array.isArray(own) && own.length > 0;
  if (!hasOwn && window === 'always') return undefined;
  const periods = hasOwn || window === 'always' ? (own as ReturnType<typeof periodsOf>) : periodsOf(window);
  return periods.map(({ strTime, endTime }) => ({ from: strTime, to: endTime }));
}

/** When the service is asked to call (`sendTime`) for the redials of a step that a plan starts. */
export interface SendTimes {
  /** The first and the last of them. */
  from: string;
  to: string;
  /** How many redials are submitted only after theirs, and that of the first of these. */
  late: number;
  lateOne: string | undefined;
}

/** By step. */
export function createSendTimes({ campaign, render }: Pick<PlanCampaignInput, 'campaign' | 'render'>) {
  const found = new Map<string, SendTimes>();
  const instant = (sendTime: string): Instant => instantOf(sendTime, campaign.timezone);
  return {
    found: found as ReadonlyMap<string, Readonly<SendTimes>>,
    note(job: ScheduledJob, at: Instant): void {
      const { uses, id, with: written } = job.step;
      if (operations[uses].taskField === undefined || written['sendTime'] === undefined) return;
      const request = render?.(job, at);
      const sendTime = request?.kind === 'request' ? request.body['sendTime'] : written['sendTime'];
      if (typeof sendTime !== 'string' || !/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?$/.test(sendTime)) return;
      const times = found.get(id) ?? { from: sendTime, to: sendTime, late: 0, lateOne: undefined };
      found.set(id, times);
      if (instant(sendTime) < instant(times.from)) times.from = sendTime;
      if (instant(sendTime) > instant(times.to)) times.to = sendTime;
      if (instant(sendTime) >= at) return;
      times.late++;
      times.lateOne ??= sendTime;
    },
  };
}

export function lateCallFindings({ steps }: Campaign, found: ReadonlyMap<string, SendTimes>): readonly Diagnostic[] {
  return steps.flatMap(({ id, forEach, span }) => {
    const { late = 0, lateOne = '' } = found.get(id) ?? {};
    if (late === 0) return [];
    const whose = forEach === undefined ? lateOne : `for ${counted(late, 'recipient')}, such as ${lateOne}`;
    const message = `Step \`${id}\` is submitted after its \`sendTime\` ${whose}`;
    return [warning('CS5104', span, message, 'Use a later `sendTime`, or leave it out to call at once')];
  });
}
