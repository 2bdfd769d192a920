import { comparable } from '../audience/comparable.ts';
import type { Roster } from '../audience/roster.ts';
import type { AudienceTimezone, Campaign, Step } from '../campaign/campaign.ts';
import { jobId } from '../job/address.ts';
import type { Instant } from '../platform/ports.ts';
import { operations } from '../service/operations/operations.ts';
import type { Window } from '../time/window.ts';
import { auditSession, type LastMessage, lastMessages } from './audit-session.ts';
import type { AuditedStart, AuditFinding, AuditInput, AuditRule, JudgedHours } from './audited-start.ts';
import { judgedHours, wallClock, zonesOfNumber } from './hours.ts';

/** What one start breaks by itself. */
interface JudgedStart {
  readonly findings: readonly AuditFinding[];
  /** It was sent to somebody whom the current files do not have. */
  readonly hasLeft: boolean;
}

type JudgeInput = Pick<AuditInput, 'campaign' | 'rosters' | 'windows' | 'remembers' | 'countryOf'>;

/** Judges starts one by one: hours, dates, session, audience. */
export function startJudge(input: JudgeInput) {
  const { campaign, remembers } = input;
  const steps = new Map(campaign.steps.map((step) => [step.id, knownStep(input, step)]));
  let sessions = 0;
  let isCounted = false;

  const judgeAs = (id: string, start: AuditedStart): JudgedStart => {
    const { at: slot, leftAt: at = slot, key, isTakenOut } = start;
    const found = (rule: AuditRule, messages: readonly string[]): readonly AuditFinding[] =>
      messages.length === 0
        ? none
        : messages.map((message) => ({ rule, message: message + lateness(slot, at), ...jobId(id, key), at }));
    const known = steps.get(id);
    if (isTakenOut === true) return judged(found('dates', auditDates(campaign, undefined, at)), false);
    if (known === undefined) return judged(notThere('there is no such step', id, key, at), false);
    const { step, hours } = known;
    const person = known.personOf(key);
    const hasLeft = person === undefined && remembers?.(id, key) === true;
    if (person === undefined && !hasLeft) return judged(notThere('not in the audience', id, key, at), false);
    const zones = person === undefined ? known.zonesOfAbsent(key) : person.zones;
    const lastMessage = operations[step.uses].needsSession === true ? person?.lastMessage : undefined;
    if (lastMessage !== undefined && !isCounted) {
      sessions++;
      isCounted = true;
    }
    const [wrongHours, wrongDates, wrongSession] = [
      zones === undefined
        ? none
        : found('hours', auditHours(hours, zones, at, key === undefined ? undefined : input.countryOf?.(key))),
      found('dates', auditDates(campaign, step, at)),
      lastMessage === undefined ? none : found('session', auditSession(lastMessage, at, remembers === undefined)),
    ];
    const isFine = wrongHours.length + wrongDates.length + wrongSession.length === 0;
    return judged(isFine ? none : [...wrongHours, ...wrongDates, ...wrongSession], hasLeft);
  };

  return {
    judge(start: AuditedStart): JudgedStart {
      const { steps: ids, repeat, isTakenOut } = start;
      const isFirst = repeat !== true && isTakenOut !== true;
      isCounted = false;
      if (ids.length === 1) {
        const { findings, hasLeft } = judgeAs(ids[0]!, start);
        return judged(findings, isFirst && hasLeft);
      }
      const all = ids.map((id) => judgeAs(id, start));
      // If the step is not known, one step that fits is enough.
      const findings = all.some((one) => one.findings.length === 0) ? none : (all[0]?.findings ?? none);
      return judged(findings, isFirst && all.every(({ hasLeft }) => hasLeft));
    },
    /** Of the starts so far. */
    hours: (): readonly JudgedHours[] =>
      campaign.audiences.flatMap(({ name, timezone: rule }): readonly JudgedHours[] => {
        const judges = [...steps.values()].filter(({ step }) => step.forEach?.audience === name);
        const seen = new Set(judges.flatMap(({ byNumber }) => [...byNumber]));
        const countries = [...seen].filter((country) => country !== '').sort();
        return judges.length === 0 ? [] : [{ audience: name, rule, campaignZone: seen.has(''), countries }];
      }),
    /** Of the starts so far, those whose session was judged. */
    sessions: (): number => sessions,
  };
}

