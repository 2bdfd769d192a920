/*
 * Wall-clock texts and numbers without a zone. It does not load luxon, so that `check` starts fast.
 */

/** A wall clock's reading as milliseconds, counted as if its zone were UTC. */
export type WallClock = number;
/** Days since 1970-01-01. */
export type DayNumber = number;

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** `2026-11-23T09:00:00`; seconds may be absent, and a blank may replace the `T`. */
export function wallOf(local: LocalDateTime): WallClock {
  return dayOf(local.slice(0, 10)) * dayMs + timeOf(local.slice(11));
}

/** Milliseconds since local midnight of `09:00`, `09:00:30`, `09:00:30.250` or `24:00`. */
export function timeOf(time: LocalTime): number {
  const minutes = digits(time, 0, 2) * 60 + digits(time, 3, 5);
  const seconds = time.length > 5 ? digits(time, 6, 8) : 0;
  const fraction = time.length > 9 ? Math.floor(Number(`0${time.slice(8)}`) * 1000) : 0;
  return minutes * minuteMs + seconds * 1000 + fraction;
}

export function dayOf(date: LocalDate): DayNumber {
  return Date.UTC(digits(date, 0, 4), digits(date, 5, 7) - 1, digits(date, 8, 10)) / dayMs;
}

/** A million recipients have a million times, so this neither splits nor makes arrays. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + text.charCodeAt(at) - 48;
  return value;
}

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** 0 is Monday, 6 is Sunday. */
export function weekdayOf(day: DayNumber): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** Whether a window opens on this day, holidays aside. */
export function isOpenDay(
  { days, except }: { readonly days: readonly Weekday[]; readonly except: readonly LocalDate[] },
  day: DayNumber,
): boolean {
  return days.includes(weekdays[weekdayOf(day)]!) && !except.includes(dateOf(day));
}

/** The inverse of `dayOf`. */
export function dateOf(day: DayNumber): LocalDate {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** `2026-11-23T09:00:00`: a wall-clock time without a zone, always with `T` and seconds. */
export type LocalDateTime = string;

/** `09:00`; `24:00` only as a close. */
export type LocalTime = string;

/** `2026-11-25`. */
export type LocalDate = string;

/** Of a text that begins with YYYY-MM-DD: is there such a day? */
export function isCalendarDate(text: string): boolean {
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))];
  return day >= 1 && day <= daysIn(year, month);
}

/** 0 if there is no such month. */
export function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return monthLengths[month - 1] ?? 0;
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
