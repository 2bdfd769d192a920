import { createTally } from '../../audience/audience-problem.ts';
import { comparable, hasColumn } from '../../audience/comparable.ts';
import { loadCountryTest } from '../../audience/number/country-key.ts';
import { loadHasNumber } from '../../audience/number/number-country.ts';
import type { Roster } from '../../audience/roster.ts';
import type { DiagnosticCode } from '../../diagnostic/codes.ts';
import { counted } from '../../diagnostic/count-words.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { maskNumbers } from '../../diagnostic/numbers-in-text.ts';
import type { Files } from '../../platform/ports.ts';
import { countryName, isZone, nearestZone, zonesOfCountry } from '../../time/time-zone.ts';
import { readTime, readTimeFormat, writtenDateTime, writtenInstant } from '../../time/written-time.ts';
import type { Audience, LastInbound } from '../campaign.ts';
import { type RuleInput, warning } from '../rules/rule.ts';
import { type Path, valueSpan } from '../yaml/yaml-tree.ts';
import { type ListedFile, readExcerpts, relatedLines } from './excerpt.ts';
import { recipientClocks } from './judged-hours.ts';

/** The list of an audience, and the recipients in it. */
export interface ReadList {
  readonly files: Files;
  readonly file: ListedFile;
  readonly header: readonly string[];
  readonly roster: Roster;
}

/** Recipients whose time zone is unknown, or does not fit their number, or of whose number no time zone is known. */
export async function zoneFindings(
  read: ReadList,
  { tree, campaign }: RuleInput,
  { name, timezone }: Audience,
): Promise<Diagnostic[]> {
  const at: Path = ['audiences', name, 'timezone'];
  if (!('column' in timezone)) return 'by' in timezone ? noCountryFindings(read, name, campaign.timezone, tree) : [];
  if (!hasColumn(read.header, timezone.column)) return [];
  const cells = { column: timezone.column, span: valueSpan(tree, [...at, 'column']) };
  return [
    ...(await valueFindings(read, {
      ...cells,
      code: 'CS6012',
      isGood: (cell) => cell === '' || isZone(cell),
      message: (people, example) => `${people} an unknown time zone in ${example}`,
      hint: zoneHint,
    })),
    ...(timezone.else === undefined
      ? await valueFindings(read, {
          ...cells,
          code: 'CS6052',
          isGood: (cell) => cell !== '',
          message: (people, _, count) =>
            `${people} no time zone in \`${timezone.column}\` and ${count === 1 ? 'is' : 'are'} skipped`,
          hint: () =>
            `say how an empty cell is read: \`timezone: { column: ${timezone.column}, else: number }\` for the zones of the number’s country, or a zone in place of \`number\``,
        })
      : []),
    ...(await misfits(read, cells)),
  ];
}

function zoneHint(cell: string): string {
  const meant = nearestZone(cell);
  return meant === undefined
    ? 'use IANA names such as `Africa/Lagos`; these recipients are skipped'
    : `did you mean \`${meant}\`? These recipients are skipped`;
}

/** A zone whose time differs from that of every zone of the number's country. */
async function misfits(
  read: ReadList,
  cells: { readonly column: string; readonly span: Diagnostic['span'] },
): Promise<Diagnostic[]> {
  const { roster } = read;
  if (roster.country === undefined) return [];
  // Time zones are costly to load, and a list without a column never needs them here.
  const { offsetAt } = await import('../../time/local-time.ts');
  const hasNumber = await loadHasNumber();
  const times = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)];
  const isSame = (zone: string, other: string): boolean =>
    zone === other || times.every((time) => offsetAt(time, zone) === offsetAt(time, other));
  const known = new Map<string, Map<string, boolean>>();
  const fits = (zone: string, country: string): boolean => {
    let ofCountry = known.get(country);
    if (ofCountry === undefined) known.set(country, (ofCountry = new Map()));
    let fit = ofCountry.get(zone);
    if (fit === undefined) {
      const zones = zonesOfCountry(country);
      fit = zones.length === 0 || zones.some((one) => isSame(zone, one));
      ofCountry.set(zone, fit);
    }
    return fit;
  };
  let country = '';
  return valueFindings(read, {
    ...cells,
    code: 'CS6051',
    isGood(cell, index) {
      if (cell === '' || !isZone(cell)) return true;
      const theirs = roster.country!(index);
      if (theirs === undefined || fits(cell, theirs) || !hasNumber(theirs, roster.number(index))) return true;
      country ||= theirs;
      return false;
    },
    message: (people, example) =>
      `${people} a time zone that does not fit the number: ${example} for a number of ${countryName(country)}`,
    hint: (cell) => misfitHint(cell, country),
  });
}

