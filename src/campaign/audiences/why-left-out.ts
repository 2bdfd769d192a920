import { type AudienceFile, readRows } from '../../audience/audience.ts';
import { columnIndex } from '../../audience/comparable.ts';
import { listFormat } from '../../audience/list-format.ts';
import { keyReaderOf, loadCountryTest } from '../../audience/number/country-key.ts';
import { personKey } from '../../audience/number/person-key.ts';
import { unreadableKind } from '../../audience/number/unreadable-keys.ts';
import { type KeyReader, plainText, readRecipientKey } from '../../audience/number/written-number.ts';
import type { Roster } from '../../audience/roster.ts';
import type { Scalar } from '../../audience/scalar.ts';
import type { Span } from '../../diagnostic/source-file.ts';
import type { RecipientKey } from '../../job/address.ts';
import type { Files } from '../../platform/ports.ts';
import type { Audience, Campaign } from '../campaign.ts';
import { campaignPaths, locate } from '../campaign-paths.ts';
import { parseYaml } from '../yaml/parse.ts';
import { keySpan, valueSpan, type YamlTree } from '../yaml/yaml-tree.ts';
import { audienceFile, rowKeyReader } from './audience-file.ts';
import { formatMismatch, mismatchesOf } from './mismatch.ts';

/** Rows of one audience's file that belong, or may belong, to one person but are left out: the first few, and how many more. */
export interface LeftOut {
  readonly audience: string;
  readonly rows: readonly LeftOutRow[];
  readonly more: number;
}

/** One row and one reason why it is left out; a row may have several reasons. */
export interface LeftOutRow {
  readonly file: string;
  readonly line: number;
  readonly rule: 'where' | 'exclude' | 'duplicate' | 'invalid' | 'forgotten';
  readonly detail: string;
  /** With `invalid`: the text of the cell, perhaps their number. */
  readonly cell?: string;
  /** Where the campaign says so. */
  readonly span?: Span;
}

const rowsMax = 20;

/**
 * Why rows of one person are left out: reads each audience file with left-out rows once more.
 * `asked` is the number as the user wrote it, and `key` the same number as it was read; text that is not a number is compared as text.
 */
export async function whyLeftOut(input: {
  readonly files: Files;
  /** The campaign file as the user wrote it, and what it is relative to. */
  readonly path: string;
  readonly cwd: string;
  readonly campaign: Campaign;
  readonly rosters: ReadonlyMap<string, Roster>;
  readonly asked: string;
  readonly key: RecipientKey | undefined;
  readonly isForgotten: boolean;
}): Promise<readonly LeftOut[]> {
  const { files, campaign, rosters, asked } = input;
  const paths = await campaignPaths(files, input.path, input.cwd);
  const tree = parseYaml(campaign.span.file).value;
  /** NaN if the text that was asked for is not a number. */
  const key = input.key === undefined ? Number.NaN : Number(input.key);
  const found: LeftOut[] = [];

  async function rowsOf(
    file: AudienceFile & { readonly shown: string },
    keyColumn: string,
    visit: (row: Row) => void,
  ): Promise<void> {
    let header: readonly string[] = [];
    await readRows(files, file, {
      onHeader: (names) => void (header = [...names]),
      onRow(fields, line) {
        const value = (column: string) => {
          const index = columnIndex(header, column);
          return index === -1 ? undefined : fields(index);
        };
        const cell = value(keyColumn);
        if (cell !== undefined) visit({ file: file.shown, line, cell: String(cell), value });
      },
    });
  }

  async function excludedBy(audience: Audience, readKey: KeyReader): Promise<readonly Reason[]> {
    const reasons: Reason[] = [];
    const { key: column, sep, encoding } = audience;
    for (const [index, written] of audience.exclude.entries()) {
      const located = await locate(files, paths, written);
      if (located.kind !== 'found') continue;
      const list = { path: located.path, shown: paths.shown(written), format: listFormat(written), sep, encoding };
      const span = tree && valueSpan(tree, ['audiences', audience.name, 'exclude', index]);
      let isNew = true;
      await rowsOf(list, column, (row) => {
        const { cell, file, line } = row;
        if (!isNew || personKey(readKey(cell, countryIn(row, audience))) !== key) return;
        isNew = false;
        reasons.push({ rule: 'exclude', detail: `they are in ${file}:${line}`, ...(span && { span }) });
      });
    }
    return reasons;
  }

  for (const audience of campaign.audiences) {
    const roster = rosters.get(audience.name);
    if (roster === undefined || Object.values(roster.left).every((count) => count === 0)) continue;
    const kept = Number.isNaN(key) ? undefined : roster.indexOf(String(key));
    const keptLine = kept === undefined ? undefined : roster.line(kept);
    const readKey = (await keyReaderOf(audience)) ?? readRecipientKey;
    const readRowKey = rowKeyReader(audience, readKey);
    const isCountry = audience.countryColumn === undefined ? undefined : await loadCountryTest();
    const forgotten: readonly Reason[] = input.isForgotten
      ? [{ rule: 'forgotten', detail: 'they asked to be forgotten (`callsheet forget`)' }]
      : [];
    const excluded = [...forgotten, ...(await excludedBy(audience, readKey))];
    /** Empty if the row is not theirs. */
    const reasonsOf = (row: Row): readonly Reason[] => {
      const theirs = personKey(readRowKey(row.cell, countryIn(row, audience)));
      if (Number.isNaN(theirs)) {
        const hasCountry = isCountry?.(countryIn(row, audience) ?? '');
        const detail = likeness(row.cell, { asked, key, audience, hasCountry });
        if (detail === undefined) return [];
        // These would leave it out when its number is right, too.
        return [{ rule: 'invalid', detail, cell: row.cell }, ...failedConditions(audience, row, tree)];
      }
      if (theirs !== key) return [];
      const reasons = [...failedConditions(audience, row, tree), ...excluded];
      if (reasons.length > 0 || keptLine === undefined) return reasons;
      return [{ rule: 'duplicate', detail: `they are already in line ${keptLine}` }];
    };
    const rows: LeftOutRow[] = [];
    let more = 0;
    await rowsOf(audienceFile(audience, paths), audience.key, (row) => {
      if (row.line === keptLine) return;
      const reasons = reasonsOf(row);
      if (reasons.length > 0 && rows.length >= rowsMax) more++;
      else rows.push(...reasons.map((reason) => ({ file: row.file, line: row.line, ...reason })));
    });
    if (rows.length > 0) found.push({ audience: audience.name, rows, more });
  }
  return found;
}

