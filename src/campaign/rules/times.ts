import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { parseDuration } from '../../time/duration.ts';
import { isZone, nearestZone } from '../../time/time-zone.ts';
import { dayMs, daysIn, isCalendarDate, timeOf } from '../../time/wall-clock.ts';
import type { Window } from '../../time/window.ts';
import { readTimeFormat } from '../../time/written-time.ts';
import type { AudienceInput, ContactsInput } from '../schema/campaign-input.gen.ts';
import { keySpan, type Path, placeAt, valueAt, valueSpan, type YamlTree } from '../yaml/yaml-tree.ts';
import { conditionsOf } from './recipients.ts';
import { type CampaignRule, finding, isMisshapen, type RuleInput } from './rule.ts';

const [firstYear, lastYear] = [2000, 2100];
/** Of cells, which may be the birthdays of people. */
const firstCellYear = 1900;

/** A date in any other year is a typing mistake. */
export function isCampaignYear(year: number): boolean {
  return year >= firstYear && year <= lastYear;
}

/** Every date is one that the calendar has, of a year in which campaigns are; with which cells are compared, in which people were born. */
export const datesExist: CampaignRule = ({ input, campaign, tree }) => {
  const ofCampaign: Path[] = [
    ['starts'],
    ['ends'],
    ...campaign.steps.flatMap((step): Path[] => [
      ['steps', step.id, 'at'],
      ['steps', step.id, 'until'],
    ]),
    ...exceptPaths(['window'], input.window),
    ...campaign.steps.flatMap((step) => exceptPaths(['steps', step.id, 'window'], input.steps[step.id]?.window)),
  ];
  const ofCells = conditionsOf(campaign).flatMap(({ path }): Path[] => [
    [...path, 'before'],
    [...path, 'after'],
  ]);
  return [
    ...ofCampaign.flatMap((path) => dateFindings(tree, path, firstYear)),
    ...ofCells.flatMap((path) => dateFindings(tree, path, firstCellYear)),
  ];
};

function dateFindings(tree: YamlTree, path: Path, first: number): Diagnostic[] {
  const written = valueAt(tree.value, path);
  if (typeof written !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(written)) return [];
  const [year, month] = [Number(written.slice(0, 4)), Number(written.slice(5, 7))];
  if (year < first || year > lastYear) {
    const message = `The year ${written.slice(0, 4)} is not between ${first} and ${lastYear}`;
    return [finding('CS2006', valueSpan(tree, path), message)];
  }
  if (isCalendarDate(written)) return [];
  const hint = month >= 1 && month <= 12 ? `that month has ${daysIn(year, month)} days` : 'months go from 01 to 12';
  return [finding('CS5003', valueSpan(tree, path), `${written.slice(0, 10)} is not a date in the calendar`, { hint })];
}

function exceptPaths(path: Path, window: unknown): Path[] {
  const except = typeof window === 'object' && window !== null ? (window as { except?: unknown[] }).except : undefined;
  return (except ?? []).map((_, index) => [...path, 'except', index]);
}

/** Nothing ends before it starts, and no step lies outside the campaign. Local date-times compare as texts. */
export const endsFollowStarts: CampaignRule = ({ campaign, tree }) => {
  const findings: Diagnostic[] = [];
  const isAfter = (later: string | undefined, earlier: string | undefined): boolean =>
    later === undefined || earlier === undefined || later > earlier;
  const report = (path: Path, other: Path, message: string): void => {
    const related = [{ message: `\`${other.at(-1)}\` is here`, span: valueSpan(tree, other) }];
    findings.push(finding('CS5002', valueSpan(tree, path), message, { related }));
  };
  const { starts, ends } = campaign;
  if (!isAfter(ends, starts)) report(['ends'], ['starts'], '`ends` is not after `starts`, so nothing would start');
  for (const { id, at, until } of campaign.steps) {
    const path = (key: string): Path => ['steps', id, key];
    const never = 'so it would never start';
    if (!isAfter(until, at))
      report(path('until'), path('at'), `\`until\` of \`${id}\` is not after its \`at\`, ${never}`);
    if (!isAfter(until, starts))
      report(path('until'), ['starts'], `\`until\` of \`${id}\` is not after the campaign starts, ${never}`);
    if (!isAfter(ends, at))
      report(path('at'), ['ends'], `\`at\` of \`${id}\` is not before the campaign ends, ${never}`);
  }
  return findings;
};

