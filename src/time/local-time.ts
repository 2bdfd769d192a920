import { IANAZone } from 'luxon';
import type { Instant } from '../platform/ports.ts';
import { type Clock, canonicalZone, zonesOfClock } from './time-zone.ts';
import { type DayNumber, dayMs, type LocalDateTime, minuteMs, type WallClock, wallOf } from './wall-clock.ts';
import { writtenDateTime } from './written-time.ts';

/*
 * The one place where wall-clock text becomes an instant. luxon's own parsing is not used: it resolves an ambiguous local
 * time by the offset of the current day, and moves a time inside a gap by the gap's whole length.
 */

/** What a local date-time means: in a fold the first of the two instants, in a gap the first instant after it. */
export function instantOf(local: LocalDateTime, zone: string): Instant {
  return instantOfWall(wallOf(local), zone);
}

export function instantOfWall(wall: WallClock, zone: string): Instant {
  const steady = steadyOffset(Math.floor(wall / dayMs), zone);
  if (!Number.isNaN(steady)) return wall - steady;
  const offsets = [offsetAt(wall - dayMs, zone), offsetAt(wall, zone), offsetAt(wall + dayMs, zone)];
  const candidates = offsets.map((offset) => wall - offset).filter((at) => wallAt(at, zone) === wall);
  if (candidates.length > 0) return Math.min(...candidates);
  // Inside a gap.
  const [from, to] = [wall - Math.max(...offsets) - 1, wall - Math.min(...offsets)];
  return firstInstant(from, to, (at) => wallAt(at, zone) >= wall);
}

/** At which something is so, that is not at `before` and is at `after`. */
function firstInstant(before: Instant, after: Instant, isSo: (at: Instant) => boolean): Instant {
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isSo(middle)) high = middle;
    else low = middle;
  }
  return high;
}

export function wallAt(instant: Instant, zone: string): WallClock {
  return instant + offsetAt(instant, zone);
}

interface KnownZone {
  readonly zone: IANAZone;
  /** By UTC day: the one offset of it and of its neighbours; NaN when it changes. */
  readonly days: Map<DayNumber, number>;
  /** Offsets change on whole quarters of an hour: on a day with a change, the latest quarter's offset is kept. */
  quarter: number;
  offset: number;
}

const quarterMs = 15 * minuteMs;
/** Days remembered for a zone. */
const mostDays = 2000;
const known = new Map<string, KnownZone>();

/** Milliseconds that the zone is ahead of UTC. */
export function offsetAt(instant: Instant, zone: string): number {
  const steady = steadyOffset(Math.floor(instant / dayMs), zone);
  if (!Number.isNaN(steady)) return steady;
  const entry = knownZone(zone);
  const quarter = Math.floor(instant / quarterMs);
  if (quarter !== entry.quarter) {
    entry.offset = askOffset(entry, quarter * quarterMs);
    entry.quarter = quarter;
  }
  return entry.offset;
}

/** Most days have one offset: for a million wall clocks it is looked up once per day, not once for each. */
function steadyOffset(day: DayNumber, zone: string): number {
  const entry = knownZone(zone);
  const found = entry.days.get(day);
  if (found !== undefined) return found;
  const [first = 0, ...others] = [-1, 0, 1, 2].map((after) => askOffset(entry, (day + after) * dayMs));
  const steady = others.every((offset) => offset === first) ? first : Number.NaN;
  if (entry.days.size >= mostDays) entry.days.clear();
  entry.days.set(day, steady);
  return steady;
}

function askOffset({ zone }: KnownZone, instant: Instant): number {
  return Math.round(zone.offset(instant) * minuteMs);
}

function knownZone(clock: Clock): KnownZone {
  const found = known.get(clock);
  if (found !== undefined) return found;
  const zones = zonesOfClock(clock);
  if (zones === undefined) throw new RangeError(`not a time zone: ${clock}`);
  const zone = lastOf(zones.map((name) => IANAZone.create(name)));
  const entry = { zone, days: new Map<DayNumber, number>(), quarter: Number.NaN, offset: 0 };
  known.set(clock, entry);
  return entry;
}

