import type { AudienceProblem } from '../audience/audience-problem.ts';
import { missingColumnHint } from '../campaign/audiences/audience-findings.ts';
import { finding, warning } from '../campaign/rules/rule.ts';
import type { SnapshotDifference } from '../campaign/sources/source.ts';
import type { WantedSource } from '../campaign/sources/wanted-sources.ts';
import { counted, formatCount } from '../diagnostic/count-words.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { listed } from '../diagnostic/did-you-mean.ts';
import { maskNumber, maskNumbers } from '../diagnostic/numbers-in-text.ts';
import { MissingColumns, type WrongType } from './lines/row-contract.ts';
import type { Sorted } from './lines/row-sorter.ts';
import type { SnapshotRecord } from './snapshot-folder.ts';
import { folderHint, SourceFailure } from './source-reader.ts';

/** A failure of the source as a finding; other errors are bugs of ours. */
export function failureFinding(error: unknown, { source, shown }: WantedSource): Diagnostic {
  if (error instanceof MissingColumns) return missingFinding(error, source.span, shown);
  if (!(error instanceof SourceFailure)) throw error;
  // A database and a program may quote the cell that they could not use.
  return finding('CS6033', source.span, `${shown}: ${maskNumbers(error.message)}`, { hint: error.hint });
}

/** The source is not at fault. */
export function notKeptFinding({ audience, source }: WantedSource, trouble: string): Diagnostic {
  const message = `The rows of \`${audience.name}\` cannot be kept: ${trouble}`;
  return finding('CS6032', source.span, message, { hint: folderHint });
}

/** What was written of them would have stayed. */
export function forgottenMeanwhile({ audience, source, shown }: WantedSource): Diagnostic {
  const message = `Somebody was forgotten while \`${audience.name}\` was read from ${shown}`;
  return finding('CS6032', source.span, message, { hint: 'read it again with `callsheet snapshot`' });
}

function missingFinding({ missing, found }: MissingColumns, span: Diagnostic['span'], shown: string): Diagnostic {
  const [first = ''] = missing;
  const message = `${shown} has no ${missing.length === 1 ? 'column' : 'columns'} ${listed(missing, 'and')}`;
  return finding('CS6034', span, message, { hint: missingColumnHint(first, found) });
}

const typeWords = {
  text: 'text',
  number: 'a number',
  instant: 'an instant: a time with its offset, such as `2026-11-22T18:30:00Z`',
  date: 'a date such as `2026-11-22`',
  boolean: '`true` or `false`',
} as const;

export function wrongTypeFindings({ source, shown }: WantedSource, wrong: readonly WrongType[]): Diagnostic[] {
  return wrong.map(({ column, type, cells, example }) => {
    const shownCell = example === undefined ? 'a list or an object of JSON' : `\`${maskNumbers(example)}\``;
    const rows = counted(cells.count, 'row');
    const message = `${shown}: \`${column}\` is not ${typeWords[type]} in ${rows}, such as ${shownCell} in row ${cells.lines[0]}`;
    const corrected =
      type === 'instant'
        ? 'select it with its time zone, or read it as `text`'
        : `correct the source, or the type of \`${column}\``;
    const hint = example === undefined ? 'select one value of it, as a column of its own' : corrected;
    return finding('CS6034', source.span, message, { hint });
  });
}

export function consentFinding({ source, shown }: WantedSource, columns: readonly string[]): Diagnostic[] {
  if (columns.length === 0) return [];
  const has = `${shown} has ${listed(columns, 'and')}, which \`columns\` does not have`;
  const message = `${has}: who said no there would be contacted`;
  return [warning('CS6047', source.span, message, 'declare it there, and leave out with `where` who said no')];
}

/** Numbers that have lost a part: those of a whole list at once, as a rule, when the source writes them in another way. */
export function lostKeyFinding(
  { source, shown, audience }: WantedSource,
  { kind, count, lines, column }: AudienceProblem,
): Diagnostic[] {
  // Of an audience with a country, it is a number that does not exist there.
  const isLost = kind === 'spreadsheetKey' || (kind === 'nationalKey' && audience.country === undefined);
  if (!isLost) return [];
  const rows = counted(count, 'row has', 'rows have');
  const [what, hint] =
    kind === 'nationalKey'
      ? ['a number without its country code', 'select the whole number, or set the `country` of the audience']
      : ['a number that was rounded', 'select the number as text'];
  const message = `${shown}: ${rows} ${what} in \`${column}\`, the first is row ${lines[0]}`;
  return [finding('CS6035', source.span, message, { hint })];
}

/** Of which nobody could be reached: the words of an error, as a rule. */
export function nobodyFinding(
  { audience, source, shown }: WantedSource,
  { rows, people }: { readonly rows: number; readonly people: number },
): Diagnostic[] {
  if (rows === 0 || people > 0) return [];
  const message = `${shown}: there is no number in \`${audience.key}\` of ${counted(rows, 'row')}, so this is not a list of people`;
  const hint = 'look at what the source gives, and at the `key` of the audience';
  return [finding('CS6037', source.span, message, { hint })];
}

export function duplicateFinding({ source, shown }: WantedSource, { duplicates, duplicateKeys }: Sorted): Diagnostic[] {
  if (duplicates === 0) return [];
  const example = duplicateKeys.map((key) => maskNumber(key.toFixed(0))).join(', ');
  const rows = counted(duplicates, 'row has', 'rows have');
  const message = `${shown}: ${rows} the number of another row: ${example}`;
  return [finding('CS6035', source.span, message, { hint: 'select one row for each number' })];
}

export function rowsFinding({ source, shown }: WantedSource, rows: number): Diagnostic[] {
  const { atLeast, atMost } = source.expect;
  if (rows >= atLeast && rows <= atMost) return [];
  const few = rows === 0 ? 'no rows' : `only ${counted(rows, 'row')}`;
  const given = rows < atLeast ? `gave ${few}` : `gave ${counted(rows, 'row')}`;
  const [bound, most] = rows < atLeast ? ['at least', atLeast] : ['at most', atMost];
  const message = `${shown} ${given}, but ${bound} ${counted(most, 'is', 'are')} expected`;
  const ifRight =
    rows === 0
      ? 'nobody may be right, write `expect: { rows: { atLeast: 0 } }`'
      : 'this is right, change `expect.rows`';
  return [finding('CS6036', source.span, message, { hint: `look at the source; if ${ifRight}` })];
}

export function changeFinding(
  { source, shown }: WantedSource,
  last: SnapshotRecord,
  counts: Pick<SnapshotDifference, 'joined' | 'left'>,
): Diagnostic[] {
  const { change } = source.expect;
  if (change === undefined || last.recipients === 0) return [];
  const share = (counts.joined + counts.left) / last.recipients;
  if (share <= change) return [];
  const percent = (part: number): string => `${Number((part * 100).toPrecision(3))}%`;
  const message = `${shown}: ${counted(counts.joined, 'person', 'people')} joined and ${formatCount(counts.left)} left since the last snapshot, ${percent(share)} of it; at most ${percent(change)} is expected`;
  const hint = 'look at the source; if this is right, run `callsheet snapshot` with --accept-change';
  return [finding('CS6036', source.span, message, { hint })];
}