/** Longer ones lead beyond the calendar that people plan in. */
const longestMs = 366 * dayMs;
/** Timers and databases count milliseconds in 32 bits: a longer time would be over at once. */
const longestTimeoutMs = 24 * dayMs;
/** A gate asks the service again and again, for hours. */
const shortestEveryMs = 1000;

/** No duration is longer than a year, and no gate asks more often than once a second. */
export const durationsAreInRange: CampaignRule = (about) => {
  const { campaign } = about;
  const { guardMs } = campaign.limits;
  return [
    ...(guardMs > longestMs ? [outOfRange(about, ['limits', 'guard'], 'longest')] : []),
    ...campaign.audiences.flatMap(({ name, source }) =>
      (source?.timeoutMs ?? 0) > longestTimeoutMs
        ? [outOfRange(about, ['audiences', name, 'timeout'], 'longestTimeout')]
        : [],
    ),
    ...campaign.steps.flatMap(({ id, delayMs, everyMs = shortestEveryMs, expiresMs = 0, forEach }) => {
      const at = (key: string): Path => ['steps', id, key];
      const tooLong = Object.entries({ delay: delayMs, every: everyMs, expires: expiresMs })
        .filter(([, ms]) => ms > longestMs)
        .map(([key]) => outOfRange(about, at(key), 'longest'));
      const wavesApart = forEach?.waves?.afterMs ?? 0;
      if (wavesApart > longestMs) tooLong.push(outOfRange(about, [...at('forEach'), 'between', 'after'], 'longest'));
      const tooShort = everyMs < shortestEveryMs ? [outOfRange(about, at('every'), 'shortest')] : [];
      return [...tooLong, ...tooShort];
    }),
  ];
};

/** Of `contacts.yaml`, or of the `contacts` of a campaign, which are at `at`. */
export function contactDurationsInRange(contacts: ContactsInput, tree: YamlTree, at: Path): Diagnostic[] {
  const { caps = [], atLeastApart, suppression = [] } = contacts;
  return [
    ...caps.map(({ per }, index) => [per.replace('rolling ', ''), ['caps', index, 'per'], undefined] as const),
    [atLeastApart, ['atLeastApart'], 'holdsNobody'] as const,
    ...suppression.map(({ maxAge }, index) => [maxAge, ['suppression', index, 'maxAge'], 'alwaysOld'] as const),
  ].flatMap(([text, path, ifNone]) => {
    const ms = text === undefined || text === 'day' ? dayMs : parseDuration(text);
    if (ms > longestMs) return [outOfRange({ tree }, [...at, ...path], 'longest')];
    return ms === 0 && ifNone !== undefined ? [outOfRange({ tree }, [...at, ...path], ifNone)] : [];
  });
}

const bounds = {
  longest: { what: 'longer than a year', hint: 'the longest is `366d`' },
  longestTimeout: { what: 'longer than 24 days', hint: 'the longest is `24d`; minutes are usual' },
  shortest: { what: 'shorter than a second', hint: 'the shortest is `1s`; a few minutes are usual' },
  holdsNobody: { what: 'zero', hint: 'leave it out, or write a time such as `4h`' },
  alwaysOld: { what: 'zero, and every list is older', hint: 'write a time such as `31d`' },
} as const;

function outOfRange({ tree }: Pick<RuleInput, 'tree'>, path: Path, bound: keyof typeof bounds): Diagnostic {
  const { value, source } = placeAt(tree, path);
  const { what, hint } = bounds[bound];
  return finding('CS2006', value, `\`${path.at(-1)}: ${source ?? ''}\` is ${what}`, { hint });
}

