import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Roster } from '../audience/roster.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { unreadFile } from '../diagnostic/source-file.ts';
import { type Files, isUnreadable } from '../platform/ports.ts';
import { countryName } from '../time/time-zone.ts';
import { dateOf, dayMs, isCalendarDate, type LocalDate, type LocalDateTime, wallOf } from '../time/wall-clock.ts';
import type { Calendar, Holidays, Window } from '../time/window.ts';
import type { Campaign, Step } from './campaign.ts';
import { type CampaignPaths, locate } from './campaign-paths.ts';
import { finding, type RuleInput } from './rules/rule.ts';
import { decode, notText, parseYaml } from './yaml/parse.ts';
import { keySpan, valueSpan } from './yaml/yaml-tree.ts';

/** Beside the campaign: `holidays/NG-2026.yaml` has the dates of one country and year, each with its name. */
const holidaysFolder = 'holidays';
const mostBytes = 100_000;

export interface HolidaysLoaded {
  readonly calendars: ReadonlyMap<string, Calendar>;
  readonly paths: readonly string[];
  readonly hashes: Readonly<Record<string, string>>;
  readonly diagnostics: readonly Diagnostic[];
}

export const noHolidays: HolidaysLoaded = { calendars: new Map(), paths: [], hashes: {}, diagnostics: [] };

/** The calendars of all windows with `holidays`. One that the campaign needs and that does not exist is a finding. */
export async function loadHolidays(
  files: Files,
  paths: CampaignPaths,
  about: RuleInput,
  rosters: ReadonlyMap<string, Roster>,
): Promise<HolidaysLoaded> {
  const asked = windowsOf(about.campaign).filter(({ window }) => window.holidays !== undefined);
  const calendars = new Map<string, { years: Set<string>; names: Map<string, string> }>();
  const hashes: Record<string, string> = {};
  const diagnostics: Diagnostic[] = [];
  const read: string[] = [];
  if (asked.length === 0) return noHolidays;
  const names = (await files.list(paths.absolute(holidaysFolder))) ?? [];
  const byCountry = asked.map((one) => ({ ...one, countries: countriesOf(one.window.holidays!, rosters) }));
  for (const country of new Set(byCountry.flatMap(({ countries }) => countries))) {
    const calendar = { years: new Set<string>(), names: new Map<string, string>() };
    calendars.set(country, calendar);
    for (const name of names.filter((one) => new RegExp(`^${country}-\\d{4}\\.yaml$`).test(one))) {
      const path = join(holidaysFolder, name);
      const found = await readCalendar(files, paths, path, name.slice(3, 7));
      read.push(path);
      if (found.hash !== undefined) hashes[path] = found.hash;
      diagnostics.push(...found.diagnostics);
      calendar.years.add(name.slice(3, 7));
      for (const [date, holiday] of found.days) calendar.names.set(date, holiday);
    }
  }
  const needed = yearsOf(about.campaign);
  for (const { path, countries } of byCountry) {
    for (const country of countries) {
      const { years } = calendars.get(country)!;
      const missing = needed.filter((year) => !years.has(year));
      if (missing.length === 0 && (needed.length > 0 || years.size > 0)) continue;
      const [year = 'YEAR'] = missing;
      const file = join(holidaysFolder, `${country}-${year}.yaml`);
      const message = `The holidays of ${countryName(country)}${missing.length === 0 ? '' : ` in ${missing.join(' and ')}`} are not known: there is no \`${file}\``;
      const hint = `\`mkdir -p ${paths.shown(holidaysFolder)} && callsheet calendar ${country} ${year} > ${paths.shown(file)}\` proposes one to read and commit`;
      diagnostics.push(finding('CS5014', valueSpan(about.tree, path), message, { hint }));
    }
  }
  return { calendars, paths: read, hashes, diagnostics };
}

/** Whether the country of each number decides. */
export function keepsHolidaysByNumber(campaign: Campaign): boolean {
  return windowsOf(campaign).some(({ window }) => window.holidays?.of === 'number');
}

