import { resolve } from 'node:path';
import { type RowsRead, readRows } from '../../audience/audience.ts';
import { type AudienceProblem, createTally } from '../../audience/audience-problem.ts';
import { columnIndex, hasColumn } from '../../audience/comparable.ts';
import { readLikelyBeginning } from '../../audience/list-beginning.ts';
import { listFormat } from '../../audience/list-format.ts';
import { keyReaderOf } from '../../audience/number/country-key.ts';
import { isMuchOf } from '../../audience/number/number-country.ts';
import { isInNumberPlan } from '../../audience/number/number-plan.ts';
import { personKey } from '../../audience/number/person-key.ts';
import { createKeyProblems } from '../../audience/number/unreadable-keys.ts';
import { parseWrittenNumber } from '../../audience/number/written-number.ts';
import { audienceFindings, missingColumnHint } from '../../campaign/audiences/audience-findings.ts';
import type { UnknownRecipient } from '../../campaign/audiences/part.ts';
import { counted } from '../../diagnostic/count-words.ts';
import { formatSuggestion } from '../../diagnostic/did-you-mean.ts';
import { maskNumbers } from '../../diagnostic/numbers-in-text.ts';
import { unreadFile } from '../../diagnostic/source-file.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Host } from '../../platform/ports.ts';
import { type CommandContext, formatCommand } from '../messages/format-command.ts';

/** One row of an imported list: the person, and the other columns by name. */
export interface ImportedRow extends ListRow {
  readonly key: string;
}

/**
 * The people of a CSV or JSONL file. An error text where anything cannot be read: a person who is left out of a list would be
 * contacted.
 */
export async function readPeople(
  path: string,
  { column, country, project }: NumbersGiven & { readonly column: string },
  host: Host,
): Promise<readonly ImportedRow[] | string> {
  const readKey = await keyReaderOf(country === undefined ? {} : { country });
  if (readKey === undefined) return noCountry(country);
  const rows: ImportedRow[] = [];
  const unreadable: number[] = [];
  const unlikely = createKeyProblems({});
  const withoutCode = createTally();
  const read = await readList(path, host, ({ line, cell }) => {
    const written = cell(column);
    const key = readKey(written);
    if (Number.isNaN(key)) unreadable.push(line);
    else {
      if (!isInNumberPlan(key)) unlikely.addUnknown(written, line);
      if (lacksCode(written, key, country)) withoutCode.add(line);
      rows.push({ key: String(key), line, cell });
    }
  });
  if (read === undefined) return `There is no file ${path}.`;
  const [problem] = read.problems;
  if (problem !== undefined) return problemWords(problem, path, { column, country });
  if (!hasColumn(read.header, column)) {
    if (read.header.some((name) => !Number.isNaN(readKey(name))))
      return problemWords({ kind: 'noNames', count: 1, lines: [1], column }, path, { column, country });
    const hint = missingColumnHint(column, read.header, { list: 'the file' });
    const words = typeof hint === 'string' ? hint : formatSuggestion(hint);
    return `${path} has no column \`${column}\` (${words}): name the column of the numbers with --column.`;
  }
  if (unreadable.length > 0) {
    const remedy =
      country === undefined
        ? 'or give --country for national numbers'
        : `and write \`+\` and the country code before numbers that are not of ${country}`;
    return `${path} has ${counted(unreadable.length, 'row')} without a usable number: ${formatLines(unreadable)}. Correct them, ${remedy}.`;
  }
  const { count, lines } = withoutCode;
  if (isMuchOf(count, rows.length)) {
    const are = count === 1 ? 'is not valid' : 'are not valid';
    return `${path}:${lines[0]}: ${count} of ${counted(rows.length, 'number')} ${are} in any country as written, and the rest may belong to other people. ${await codeRemedy(project, host)}`;
  }
  for (const found of unlikely.problems(column, rows.length))
    host.console.err(`Warning: ${problemWords(found, path, { column, country })}\n`);
  return rows;
}

/** One number as a person writes it, or what is wrong with it. */
export async function readNumber(
  text: string,
  { country, project }: NumbersGiven,
  host: Host,
): Promise<{ readonly key: string } | { readonly fault: string }> {
  const read = await keyReaderOf(country === undefined ? {} : { country });
  if (read === undefined) return { fault: noCountry(country) };
  const key = read(text);
  if (Number.isNaN(key)) return { fault: numberFault(text, country) };
  if (!lacksCode(text, key, country)) return { key: String(key) };
  return { fault: `${text} is not valid in any country as written. ${await codeRemedy(project, host)}` };
}