/** `limits.guard` leaves some time in every window. */
export const guardLeavesTime: CampaignRule = ({ campaign, tree }) => {
  const { guardMs } = campaign.limits;
  const step = campaign.steps.find(({ window }) => window !== 'always' && isFilled(window, guardMs));
  if (step === undefined || step.window === 'always') return [];
  const { value, source } = placeAt(tree, ['limits', 'guard']);
  const { open, close, span } = step.window;
  const message = `\`guard: ${source ?? ''}\` leaves \`${step.id}\` no time: its window is ${open}–${close}`;
  const hint = 'the guard shortens the end of every window; a few seconds are enough';
  const related = span === undefined ? [] : [{ message: 'the window is here', span }];
  return [finding('CS5005', value, message, { hint, related })];
};

/** Windows that never open have a finding of their own; around the clock, one day's touches the next, and there is no end. */
function isFilled({ open, close }: Window, guardMs: number): boolean {
  const ms = timeOf(close) - timeOf(open);
  const length = ms < 0 ? ms + dayMs : ms;
  return length > 0 && length < dayMs && length <= guardMs;
}

/** Zones are IANA names: abbreviations mean several, and offsets are wrong for half of the year. */
export const zonesExist: CampaignRule = (about) => {
  const { input, campaign, tree } = about;
  const has = (tree.value as Record<string, unknown>)['timezone'];
  return [
    ...(typeof has === 'string' ? zoneFindings(input.timezone, tree, ['timezone']) : []),
    ...campaign.audiences.flatMap(({ name, timezone, lastInbound }) => {
      const at = ['audiences', name];
      const written = input.audiences?.[name]?.timezone ?? {};
      return [
        ...(written.zone === undefined ? [] : zoneFindings(written.zone, tree, [...at, 'timezone', 'zone'])),
        ...('column' in timezone && timezone.else !== undefined && 'zone' in timezone.else
          ? zoneFindings(timezone.else.zone, tree, [...at, 'timezone', 'else'])
          : []),
        ...(lastInbound?.zone === undefined
          ? []
          : zoneFindings(lastInbound.zone, tree, [...at, 'lastInbound', 'zone'])),
        ...(isMisshapen(about, [...at, 'timezone', 'column']) ? [] : contradiction(written, tree, [...at, 'timezone'])),
      ];
    }),
  ];
};

/** A zone is the same for all; a column is not, and only its cells may be empty. */
function contradiction(
  { column, zone, else: other }: NonNullable<AudienceInput['timezone']>,
  tree: YamlTree,
  path: Path,
): Diagnostic[] {
  if (column !== undefined && zone !== undefined) {
    const message = '`timezone` has both a `column` and a `zone`';
    const hint = 'keep one of them; `else` beside `column` says how an empty cell is read';
    return [finding('CS5012', keySpan(tree, [...path, 'zone']), message, { hint })];
  }
  if (other === undefined || column !== undefined) return [];
  const message = '`else` is for the empty cells of a `column`, and there is none';
  const hint = 'name the column, or remove `else`';
  return [finding('CS5012', keySpan(tree, [...path, 'else']), message, { hint })];
}

/** `format` says how the times of a column are written. */
export const formatsAreTimes: CampaignRule = ({ campaign, tree }) =>
  campaign.audiences.flatMap(({ name, lastInbound }) => {
    const { format } = lastInbound ?? {};
    const read = format === undefined ? undefined : readTimeFormat(format);
    if (format === undefined || typeof read !== 'string') return [];
    const span = valueSpan(tree, ['audiences', name, 'lastInbound', 'format']);
    const message = `\`${format}\` is not a format of a time: ${read}`;
    const hint = 'write it as in `DD/MM/YYYY HH:mm` or `M/D/YYYY h:mm A`';
    return [finding('CS5013', span, message, { hint })];
  });

function zoneFindings(zone: string, tree: YamlTree, path: Path): Diagnostic[] {
  if (isZone(zone)) return [];
  const span = valueSpan(tree, path);
  const meant = nearestZone(zone);
  const message = /^[A-Z]{2,5}$/.test(zone)
    ? `\`${zone}\` is an abbreviation for several time zones`
    : /^(UTC|GMT)? ?[+-]\d/.test(zone)
      ? `\`${zone}\` is an offset, which is wrong when the clocks change`
      : `There is no time zone \`${zone}\``;
  const hint =
    meant === undefined ? 'use the name of a place, such as `Africa/Lagos`' : ({ kind: 'meant', word: meant } as const);
  return [finding('CS5001', span, message, { hint })];
}