/** The sign of `Etc/GMT+3` is the opposite of what it looks like. */
function misfitHint(zone: string, country: string): string {
  const [, sign, hours] = /^Etc\/GMT([+-])(\d+)$/.exec(zone) ?? [];
  const zones = zonesOfCountry(country);
  const place = zones.length === 0 ? 'the name of a place' : `a place, such as \`${zones[0]}\``;
  if (sign === undefined) return `write ${place}; if they live elsewhere, it may be right`;
  const [is, meant] = sign === '+' ? ['-', '+'] : ['+', '-'];
  return `\`${zone}\` is UTC${is}${hours}; for UTC${meant}${hours} write \`Etc/GMT${is}${hours}\`, or better ${place}`;
}

/** Numbers of no country, or of one whose zones Node does not know. */
async function noCountryFindings(
  { files, file, roster }: ReadList,
  name: string,
  campaignZone: string,
  tree: RuleInput['tree'],
): Promise<Diagnostic[]> {
  if (roster.country === undefined) return [];
  const judgedBy = recipientClocks(roster, { by: 'number' }, campaignZone);
  const tally = createTally();
  for (let index = 0; index < roster.size; index++)
    if (judgedBy(index).isKnown === false) tally.add(roster.line(index));
  if (tally.count === 0) return [];
  const excerpt = await readExcerpts(files, file, tally.lines);
  const message = `${counted(tally.count, 'recipient has', 'recipients have')} a number whose time zone is unknown, and ${tally.count === 1 ? 'is' : 'are'} judged by ${campaignZone}, the campaign’s zone`;
  const hint = 'check the numbers; to name the zone, set `timezone: { zone: … }` or a column of the list';
  const related = relatedLines(tally.lines, excerpt, valueSpan(tree, ['audiences', name]));
  return [warning('CS6050', excerpt(tally.lines[0]!), message, hint, related)];
}

/** Cells that name no country. */
export async function countryFindings(
  read: ReadList,
  { tree }: RuleInput,
  { name, countryColumn: column }: Audience,
): Promise<Diagnostic[]> {
  if (column === undefined || !hasColumn(read.header, column)) return [];
  const isCountry = await loadCountryTest();
  return valueFindings(read, {
    column,
    span: valueSpan(tree, ['audiences', name, 'country', 'column']),
    code: 'CS6054',
    isGood: (cell) => cell === '' || isCountry(cell),
    message: (people, example) => `${people} an unknown country in ${example}`,
    hint: () => 'write `NG` or `Nigeria`; without a country, a number needs its country code',
  });
}

/** Times of last messages that cannot be read, are still to come, or whose zone somebody has to guess. */
export async function lastInboundFindings(
  read: ReadList,
  { tree, campaign }: RuleInput,
  { name, lastInbound }: { readonly name: string; readonly lastInbound: LastInbound },
  isAhead: ((cell: string, lastInbound: LastInbound) => boolean) | undefined,
): Promise<Diagnostic[]> {
  const { column, format, zone } = lastInbound;
  // The format has a finding of its own.
  if (format !== undefined && typeof readTimeFormat(format) === 'string') return [];
  const cells = { column, span: valueSpan(tree, ['audiences', name, 'lastInbound']) };
  const written = format === undefined ? '' : ` by \`${format}\``;
  return [
    ...(await valueFindings(read, {
      ...cells,
      code: 'CS6013',
      isGood: (cell) => cell === '' || readTime(cell, format) !== undefined,
      message: (people, example) => `${people} an unreadable time in ${example}${written}`,
      hint: unreadableHint(lastInbound),
    })),
    ...(isAhead === undefined
      ? []
      : await valueFindings(read, {
          ...cells,
          code: 'CS6015',
          isGood: (cell) => !isAhead(cell, lastInbound),
          message: (people, example) => `${people} a last message in the future in ${example}`,
          hint: (cell) => {
            const exchanged = format?.replace(/M+|D+/g, (part) =>
              (part.startsWith('M') ? 'D' : 'M').repeat(part.length),
            );
            const isPast =
              exchanged !== undefined &&
              fitsFormat(exchanged)(cell) &&
              !isAhead(cell, { ...lastInbound, format: exchanged });
            return isPast
              ? `perhaps day and month are exchanged: \`format: ${JSON.stringify(exchanged)}\`; until that time, these recipients are skipped`
              : 'check the year, the offset and the unit; until that time, these recipients are skipped';
          },
        })),
    ...(zone !== undefined
      ? []
      : await valueFindings(read, {
          ...cells,
          code: 'CS6053',
          isGood: (cell) => !('wall' in (readTime(cell, format) ?? {})),
          message: (_, example, count) =>
            `${counted(count, 'time')} in ${example}, ${count === 1 ? 'has' : 'have'} no offset and ${count === 1 ? 'is' : 'are'} read as ${campaign.timezone}`,
          hint: () =>
            `name the zone in which they were written, such as \`lastInbound: { column: ${column}, ${format === undefined ? '' : `format: ${JSON.stringify(format)}, `}zone: UTC }\` for most databases`,
        })),
  ];
}