interface Row {
  readonly file: string;
  readonly line: number;
  readonly cell: string;
  value(column: string): Scalar | undefined;
}

type Reason = Omit<LeftOutRow, 'file' | 'line'>;

function countryIn(row: Row, { countryColumn }: Audience): string | undefined {
  const cell = countryColumn === undefined ? undefined : row.value(countryColumn);
  return cell === undefined ? undefined : String(cell);
}

function failedConditions({ name, where }: Audience, row: Row, tree: YamlTree | undefined): readonly Reason[] {
  return mismatchesOf(where, row.value).map((mismatch) => {
    const span = tree && keySpan(tree, ['audiences', name, 'where', mismatch.column]);
    return { rule: 'where' as const, detail: formatMismatch(mismatch), ...(span && { span }) };
  });
}

/** What is wrong with a cell that is not a number, if it may be this person's. */
function likeness(
  cell: string,
  {
    asked,
    key,
    audience,
    hasCountry,
  }: {
    readonly asked: string;
    readonly key: number;
    readonly audience: Audience;
    readonly hasCountry: boolean | undefined;
  },
): string | undefined {
  const kind = unreadableKind(cell, hasCountry);
  const words = unreadableWords(kind, audience);
  if (cell.trim() === asked.trim()) return words;
  if (Number.isNaN(key)) return undefined;
  const may = `may be theirs: ${words}`;
  if (kind === 'spreadsheetKey') {
    const digits = /[.,](\d+)/.exec(cell)?.[1]?.length ?? 0;
    return key.toExponential(digits) === cell.replace(',', '.').toLowerCase() ? may : undefined;
  }
  const written = plainText(cell).replace(/\D/g, '').replace(/^0+/, '');
  const isPart = written.length >= nationalMin && String(key).endsWith(written);
  // The number may be followed by an extension or an alternative, or be next to another number.
  return isPart || written.includes(String(key).slice(-nationalMin)) ? may : undefined;
}

/** As `check` says it of all such rows. */
function unreadableWords(
  kind: ReturnType<typeof unreadableKind>,
  { country, countryColumn }: Pick<Audience, 'country' | 'countryColumn'>,
): string {
  if (kind === 'spreadsheetKey') return 'a spreadsheet rounded the number, and its last digits are lost';
  if (kind === 'foreignKey') return `the number does not exist in the country of \`${countryColumn}\``;
  if (kind !== 'nationalKey') return 'this is not a usable number';
  return country === undefined ? 'the number has no country code' : `the number does not exist in ${country}`;
}

/** Two people are unlikely to share this many digits at the end. */
const nationalMin = 7;