/** What the command was given about its numbers. */
interface NumbersGiven {
  readonly country?: string | undefined;
  /** Folder of the campaigns. */
  readonly project: string;
}

function noCountry(country = ''): string {
  return `There is no country ${country}: use its two letters, such as NG.`;
}

/**
 * Whether a number without `+` exists nowhere as it is written, today or in an older notation: it may be that of a person in a country
 * that nobody named.
 */
function lacksCode(text: string, key: number, country: string | undefined): boolean {
  return country === undefined && !isInNumberPlan(personKey(key)) && parseWrittenNumber(text)?.countryCode !== 'marked';
}

/** What to do about such numbers. */
async function codeRemedy(folder: string, host: Host): Promise<string> {
  const { countryOfCampaigns } = await import('../options/campaign-files.ts');
  const country = await countryOfCampaigns(folder, host);
  const given = country === undefined ? 'Name their country, such as --country US' : `Use --country ${country}`;
  const as = country === undefined ? '' : ', as the campaigns do';
  return `${given}${as}, or write \`+\` and the country code before each.`;
}

/** What to say of text that should be a number. */
function numberFault(text: string, country: string | undefined): string {
  if (text.includes('…')) return shortenedNumber(text);
  return country === undefined
    ? `${text} is not a phone number: use the country code and digits, such as 2348012345678, or --country.`
    : `${text} is not a phone number, neither of ${country} nor with its own country code, such as 2348012345678.`;
}

function formatLines(lines: readonly number[]): string {
  const shown = lines.slice(0, 5).join(', ');
  return `${lines.length === 1 ? 'line' : 'lines'} ${shown}${lines.length > 5 ? ' and more' : ''}`;
}

/** A row of a list that no campaign describes; a cell by the name of its column, empty where there is none. */
export interface ListRow {
  readonly line: number;
  cell(column: string): string;
}

/**
 * Reads a CSV or JSONL file that people give to a command. Who exports it cannot choose how: a Spanish Excel writes semicolons and no
 * UTF-8. Undefined if the file does not exist.
 */
export async function readList(
  path: string,
  { files, cwd, console }: Pick<Host, 'files' | 'cwd' | 'console'>,
  onRow: (row: ListRow) => void,
): Promise<RowsRead | undefined> {
  const file = resolve(cwd, path);
  const { sep, encoding } = (await readLikelyBeginning(files, file))?.begin ?? {};
  let header: readonly string[] = [];
  const read = await readRows(
    files,
    { path: file, format: listFormat(path), sep, encoding },
    {
      onHeader: (columns) => void (header = [...columns]),
      onRow(fields, line) {
        const cells = header.map((_, index) => String(fields(index) ?? ''));
        onRow({ line, cell: (column) => cells[columnIndex(header, column)] ?? '' });
      },
    },
  );
  if (encoding !== undefined && read?.problems.length === 0)
    console.err(`Warning: ${path} is not UTF-8, and is read as ${encoding}: its letters may be others.\n`);
  return read;
}

/** What is wrong with the file, in the words that a list of an audience would get. */
export function problemWords(
  problem: AudienceProblem,
  path: string,
  { column, country }: { readonly column: string; readonly country: string | undefined },
): string {
  const span = unreadFile(path);
  const format = listFormat(path);
  const about = { format, header: [], key: column, country, sep: undefined, use: 'import' } as const;
  const [found] = audienceFindings([problem], { ...about, span, excerpt: () => span });
  const { message = '', hint = '' } = found ?? {};
  const line = problem.kind === 'unreadable' || problem.lines[0] === undefined ? '' : `:${problem.lines[0]}`;
  return `${path}${line}: ${message}.${hint === '' ? '' : ` ${capitalized(hint)}.`}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Texts show numbers like this, and people copy them. */
export function shortenedNumber(number: string): string {
  return `${number} is a shortened number: give all of its digits. \`--show-numbers\` prints whole numbers.`;
}

/** Of a national number that people of several countries have. */
export function severalPeople(written: string): string {
  return `${written}: several recipients have these digits; write + and the country code`;
}

/** Of a number given with `--only`. */
export function unknownRecipient({ unknown, means }: UnknownRecipient, options: CommandContext): string {
  if (unknown.includes('…')) return `--only ${shortenedNumber(unknown)}`;
  const written = `--only ${visibleLine(maskNumbers(unknown))}`;
  return means === 'several'
    ? `${severalPeople(written)}.`
    : `${written}: this recipient is in no audience; \`${formatCommand(options)('why', 'NUMBER')}\` says why.`;
}
