import { comparable } from '../audience/comparable.ts';
import type { Scalar } from '../audience/scalar.ts';
import type { LastInbound } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import { wallClock } from './hours.ts';

/** When somebody last wrote: never, at an instant, or when the clocks of a zone showed `local`. */
export type LastMessage = 'never' | Instant | { readonly local: string; readonly zone: string };

/** Reads the cells of an audience. Undefined for a cell that it cannot read. */
export function lastMessages(
  { format, zone: ofTimes }: LastInbound,
  campaignZone: string,
): (value: Scalar | undefined) => LastMessage | undefined {
  const zone = ofTimes ?? campaignZone;
  const read = format === undefined ? isoTime : byFormatOrOffset(format);
  return (value) => {
    const cell = comparable(String(value ?? ''));
    if (cell === '') return 'never';
    const time = read(cell);
    if (typeof time !== 'string') return time;
    return wallClock(zone, 0) === undefined ? undefined : { local: time, zone };
  };
}

/** A cell that another program has added says its offset, or is Unix time. */
function byFormatOrOffset(format: string): typeof isoTime {
  const read = byFormat(format);
  return (cell) => {
    const local = read(cell);
    if (local !== undefined) return local;
    const time = isoTime(cell);
    return typeof time === 'string' ? undefined : time;
  };
}

/** ISO 8601 or Unix time: an instant, or a text without an offset. */
function isoTime(cell: string): Instant | string | undefined {
  if (/^(\d{9,10}|\d{12,13})$/.test(cell)) return Number(cell) * (cell.length <= 10 ? 1000 : 1);
  const [, date, minutes, seconds = ':00', fraction = '', sign, hour, minute = '00'] = iso.exec(cell) ?? [];
  if (date === undefined) return undefined;
  const local = `${date} ${minutes}${seconds}`;
  if (!isTime(local)) return undefined;
  const time = local + fraction.slice(0, 4);
  if (sign === undefined) return time;
  const offset = hour === undefined ? 'Z' : `${sign[0]}${hour}:${minute}`;
  const at = Date.parse(time.replace(' ', 'T') + offset);
  return Number.isNaN(at) ? undefined : at;
}

const iso = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?:(:\d\d)(\.\d+)?)? ?(Z|UTC|GMT|[+-](\d\d):?(\d\d)?)?$/i;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** The clock that recorded the last message may differ from ours. */
const clocksDifferMs = 5 * minuteMs;

/** Section "Limits": only within 24 hours after the recipient's last message. */
export function auditSession(last: LastMessage, at: Instant, isAsThen: boolean): readonly string[] {
  if (last === 'never') return ['no session: the recipient has never written'];
  if (isAsThen && isBefore(at + clocksDifferMs, last)) return ['before the message that opens the session'];
  const isOpen = typeof last === 'number' ? at - 24 * hourMs < last : clockOf(last.zone, at - 24 * hourMs) < last.local;
  return isOpen ? [] : ['more than 24 hours after the last message'];
}

/** After the clocks went back, a time that is still to come may also have been a little ago. */
function isBefore(at: Instant, last: Exclude<LastMessage, 'never'>): boolean {
  if (typeof last === 'number') return at < last;
  const now = clockOf(last.zone, at);
  if (now >= last.local) return false;
  return Date.parse(now) - Date.parse(clockOf(last.zone, at - 3 * hourMs)) >= 3 * hourMs;
}

/** With milliseconds: offsets are of whole seconds. */
function clockOf(zone: string, at: Instant): string {
  return `${wallClock(zone, at)}${new Date(at).toISOString().slice(19, 23)}`;
}

const parts: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<year>\\d\\d)',
  MM: '(?<month>\\d\\d)',
  M: '(?<month>\\d\\d?)',
  DD: '(?<day>\\d\\d)',
  D: '(?<day>\\d\\d?)',
  HH: '(?<hour>\\d\\d)',
  H: '(?<hour>\\d\\d?)',
  hh: '(?<hour>\\d\\d)',
  h: '(?<hour>\\d\\d?)',
  mm: '(?<minute>\\d\\d)',
  ss: '(?<second>\\d\\d)',
  A: '(?<half>[ap])\\.?\\s?m\\.?',
  ' ': '\\s+',
};

/** Reads `28.11.2026 6:05 PM` by `D.M.YYYY h:mm A` as `2026-11-28 18:05:00`. Undefined for a cell that is not such a time. */
export function byFormat(format: string): (cell: string) => string | undefined {
  const pattern = format.replace(/YYYY|YY|MM?|DD?|HH?|hh?|mm|ss|A|\W/g, (part) => parts[part] ?? `\\${part}`);
  const shape = new RegExp(`^${pattern}$`, 'i');
  return (cell) => {
    const found = shape.exec(cell)?.groups;
    if (found === undefined) return undefined;
    const { year = '', month = '', day = '', hour = '', minute = '', second = '00', half } = found;
    const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
    if (half !== undefined && (hour === '0' || hour === '00' || Number(hour) > 12)) return undefined;
    const time = `${year.padStart(4, '20')}-${two(month)}-${two(day)} ${two(String(hours))}:${minute}:${second}`;
    return isTime(time) ? time : undefined;
  };
}

/** Whether there is such a time: there is no 31 February, nor 24:00. */
function isTime(text: string): boolean {
  const at = Date.parse(`${text.replace(' ', 'T')}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().replace('T', ' ').startsWith(text);
}

function two(digits: string): string {
  return digits.padStart(2, '0');
}