/** Most starts are like this: they need no object of their own. */
const fine: JudgedStart = { findings: [], hasLeft: false };

function judged(findings: readonly AuditFinding[], hasLeft: boolean): JudgedStart {
  return findings.length === 0 && !hasLeft ? fine : { findings, hasLeft };
}

function notThere(message: string, id: string, key: string | undefined, at: Instant): readonly AuditFinding[] {
  return [{ rule: 'audience', ...jobId(id, key), at, message }];
}

const none: readonly never[] = [];

function lateness(slot: Instant, leftAt: Instant): string {
  return slot === leftAt ? '' : ` (it left ${leftAt - slot} ms after its slot)`;
}

export interface KnownStep {
  readonly step: Step;
  readonly hours: Window | 'always';
  /** Of somebody who is in the audience no more; undefined if only their row had it. */
  readonly zonesOfAbsent: (key: string | undefined) => Zones | undefined;
  readonly personOf: (key: string | undefined) => Person | undefined;
  /** Countries of those who were judged by their number; '' where that made it the campaign's zone. */
  readonly byNumber: ReadonlySet<string>;
}

/** The hours of all of them must be open: several where only the country of a number is known. */
export type Zones = readonly string[];

interface Person {
  readonly zones: Zones;
  /** Undefined if the cell cannot be read, or the audience does not have it. */
  readonly lastMessage?: LastMessage | undefined;
}

/** What is the same for all of its starts. */
export function knownStep(
  { campaign, rosters, windows, countryOf }: Omit<JudgeInput, 'remembers'>,
  step: Step,
): KnownStep {
  const { timezone } = campaign;
  const hours = judgedHours(step, windows);
  if (step.forEach === undefined) {
    const nobody = { zones: [timezone] };
    return { step, hours, zonesOfAbsent: () => nobody.zones, personOf: () => nobody, byNumber: new Set() };
  }
  const audience = campaign.audiences.find(({ name }) => name === step.forEach?.audience);
  const roster = rosters.get(step.forEach.audience);
  const byNumber = new Set<string>();
  const zonesOf = zonesByRule(audience?.timezone ?? { zone: timezone }, (key) => {
    const country = key === undefined ? undefined : countryOf?.(key);
    const zones = zonesOfNumber(country, timezone);
    byNumber.add(zones.length === 1 && zones[0] === timezone ? '' : country!);
    return zones;
  });
  const readLast = audience?.lastInbound && lastMessages(audience.lastInbound, timezone);
  return {
    step,
    hours,
    zonesOfAbsent: (key) => zonesOf(key, undefined),
    personOf: (key) => personIn(audience, roster, key, zonesOf, readLast),
    byNumber,
  };
}

type ZonesOf = (key: string | undefined, row: { readonly cell: string } | undefined) => Zones | undefined;

/** By the row, if the list has a column; by the number, where nothing else says it. */
function zonesByRule(rule: AudienceTimezone, byNumber: (key: string | undefined) => Zones): ZonesOf {
  if ('zone' in rule) {
    const zones = [rule.zone];
    return () => zones;
  }
  if ('by' in rule) return byNumber;
  const otherwise = rule.else && zonesByRule(rule.else, byNumber);
  return (key, row) => {
    if (row === undefined) return undefined;
    return row.cell !== '' || otherwise === undefined ? [row.cell] : otherwise(key, row);
  };
}