/** The campaign with the calendars in its windows. */
export function withHolidays(campaign: Campaign, calendars: ReadonlyMap<string, Calendar>): Campaign {
  if (calendars.size === 0) return campaign;
  const filled = new Map<Window, Window>();
  const fill = (window: Window): Window => {
    if (window.holidays === undefined) return window;
    const known = filled.get(window) ?? { ...window, holidays: { ...window.holidays, calendars } };
    filled.set(window, known);
    return known;
  };
  const steps = campaign.steps.map((step) =>
    step.window === 'always' ? step : { ...step, window: fill(step.window) },
  );
  return { ...campaign, window: fill(campaign.window), steps };
}

function windowsOf({ window, steps }: Campaign) {
  const own = steps.flatMap((step) =>
    step.window === 'always' || step.window === window
      ? []
      : [{ window: step.window, path: ['steps', step.id, 'window', 'holidays'] }],
  );
  return [{ window, path: ['window', 'holidays'] }, ...own];
}

function countriesOf({ of }: Holidays, rosters: ReadonlyMap<string, Roster>): readonly string[] {
  if (of !== 'number') return [of];
  const countries = new Set<string>();
  for (const { size, country } of rosters.values()) {
    for (let index = 0; country !== undefined && index < size; index++) {
      const found = country(index);
      if (found !== undefined) countries.add(found);
    }
  }
  return [...countries].sort();
}

/** Of which holidays must be known; none where the campaign says no date. */
function yearsOf({ starts, ends, steps }: Campaign): readonly string[] {
  const first = starts ?? ends;
  if (first === undefined) return [];
  const from = Number(first.slice(0, 4));
  const to = Number((ends ?? lastStart(first, steps)).slice(0, 4));
  return Array.from({ length: Math.min(50, to - from + 1) }, (_, index) => String(from + index));
}

/**
 * The day by which a campaign without `ends` has started its last job, if nothing holds it up but the waits that it asks for: what does
 * not start on its day does so on the next.
 */
function lastStart(starts: LocalDateTime, steps: readonly Step[]): LocalDate {
  const waits = steps.map(({ delayMs, forEach }) => {
    const { sizes = [], afterMs = 0 } = forEach?.waves ?? {};
    return delayMs + afterMs * Math.max(0, sizes.length - 1);
  });
  const waited = wallOf(starts) + waits.reduce((sum, wait) => sum + wait, 0);
  const dated = steps.flatMap(({ at }) => (at === undefined ? [] : [wallOf(at)]));
  return dateOf(Math.floor(Math.max(waited, ...dated) / dayMs) + 1);
}

async function readCalendar(
  files: Files,
  paths: CampaignPaths,
  path: string,
  year: string,
): Promise<{
  readonly days: readonly (readonly [string, string])[];
  readonly hash?: string;
  readonly diagnostics: readonly Diagnostic[];
}> {
  const shown = paths.shown(path);
  const whole = unreadFile(shown);
  const located = await locate(files, paths, path);
  const bytes = located.kind === 'found' ? await files.readBytes(located.path, mostBytes) : undefined;
  if (bytes === undefined || isUnreadable(bytes))
    return { days: [], diagnostics: [finding('CS5015', whole, `\`${path}\` cannot be read`)] };
  const text = decode(bytes);
  if (text === undefined) return { days: [], diagnostics: [notText(whole.file, bytes)] };
  const parsed = parseYaml({ path: shown, text });
  if (parsed.value === undefined) return { days: [], diagnostics: parsed.diagnostics };
  const tree = parsed.value;
  const entries = Object.entries((tree.value ?? {}) as Readonly<Record<string, unknown>>);
  const wrong = entries.flatMap(([date, name]) => {
    const isRight = isCalendarDate(date) && date.startsWith(`${year}-`) && typeof name === 'string' && name !== '';
    const message = `\`${date}\` is not a date of ${year} with the name of its holiday`;
    return isRight
      ? []
      : [finding('CS5015', keySpan(tree, [date]), message, { hint: `such as \`${year}-12-25: Christmas Day\`` })];
  });
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { days: entries as (readonly [string, string])[], hash, diagnostics: [...parsed.diagnostics, ...wrong] };
}