/** Whether a time is written by a format, or as it is without one. */
export function fitsFormat(format: string | undefined): (cell: string) => boolean {
  if (format === undefined) return (cell) => writtenInstant(cell) !== undefined;
  const read = readTimeFormat(format);
  return (cell) => typeof read !== 'string' && read(cell) !== undefined;
}

/** Whether a time in ISO 8601 or Unix time says its zone. */
export function hasOffset(cell: string): boolean {
  const time = writtenDateTime(cell);
  return time === undefined || 'instant' in time;
}

function unreadableHint({ column, format }: LastInbound): (cell: string) => string {
  if (format !== undefined) return () => 'correct `format`, or these cells; these recipients are skipped';
  return (cell) => {
    if (isSpreadsheetDay(cell)) return `${spreadsheetDay}; these recipients are skipped`;
    const likely = likelyFormats.filter((one) => fitsFormat(one)(cell));
    return likely.length === 0
      ? 'write `2026-11-22T18:30:00+01:00`, a local date-time, or seconds since 1970, or say with `format` how it is written; these recipients are skipped'
      : `say how it is written, such as \`lastInbound: { column: ${column}, format: ${JSON.stringify(likely[0])} }\`${likely.length === 1 ? '' : ` or \`${likely[1]}\``}; these recipients are skipped`;
  };
}

/** `46355.4`: days since 1899, as Excel and Sheets save a date in a column that is not formatted as one; here of 1970 to 2099. */
export function isSpreadsheetDay(cell: string): boolean {
  return /^\d{5}([.,]\d+)?$/.test(cell) && Number(cell.slice(0, 5)) >= 25_569 && Number(cell.slice(0, 5)) <= 73_050;
}

export const spreadsheetDay =
  'this is how a spreadsheet counts days: there, format the column as a date with its time, and save the list again';

/** As Excel, Sheets and their users write times. */
const likelyDates = 'D/M/YYYY M/D/YYYY D.M.YYYY D-M-YYYY M-D-YYYY YYYY/M/D D/M/YY M/D/YY D.M.YY'.split(' ');
const likelyTimes = ['H:mm', 'H:mm:ss', 'h:mm A', 'h:mm:ss A', 'H.mm', 'H.mm.ss'];
export const likelyFormats = [
  ...likelyDates.flatMap((date) => [' ', ', '].flatMap((between) => likelyTimes.map((time) => date + between + time))),
  // As telephone exchanges write it.
  'YYYYMMDDHHmmss',
  'YYYYMMDDHHmm',
];

/** Recipients whose cell in one column is not good, in one warning with their first rows. */
async function valueFindings(
  { files, file, roster }: ReadList,
  check: {
    readonly column: string;
    readonly span: Diagnostic['span'];
    readonly code: DiagnosticCode;
    isGood(cell: string, index: number): boolean;
    /** `people` is "2 recipients have", `example` "`tz`, such as `EST`". */
    message(people: string, example: string, count: number): string;
    /** For the first of them. */
    hint(cell: string): string;
  },
): Promise<Diagnostic[]> {
  const { column, span, code } = check;
  const tally = createTally();
  let example = '';
  for (let index = 0; index < roster.size; index++) {
    const cell = comparable(String(roster.value(index, column) ?? ''));
    if (check.isGood(cell, index)) continue;
    if (tally.count === 0) example = cell;
    tally.add(roster.line(index));
  }
  const { count, lines } = tally;
  if (count === 0) return [];
  const excerpt = await readExcerpts(files, file, lines);
  const message = check.message(
    counted(count, 'recipient has', 'recipients have'),
    `\`${column}\`, such as \`${maskNumbers(example).slice(0, 40)}\``,
    count,
  );
  const related = relatedLines(lines, (line) => excerpt(line, column), span);
  return [warning(code, excerpt(lines[0]!, column), message, check.hint(example), related)];
}
