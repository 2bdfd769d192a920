import { readRows } from '../../audience/audience.ts';
import { type CsvSeparator, listFormat } from '../../audience/list-format.ts';
import { loadCountryTest } from '../../audience/number/country-key.ts';
import { readRecipientKey } from '../../audience/number/recipient-key.ts';
import { fitsFormat, hasOffset, likelyFormats } from '../../campaign/audiences/time-findings.ts';
import { listed } from '../../diagnostic/did-you-mean.ts';
import type { Files } from '../../platform/ports.ts';
import { isZone } from '../../time/time-zone.ts';
import type { StarterList } from './starter-campaign.ts';

/** The columns of a list that a first campaign can use, by their names and first rows; or why there are none. */
export async function readStarterList(
  files: Files,
  path: string,
  shown: string,
): Promise<Omit<StarterList, 'file'> | { readonly problem: string }> {
  if (!/\.(csv|jsonl)(\.gz)?$/.test(path))
    return { problem: `${shown} is not a list: its name must end in .csv, or in .jsonl (a JSON object in each line)` };
  let names: readonly string[] = [];
  for (const sep of separators) {
    const begin = await readBeginning(files, path, sep);
    if (begin === undefined) return { problem: `There is no file ${shown}` };
    if (typeof begin === 'string') return { problem: `${shown} ${begin}` };
    const { header } = begin;
    const key = columnLike(header, /phone|mobile|msisdn|^(cell|tel|number|recipient)/i);
    if (sep === ',') names = header;
    // Read with the wrong separator, the whole line is one column.
    if (key === undefined || separators.some((other) => key.includes(other))) continue;
    const lastInbound = columnLike(header, /last.?(inbound|message|msg|wrote|written|reply|replied)/i);
    return {
      sep,
      key,
      firstName: columnLike(header, /^(first|given).?name$/i) ?? columnLike(header, /^name$/i),
      lastInbound,
      formats: lastInbound === undefined ? [] : formatsOf(begin.cells(lastInbound)),
      lacksOffset: lastInbound !== undefined && begin.cells(lastInbound).some(isLocal),
      timezone: withCells(begin, /^(time.?zone|tz|tz.?name|zone|.*\btime.?zone)$/i, isZone),
      country: await countryColumn(begin, key),
    };
  }
  const has = names.length === 0 ? 'no columns' : `the columns ${listed(names.slice(0, 8), 'and')}`;
  return { problem: `${shown} has ${has}; name the one with the numbers \`phone\`` };
}

const separators: readonly CsvSeparator[] = [',', ';', '\t', '|'];

interface Beginning {
  readonly header: readonly string[];
  /** Of the first rows, without blanks around them; empty ones too. */
  cells(column: string): readonly string[];
}

/** Enough to see how a column is written: a list may be long. */
const mostRows = 1000;

/** Undefined if the file does not exist, text if it cannot be read. */
async function readBeginning(files: Files, path: string, sep: CsvSeparator): Promise<Beginning | string | undefined> {
  let header: readonly string[] = [];
  const rows: (readonly string[])[] = [];
  const read = await readRows(
    files,
    { path, format: listFormat(path), sep },
    {
      onHeader: (columns) => {
        header = columns;
      },
      onRow: (fields) => {
        if (rows.length < mostRows) rows.push(header.map((_, column) => String(fields(column) ?? '').trim()));
      },
      stop: () => (rows.length < mostRows ? undefined : { kind: 'tooLarge', count: 1, lines: [1] }),
    },
  );
  if (read === undefined) return undefined;
  for (const { kind, detail } of read.problems) {
    if (kind === 'unreadable') return detail;
    if (kind === 'notUtf8' || kind === 'utf16') return 'is not UTF-8: save it as “CSV UTF-8”';
    if (kind === 'archive') return 'is a spreadsheet or an archive, not text: export the list as “CSV UTF-8”';
  }
  return { header, cells: (column) => rows.map((row) => row[header.indexOf(column)] ?? '') };
}

function columnLike(header: readonly string[], pattern: RegExp): string | undefined {
  return header.find((name) => pattern.test(name));
}

/** The column with such a name, if it holds what its name says. */
function withCells(begin: Beginning, pattern: RegExp, isOne: (cell: string) => boolean): string | undefined {
  return begin.header.find((name) => pattern.test(name) && begin.cells(name).some(isOne));
}

/** Only for a list with numbers that mean nothing without their country. */
async function countryColumn(begin: Beginning, key: string): Promise<string | undefined> {
  const lacksCountry = begin.cells(key).some((cell) => cell !== '' && Number.isNaN(readRecipientKey(cell)));
  return lacksCountry ? withCells(begin, /^country/i, await loadCountryTest()) : undefined;
}

function isLocal(cell: string): boolean {
  return cell !== '' && (!fitsFormat(undefined)(cell) || !hasOffset(cell));
}

/** How all times of a column are written; none for ISO 8601 and Unix time, two where either may be the day. */
function formatsOf(cells: readonly string[]): readonly string[] {
  const written = cells.filter((cell) => cell !== '');
  if (written.length === 0 || written.some(fitsFormat(undefined))) return [];
  return likelyFormats.filter((format) => written.every(fitsFormat(format))).slice(0, 2);
}
