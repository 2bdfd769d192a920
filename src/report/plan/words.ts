import { counted, formatCount } from '../../diagnostic/count-words.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { formatMoney } from '../../plan/budget.ts';
import type { PlannedStep, PlanTotals } from '../../plan/plan.ts';
import type { Instant } from '../../platform/ports.ts';
import type { HeldBy } from '../../schedule/trace.ts';
import { formatWall, offsetIfTwice, wallAt } from '../../time/local-time.ts';
import { dateOf, dayMs, minuteMs, weekdayOf } from '../../time/wall-clock.ts';
import type { Words } from '../document.ts';

/** How plans show times, numbers and reasons: always in English, whatever the machine's locale. */
const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Mon 23 Nov`, of a wall-clock time. */
export function dayName(wall: number): string {
  const day = Math.floor(wall / dayMs);
  const [, month = 1, date = 1] = dateOf(day).split('-').map(Number);
  return `${weekdayNames[weekdayOf(day)]} ${date} ${monthNames[month - 1]}`;
}

/** `Mon 23 Nov 09:00`; seconds only where `precise`. */
export function formatDayTime(at: Instant, zone: string, precise = false): string {
  const wall = wallAt(at, zone);
  return `${dayName(wall)} ${formatClock(at, zone, precise)}`;
}

/** `Mon 23 Nov 09:00 in Africa/Lagos`; undefined where the clocks there agree with those of the campaign. */
export function formatThere(at: Instant, zone: string, timezone: string, precise = false): string | undefined {
  const own = formatDayTime(at, zone, precise);
  return own === formatDayTime(at, timezone, precise) ? undefined : `${own} in ${zone}`;
}

/** Whether times within such a span are shown with their seconds. */
export function needsSeconds(from: Instant | undefined, to: Instant | undefined): boolean {
  return from !== undefined && to !== undefined && to - from < 10 * minuteMs;
}

/** `09:00`; `01:30 (+01:00)` of an hour that comes twice. */
export function formatClock(at: Instant, zone: string, precise = false): string {
  return `${formatTick(at, zone, precise)}${offsetIfTwice(at, zone)}`;
}

/** `09:00`, of an axis, which has its instants in order. */
export function formatTick(at: Instant, zone: string, precise: boolean): string {
  return formatWall(wallAt(at, zone)).slice(11, precise ? 19 : 16);
}

/** `Mon 23 Nov 2026, 08:30`. */
export function formatDate(at: Instant, zone: string): string {
  const wall = wallAt(at, zone);
  return `${dayName(wall)} ${dateOf(Math.floor(wall / dayMs)).slice(0, 4)}, ${formatClock(at, zone)}`;
}

/** `9,412 jobs`, `1 job`. */
export function formatJobs(count: number): string {
  return counted(count, 'job');
}

/** `1 request`, `12 requests`. */
export function formatRequests(count: number): string {
  return counted(count, 'request');
}

export function formatPeople(count: number): string {
  return counted(count, 'person', 'people');
}

export function formatRows(count: number): string {
  return counted(count, 'row');
}

/** `48 accepted`, `2 rejected`: by their words, the counts that are not zero. */
export function formatCounts(counts: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(counts).flatMap(([words, count]) => (count > 0 ? [`${formatCount(count)} ${words}`] : []));
}

/** Jobs that are left, of which some may turn out not to be needed. */
export function formatPending(pending: number, asNeeded: number): string {
  return `${formatCount(pending)} pending${asNeeded === 0 ? '' : `, ${formatCount(asNeeded)} of which may not be needed`}`;
}

/** `0.8 MB`, `120.5 MB`, `7.5 GB`. */
export function formatBytes(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** What a job waits for. */
export const heldWords: Readonly<Record<HeldBy, string>> = {
  starts: 'the start',
  at: 'the step’s start time',
  window: 'the window',
  rate: 'the rate',
  perRecipient: 'the pause between two messages',
  needs: 'earlier steps',
  delay: 'the delay',
  retry: 'a retry',
  every: 'the gate',
  cap: 'the contact cap',
  wave: 'the wave before',
  rest: 'the service',
};

/** The state of a step, in a few words. */
export function formatState({ state, jobs, zones }: PlannedStep): string {
  switch (state) {
    case 'done':
      return jobs.done + jobs.inDoubt > 0 ? 'done' : 'nothing to do';
    case 'conditional':
      return zones === undefined ? 'only if something fails' : 'only as needed';
    case 'pending':
      return 'planned';
    case 'blocked':
    case 'started':
      return state;
    default:
      return state satisfies never;
  }
}

/** How many more jobs a crash leaves in doubt if the run resumes late or edited; empty if there are none. */
export function formatWorse({
  inDoubtIfLate,
  inDoubtIfEdited,
}: Pick<PlanTotals, 'inDoubtIfLate' | 'inDoubtIfEdited'>): string {
  const late = 'if resumed too late to retry';
  const edited = 'if in-flight jobs are edited or removed first';
  const cases =
    inDoubtIfLate !== undefined && inDoubtIfLate === inDoubtIfEdited
      ? [`${formatCount(inDoubtIfLate)} ${late}, or ${edited}`]
      : [
          ...(inDoubtIfLate === undefined ? [] : [`${formatCount(inDoubtIfLate)} ${late}`]),
          ...(inDoubtIfEdited === undefined ? [] : [`${formatCount(inDoubtIfEdited)} ${edited}`]),
        ];
  return cases.length === 0 ? '' : ` (${cases.join(', ')})`;
}

/** `3 d 4 h`, `4 h 12 min`, `3 h`, `12 min`, `9 s`. */
export function formatWait(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 1440) return inTwo(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  return inTwo(Math.floor(minutes / 1440), 'd', Math.floor((minutes % 1440) / 60), 'h');
}

function inTwo(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** What somebody who approves a plan or starts a run confirms, on the command line and in the control room. `later`: see `laterJobs`. */
export function sendWords(given: {
  readonly toSend: number;
  readonly later: number;
  /** Its base URL, or `sandbox`. */
  readonly service: string;
  readonly cost: number;
  readonly currency: string | undefined;
}): string {
  const { toSend, later, service, cost, currency } = given;
  const more = later === 0 ? '' : `, and up to ${formatCount(later)} more depending on the results,`;
  const price = cost > 0 ? ` for about ${formatMoney(cost, currency)}` : '';
  return `${formatRequests(toSend)}${more} to ${service === 'sandbox' ? 'the built-in sandbox' : service}${price}`;
}

export interface NamedStep {
  readonly id: string;
  readonly title?: string | undefined;
}

/** A step as people read it: `Second reminder (followUp)`, or its id where it has no title. */
export function stepName({ id, title }: NamedStep): string {
  return title === undefined ? id : `${visibleLine(title)} (${id})`;
}

/** The same in a document. */
export function stepWords({ id, title }: NamedStep): Words {
  return title === undefined ? id : [{ title }, ` (${id})`];
}

/** The names of steps that are known by their ids only. */
export function stepNames(steps: readonly NamedStep[]): (id: string) => string {
  const names = new Map(steps.map((step) => [step.id, stepName(step)]));
  return (id) => names.get(id) ?? id;
}

/** After the time of what waits for a person, too. */
export const oncePromoted = 'at the earliest, once promoted (`callsheet promote`)';