function personIn(
  audience: Campaign['audiences'][number] | undefined,
  roster: Roster | undefined,
  key: string | undefined,
  zonesOf: ZonesOf,
  readLast: ReturnType<typeof lastMessages> | undefined,
): Person | undefined {
  const index = key === undefined ? undefined : roster?.indexOf(key);
  if (audience === undefined || roster === undefined || index === undefined) return undefined;
  const cell = 'column' in audience.timezone ? roster.value(index, audience.timezone.column) : undefined;
  const zones = zonesOf(key, { cell: comparable(String(cell ?? '')) })!;
  if (audience.lastInbound === undefined) return { zones };
  return { zones, lastMessage: readLast?.(roster.value(index, audience.lastInbound.column)) };
}

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

function auditHours(
  window: Window | 'always',
  zones: Zones,
  at: Instant,
  country: string | undefined,
): readonly string[] {
  for (const zone of zones) {
    const found = auditHoursIn(zone, window, at, country);
    if (found.length > 0) return found;
  }
  return none;
}

function auditHoursIn(
  zone: string,
  window: Window | 'always',
  at: Instant,
  country: string | undefined,
): readonly string[] {
  const clock = wallClock(zone, at);
  if (clock === undefined) return [`no time zone is known (${zone || 'none given'})`];
  if (window === 'always') return none;
  const time = clock.slice(11);
  const overMidnight = window.close <= window.open;
  const inHours = overMidnight
    ? time >= window.open || time < window.close
    : time >= window.open && time < window.close;
  if (!inHours) return [`at ${time} in ${zone}, outside ${window.open}–${window.close}`];
  const opened = Date.parse(`${clock.slice(0, 10)}T00:00:00Z`) - (overMidnight && time < window.close ? 86_400_000 : 0);
  const day = days[Math.floor(opened / 86_400_000 + 4) % 7] ?? 'sun';
  if (!window.days.includes(day)) return [`on a ${day} in ${zone}`];
  const { except, holidays } = window;
  if (except.length === 0 && holidays === undefined) return none;
  const date = wallClock('UTC', opened)?.slice(0, 10) ?? '';
  if (except.includes(date)) return [`on ${date} in ${zone}, which is excluded`];
  const calendar = holidays?.calendars.get(holidays.of === 'number' ? (country ?? '') : holidays.of);
  if (calendar === undefined) return none;
  const name = calendar.names.get(date);
  if (name !== undefined) return [`on ${date} in ${zone}, which is a holiday: ${name}`];
  return calendar.years.has(date.slice(0, 4)) ? none : [`on ${date} in ${zone}, of a year without a calendar`];
}

function auditDates(campaign: Campaign, step: Step | undefined, at: Instant): readonly string[] {
  const [starts, opens, ends, until] = [campaign.starts, step?.at, campaign.ends, step?.until];
  if (starts === undefined && opens === undefined && ends === undefined && until === undefined) return none;
  const { timezone } = campaign;
  const clock = localTime(timezone, at);
  const early = [starts, opens].filter((from) => from !== undefined && clock < from && !wasShown(from, timezone, at));
  const late = [ends, until].filter((to) => to !== undefined && (clock >= to || wasShown(to, timezone, at)));
  return [...early.map((from) => `before ${from}`), ...late.map((to) => `at or after ${to}`)];
}

/** Whether the clocks have shown this time before, as they went back since. */
function wasShown(time: string, zone: string, at: Instant): boolean {
  const shownAt = (instant: Instant): string => localTime(zone, instant);
  // Most starts are days before an end.
  if (Date.parse(`${time}Z`) - Date.parse(`${shownAt(at)}Z`) > longestChangeMs) return false;
  const passedMs = Date.parse(`${shownAt(at)}Z`) - Date.parse(`${shownAt(at - longestChangeMs)}Z`);
  if (passedMs >= longestChangeMs) return false;
  for (let ago = 0; ago <= longestChangeMs; ago += 1_000) if (shownAt(at - ago) >= time) return true;
  return false;
}

const longestChangeMs = 3 * 3_600_000;

function localTime(zone: string, at: Instant): string {
  return wallClock(zone, at)?.replace(' ', 'T') ?? '';
}