/** A country shows the time of its zone that is farthest behind: the last in which its hours open. */
function lastOf([first, ...others]: readonly IANAZone[]): IANAZone {
  const aheadBy = (zone: IANAZone): number => zone.offset(winter) + zone.offset(summer);
  return others.reduce((last, zone) => (aheadBy(zone) < aheadBy(last) ? zone : last), first!);
}

const [winter, summer] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)];

/** The first instant after `from`, and not after `to`, at which the zone's offset differs; undefined when it stays. */
export function nextChange(zone: string, from: Instant, to: Instant): Instant | undefined {
  for (let at = from; at < to; at += 7 * dayMs) {
    const end = Math.min(at + 7 * dayMs, to);
    const offset = offsetAt(at, zone);
    if (offset !== offsetAt(end, zone)) return firstInstant(at, end, (one) => offsetAt(one, zone) !== offset);
  }
  return undefined;
}

/** `2026-11-23T09:00:00.250+01:00`; milliseconds only if they are not zero. */
export function formatInstant(instant: Instant, zone: string): string {
  const offset = offsetAt(instant, zone);
  const wall = Math.floor(instant + offset);
  const second = Math.floor(wall / secondMs);
  // A report of a million jobs has four million instants, thousands of them in one second.
  if (second !== latest.second) {
    latest.second = second;
    latest.text = new Date(second * secondMs).toISOString().slice(0, -'.000Z'.length);
  }
  return `${latest.text}${fractionText(wall - second * secondMs)}${offsetText(offset)}`;
}

/** ` (+01:00)` for a moment whose wall clock comes twice, as at the end of summer time; empty for others. */
export function offsetIfTwice(instant: Instant, zone: string): string {
  if (!Number.isNaN(steadyOffset(Math.floor(instant / dayMs), zone))) return '';
  const offset = offsetAt(instant, zone);
  const others = [offsetAt(instant - dayMs, zone), offsetAt(instant + dayMs, zone)].filter((other) => other !== offset);
  const isTwice = others.some((other) => wallAt(instant + offset - other, zone) === instant + offset);
  return isTwice ? ` (${offsetText(offset)})` : '';
}

const secondMs = 1_000;
/** The second whose text was made last. */
const latest = { second: Number.NaN, text: '' };

function fractionText(ms: number): string {
  return ms === 0 ? '' : `.${ms < 100 ? '0' : ''}${two(ms)}`;
}

function offsetText(offset: number): string {
  const minutes = Math.abs(Math.round(offset / minuteMs));
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** `2026-11-23T09:00:00`, with milliseconds if they are not zero. */
export function formatWall(wall: WallClock): LocalDateTime {
  const text = new Date(Math.floor(wall)).toISOString();
  return text.slice(0, text.endsWith('.000Z') ? -'.000Z'.length : -1);
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** What `writtenInstant` recognises; a wall clock is one of `zone`. Undefined for anything else. */
export function readInstant(written: string | number | boolean, zone: string): Instant | undefined {
  const text = typeof written === 'string' ? written.trim() : String(written);
  const time = writtenDateTime(text);
  if (time === undefined) return undefined;
  return 'instant' in time ? time.instant : instantOfWall(time.wall, zone);
}

/**
 * The clock of somebody where only the country is known: the campaign's zone where the whole country has its time, as Germany has that
 * of Berlin. Undefined if the country has no zones that are known.
 */
export function clockOfCountry(country: string, campaignZone: string): Clock | undefined {
  const zones = zonesOfClock(country);
  if (zones === undefined) return undefined;
  const own = canonicalZone(campaignZone);
  const isOwn = zones.some((zone) => zone === campaignZone || canonicalZone(zone) === own);
  if (isOwn && zones.every((zone) => haveSameTime(zone, campaignZone))) return campaignZone;
  return zones.length === 1 ? zones[0] : country;
}

/** In each week of these years: what is known of later ones repeats the last of them. */
function haveSameTime(zone: string, other: string): boolean {
  for (let at = Date.UTC(2025, 0); at < Date.UTC(2030, 0); at += 7 * dayMs)
    if (offsetAt(at, zone) !== offsetAt(at, other)) return false;
  return true;
}
