import { formatCount } from '../../../diagnostic/count-words.ts';
import { dayText, formatter, minuteText, secondText, yearText } from '../../../web/page/clock-text.ts';
import type { Burst } from '../../shown/views.ts';
import { startedParts } from './outcomes.ts';

/** `09:00`; `01:30 (+01:00)` of an hour that comes twice. */
function clockText(at: number, zone: string): string {
  return `${minuteText(at, zone)}${offsetIfTwice(at, zone)}`;
}

export function momentText(at: number, zone: string): string {
  return `${dayText(at, zone)} ${clockText(at, zone)}`;
}

/** `Thu 26 Nov 2026 11:45:10, Africa/Lagos`. */
export function fullText(at: number, zone: string): string {
  return `${dayText(at, zone)} ${yearText(at, zone)} ${secondText(at, zone)}${offsetIfTwice(at, zone)}, ${zone}`;
}

/** As the time library has it, which the page does without. */
function offsetIfTwice(at: number, zone: string): string {
  const text = (instant: number): string => `${dayText(instant, zone)} ${secondText(instant, zone)}`;
  if (!foldsMs.some((fold) => text(at - fold) === text(at) || text(at + fold) === text(at))) return '';
  const parts = formatter(zone, { timeZoneName: 'longOffset' }).formatToParts(at);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') ?? '';
  return ` (${offset === '' ? '+00:00' : offset})`;
}

/** By how much clocks are put back. */
const foldsMs = [3_600_000, 1_800_000, 7_200_000];

const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });
const [minuteMs, dayMs] = [60_000, 86_400_000];

/** `in 12 minutes`, `3 hours ago`, `yesterday 14:05`, `in 3 days`; further away, the date. */
export function relativeText(at: number, now: number, zone: string): string {
  const minutes = Math.round((at - now) / minuteMs);
  if (minutes === 0) return at > now ? 'within a minute' : 'just now';
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute');
  const days = dayNumber(at, zone) - dayNumber(now, zone);
  if (days === 0) return relative.format(Math.round(minutes / 60), 'hour');
  if (Math.abs(days) === 1) return `${relative.format(days, 'day')} ${clockText(at, zone)}`;
  if (Math.abs(days) < 7) return relative.format(days, 'day');
  const year = yearText(at, zone);
  return year === yearText(now, zone) ? momentText(at, zone) : `${dayText(at, zone)} ${year}`;
}

/** Of its calendar day there. */
function dayNumber(at: number, zone: string): number {
  const [day, month, year] = formatter(zone, { day: 'numeric', month: 'numeric', year: 'numeric' })
    .format(at)
    .split('/')
    .map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day) / dayMs;
}

/** `38 accepted, 2 rejected from Mon 23 Nov 09:00 to Mon 23 Nov 09:10`; `40 from …` of planned ones. */
export function burstText({ from, to, jobs, by = {} }: Burst, zone: string): string {
  const [begins, ends] = [momentText(from, zone), momentText(to, zone)];
  const parts = startedParts(by).map((part) => `${formatCount(part.jobs)} ${part.word}`);
  return `${parts.join(', ') || formatCount(jobs)} from ${begins}${begins === ends ? '' : ` to ${ends}`}`;
}
