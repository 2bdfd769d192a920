import { createTally } from '../../audience/audience-problem.ts';
import { hasColumn } from '../../audience/comparable.ts';
import { keyReaderOf } from '../../audience/number/country-key.ts';
import { isMuchOf } from '../../audience/number/number-country.ts';
import { isInNumberPlan } from '../../audience/number/number-plan.ts';
import { createKeyProblems } from '../../audience/number/unreadable-keys.ts';
import { parseWrittenNumber } from '../../audience/number/written-number.ts';
import { missingColumnHint } from '../../campaign/audiences/audience-findings.ts';
import { counted } from '../../diagnostic/count-words.ts';
import { formatSuggestion } from '../../diagnostic/did-you-mean.ts';
import type { Host } from '../../platform/ports.ts';
import { shortenedNumber } from '../messages/asked-number.ts';
import { countryOfCampaigns } from '../options/find-campaigns.ts';
import { type ListRow, problemWords, readList } from './read-list.ts';

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

/** Whether a number without `+` exists nowhere as it is written: it may be that of a person in a country that nobody named. */
function lacksCode(text: string, key: number, country: string | undefined): boolean {
  return country === undefined && !isInNumberPlan(key) && parseWrittenNumber(text)?.countryCode !== 'marked';
}

/** What to do about such numbers. */
async function codeRemedy(folder: string, host: Host): Promise<string> {
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
