import type { AudienceProblem } from '../../audience/audience-problem.ts';
import { isTime } from '../../audience/consent-words.ts';
import type { CsvSeparator, ListFormat } from '../../audience/list-format.ts';
import type { SaidNo } from '../../audience/roster.ts';
import type { DiagnosticCode } from '../../diagnostic/codes.ts';
import { counted } from '../../diagnostic/count-words.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { listed, type Suggest, type Suggestion, suggestion } from '../../diagnostic/did-you-mean.ts';
import { positionAt, type Span } from '../../diagnostic/source-file.ts';
import { countryName } from '../../time/time-zone.ts';
import { finding } from '../rules/rule.ts';
import { yamlWord } from '../yaml/yaml-findings.ts';
import { type Excerpts, relatedLines } from './excerpt.ts';

export interface AudiencePlace {
  /** Where the campaign names the file. */
  readonly span: Span;
  readonly excerpt: Excerpts;
  readonly header: readonly string[];
  readonly format: ListFormat;
  /** The column that identifies a recipient. */
  readonly key: string;
  /** A row of an `exclude` file that cannot be read is an error: its owner would be contacted. An `import` belongs to no audience. */
  readonly use: 'audience' | 'exclude' | 'import';
  /** Whose national numbers are read. */
  readonly country: string | undefined;
  /** Where `country` is not set: that of most numbers of the list, or of the campaign. */
  readonly likelyCountry?: string | undefined;
  /** The column that says it of each row. */
  readonly countryColumn?: string | undefined;
  readonly sep: CsvSeparator | undefined;
  /** As the campaign declares it. */
  readonly encoding?: string | undefined;
  /** Of a list that is not UTF-8. */
  readonly likelyEncoding?: string | undefined;
}

/** What is wrong with a file, once for all its rows, pointing at the first few. */
export function audienceFindings(problems: readonly AudienceProblem[], place: AudiencePlace): Diagnostic[] {
  return problems.map((problem) => {
    const [code, message, hint, severity] = words[problem.kind]({ column: '', detail: '', ...problem }, place);
    return finding(code, at(problem, place), message, { hint, related: relatedPlaces(problem, place), severity });
  });
}

type Problem = AudienceProblem & { readonly column: string; readonly detail: string };
type Words = readonly [
  code: DiagnosticCode,
  message: string,
  hint?: string | Suggestion | undefined,
  severity?: 'warning' | undefined,
];

const words: Readonly<Record<AudienceProblem['kind'], (problem: Problem, place: AudiencePlace) => Words>> = {
  unreadable: ({ detail }) => ['CS1019', `This ${detail}`],
  tooLarge: ({ count }) => [
    'CS1016',
    `The lists of this campaign need more than 1 GB of memory; ${counted(count, 'recipient')} of this one fit`,
    'split the list, or read fewer of its columns in templates',
  ],
  utf16: ({ detail }, { use }) => [
    'CS6001',
    'This file is UTF-16 without a byte order mark',
    `save it as “CSV UTF-8”${use === 'audience' ? `, or set \`encoding: ${detail}\` in the audience` : ''}`,
  ],
  archive: () => ['CS6001', 'This file is a spreadsheet or an archive, not text', 'export the list as “CSV UTF-8”'],
  lfsPointer: () => ['CS6001', 'This file is a pointer of Git LFS, not the list', 'run `git lfs pull`'],
  webPage: () => ['CS6001', 'This file is a web page, not a list', 'download the list again, and look at what you get'],
  sepLine: ({ detail }, place) => [
    'CS6002',
    'The first line is `sep=` of Excel, not the names of the columns',
    sepLineHint(detail, place),
  ],
  gzip: ({ detail }) => [
    'CS6019',
    `This file cannot be decompressed: ${detail}`,
    'copy it again, or compress the list again',
  ],
  notUtf8: (problem, place) => [
    'CS6001',
    'From this line on the file is not UTF-8',
    place.use === 'audience' && problem.detail === ''
      ? encodingHint(at(problem, place), place)
      : 'save it as “CSV UTF-8”; in another encoding, names are garbled',
  ],
  notDeclared: ({ detail }, { encoding }) => [
    'CS6001',
    `From this line on the file is not \`${detail}\``,
    encoding === undefined
      ? 'copy it again, or export the list again'
      : 'set the `encoding` in which it was saved, or save it as “CSV UTF-8” and remove `encoding`',
  ],
  otherMark: ({ detail }, { use, encoding }) => [
    'CS6001',
    `This file is \`${detail}\` by its byte order mark, not \`${encoding}\``,
    use === 'audience'
      ? 'remove `encoding` from the audience'
      : 'save it in the encoding of the audience, or both as “CSV UTF-8”',
  ],
  delimiter: ({ detail }, place) => [
    'CS6002',
    `The columns are separated by ${separatorWords(detail)}, not by ${separatorWords(place.sep ?? ',')}`,
    separatorHint(detail, place),
  ],
  duplicateHeader: ({ column }) => ['CS6003', `Two columns have the name \`${column}\``, 'rename one of them'],
  repeatedName: ({ count, column }) => [
    'CS6003',
    `${counted(count, 'line names', 'lines name')} \`${column}\` twice, with two values`,
    'remove or rename one of them',
  ],
  ragged(problem, { sep = ',' }) {
    const { count, detail } = problem;
    const message = `${counted(count, 'row')} ${count === 1 ? 'does' : 'do'} not have the ${detail} fields of the header`;
    return ['CS6004', message, raggedHint(problem, sep)];
  },
  csv: ({ detail }) => [
    'CS6010',
    `This file cannot be read as CSV: ${detail}`,
    'close each quote, and write one inside quotes twice',
  ],
  json: ({ count, detail }) => [
    'CS6011',
    `${counted(count, 'line')} cannot be read as JSON: ${detail}`,
    'each line must be one complete JSON object, with no list around the lines',
  ],
  noHeader: (_, { format }) => [
    'CS6009',
    'This file is empty',
    format === 'csv' ? 'its first line must name the columns' : 'each line must be one JSON object',
  ],
  noNames: ({ column }) => [
    'CS6008',
    'The first line contains a number instead of column names',
    `add a first line with a name for each column, including \`${column}\``,
  ],
  noKeyColumn: ({ column }, { header }) => [
    'CS6008',
    `There is no column \`${column}\`, the key of the audience`,
    missingColumnHint(column, header, { list: 'the file' }),
  ],
  emptyKey: (problem, place) =>
    leftOut(problem, place, `no value in \`${problem.column}\``, 'add the number, or remove the row'),
  nestedKey: (problem, place) =>
    leftOut(
      problem,
      place,
      `a list or an object of JSON in \`${problem.column}\``,
      'write one number for each line, as a text such as "2348012345678"',
    ),
  invalidKey(problem, place) {
    const { country, countryColumn } = place;
    const hint =
      country === undefined && countryColumn === undefined
        ? 'a cell must contain one number with its country code, 7 to 15 digits in total, such as 2348012345678'
        : `a cell must contain one number, without words or a second number: a number of ${country ?? `the country in \`${countryColumn}\``}, or one with \`+\` and its country code`;
    return leftOut(problem, place, `no usable number in \`${problem.column}\``, hint);
  },
  nationalKey(problem, place) {
    const { country, countryColumn, likelyCountry = 'NG' } = place;
    if (country !== undefined)
      return leftOut(
        problem,
        place,
        `a number in \`${problem.column}\` that does not exist in ${country}`,
        wrongDigits,
      );
    const hint =
      countryColumn === undefined
        ? `add the country code, or set the country of the audience, such as \`country: ${likelyCountry}\``
        : `add the country code, or write the country in \`${countryColumn}\` as \`${likelyCountry}\` or \`${countryName(likelyCountry)}\``;
    return leftOut(problem, place, `a number without its country code in \`${problem.column}\``, hint);
  },
  foreignKey: (problem, place) =>
    leftOut(
      problem,
      place,
      `a number in \`${problem.column}\` that does not exist in the country of \`${place.countryColumn}\``,
      wrongDigits,
    ),
  excludedAsWritten: ({ count }, { countryColumn }) => [
    'CS6018',
    `${counted(count, 'row has', 'rows have')} a number that a file of \`exclude\` has without its country, so ${count === 1 ? 'that person' : 'those people'} would be contacted`,
    `add the column \`${countryColumn}\` to that file; if it means somebody else, write \`+\` and the country code before the number here`,
  ],
  excludedWithoutCode: ({ count }) => [
    'CS6018',
    `${counted(count, 'row has', 'rows have')} a number that a file of \`exclude\` has without its country code, unless it means somebody else; ${count === 1 ? 'that person' : 'those people'} would be contacted`,
    'write `+` and the country code before the numbers of that file',
    'warning',
  ],
  spreadsheetKey: (problem, place) =>
    leftOut(
      problem,
      place,
      `a number rounded by a spreadsheet in \`${problem.column}\``,
      'format the column as text before saving; the digits are lost',
    ),
  noSuchNumber: ({ count }, { use }) => [
    'CS6043',
    counted(count, 'number is not valid in its country', 'numbers are not valid in their countries'),
    `check for missing or extra digits: ${use === 'audience' ? 'a message to such a number reaches nobody, or somebody else' : 'the person who is meant may be in the list under another number'}`,
    'warning',
  ],
  withoutCode: ({ count, detail }, { use }) => [
    'CS6046',
    `${counted(count, 'number lacks its country code: it would be a number', 'numbers lack their country code: they would be numbers')} of ${countryName(detail)}`,
    use === 'audience'
      ? `if the numbers of this list have their country codes, write \`+\` before them; if not, set \`country: ${detail}\` in the audience`
      : `set \`country: ${detail}\` in the audience, or write \`+\` and the country code before ${count === 1 ? 'it' : 'them'}`,
  ],
  optedOut: (problem) => saidNo({ ...problem, kind: 'optedOut' }, `leave them out with ${whereOf(problem)}`),
  notOptedIn: (problem) => saidNo({ ...problem, kind: 'notOptedIn' }, `leave them out with ${whereOf(problem)}`),
  keptByWhere: (problem) => saidNo({ ...problem, kind: 'keptByWhere' }, `correct it: ${whereOf(problem)}`),
  otherRowOptedOut: (problem) =>
    saidNo(
      { ...problem, kind: 'otherRowOptedOut' },
      'leave out every row of theirs: name a file of their numbers as `exclude`, or correct the list',
    ),
  unclearAnswer: unclear,
  unclearText: (problem) => [...unclear(problem), 'warning'],
  swallowedRows({ count, detail }, { use }) {
    const rows = count === 1 ? detail : `${detail} in the first`;
    const words = `${counted(count, 'row has', 'rows have')} a cell with lines that look like rows: ${rows}`;
    const hint = 'a quote may be missing or extra, or these lines end in another way than the first';
    return use === 'exclude'
      ? ['CS6041', `${words}, so the people in such a cell would be contacted`, hint]
      : ['CS6041', words, `${hint}: the people in such a cell are left out`, 'warning'];
  },
  nestedCell: ({ count, column }) => [
    'CS6040',
    `${counted(count, 'row has', 'rows have')} a list or an object of JSON in \`${column}\`, which counts as empty`,
    'put each value on the top level of the line, under its own name',
    'warning',
  ],
  duplicate: ({ count }) => [
    'CS6005',
    `${counted(count, 'duplicate row')} left out: each person is contacted once`,
    undefined,
    'warning',
  ],
};

function raggedHint({ count, areTrailing, areShort }: Problem, sep: CsvSeparator): string {
  const [one, many, row] = [separatorWords(sep, 'one'), separatorWords(sep), count === 1 ? 'this row' : 'these rows'];
  if (areTrailing === true)
    return `the first line lacks the ${one.replace(/^a /, '')} at its end that ${row} ${count === 1 ? 'has' : 'have'}: add it there`;
  if (areShort === true)
    return `add the ${many} that ${row} ${count === 1 ? 'lacks' : 'lack'}, remove what is not a recipient, or put a value of several lines in quotes`;
  return `put a value that contains ${one} in quotes`;
}

const wrongDigits = 'check for missing or extra digits; a number of another country needs `+` and its country code';

/** Rows without a usable number. */
function leftOut({ kind, count }: Problem, { use }: AudiencePlace, what: string, hint: string): Words {
  const have = `${counted(count, 'row has', 'rows have')} ${what}`;
  const isOne = count === 1;
  if (use === 'exclude')
    return ['CS6018', `${have}, so ${isOne ? 'that person' : 'those people'} would be contacted`, hint];
  const code = kind === 'spreadsheetKey' ? 'CS6014' : 'CS6006';
  return [code, `${have} and ${isOne ? 'is' : 'are'} left out`, hint, 'warning'];
}

function saidNo(problem: SaidNo, hint: string): Words {
  return ['CS6047', saidNoWords(problem), hint, 'warning'];
}

function unclear({ count, column, steps, answers }: Problem): readonly [DiagnosticCode, string, string] {
  return [
    'CS6047',
    `\`${column}\` says neither yes nor no of ${counted(count, 'recipient')}: whether they may be contacted is not known`,
    `say it in \`where\`${ofSteps(steps)}: \`{ ${yamlWord(column)}: { not: ${cells(answers?.no ?? [])} } }\` leaves them out, \`{ ${yamlWord(column)}: { matches: "*" } }\` means that it is about something else`,
  ];
}

/** `3 recipients have opted out by \`Do not call\`, …`. */
export function saidNoWords({ kind, count, column, steps = [] }: SaidNo): string {
  const what = kind === 'notOptedIn' ? 'not agreed' : 'opted out';
  const reader = steps.length === 0 ? 'the campaign' : listed(steps, 'and');
  const unread = `, which ${reader} ${steps.length > 1 ? 'do' : 'does'} not read`;
  const where = {
    optedOut: unread,
    notOptedIn: unread,
    otherRowOptedOut: ' in another row of the list',
    keptByWhere: ', and `where` does not leave them out',
  }[kind];
  return `${counted(count, 'recipient has', 'recipients have')} ${what} by \`${column}\`${where}: they would be contacted`;
}

function whereOf(problem: Problem): string {
  return `\`where: { ${yamlWord(problem.column)}: ${whoMay(problem)} }\`${ofSteps(problem.steps)}`;
}

/** Where to write the condition, if it is not for the whole audience. */
function ofSteps(steps: readonly string[] = []): string {
  if (steps.length === 0) return '';
  return ` in the \`forEach\` of ${steps.length === 1 ? listed(steps, 'and') : 'these steps'}`;
}

/** The condition that leaves out all who said no, however they are written, and nobody who said yes. */
function whoMay({ kind, answers = { yes: [], no: [] } }: AudienceProblem): string {
  const { yes, no } = answers;
  if (kind === 'keptByWhere') return no.some(isTime) ? cells(['']) : `{ not: ${cells(no)} }`;
  if (kind === 'optedOut') return no.some(isTime) ? cells([...new Set([...yes, ''])]) : `{ not: ${cells(no)} }`;
  if (yes.some(isTime)) return `{ not: ${cells(no)} }`;
  return cells(yes.length === 0 ? ['yes'] : yes);
}

function cells(list: readonly string[]): string {
  const words = list.map(yamlWord);
  return words.length === 1 ? words[0]! : `[${words.join(', ')}]`;
}

/** `line` is already read in the likely encoding, unless it is only where the campaign names a source. */
function encodingHint(line: Span, { span, likelyEncoding = 'windows-1252' }: AudiencePlace): string {
  const both = `save it as “CSV UTF-8”, or set \`encoding: ${likelyEncoding}\` in the audience`;
  const { text } = line.file;
  const at = text.search(/[^\p{ASCII}…]/u);
  if (line === span || at === -1) return both;
  const start = Math.max(at - 20, 0);
  const end = at + 40;
  const part = `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
  return `${both}: then this line says \`${part}\``;
}

function sepLineHint(mark: string, { use, sep = ',' }: AudiencePlace): string {
  if (mark === '' || mark === sep || use !== 'audience') return 'remove this line';
  return `remove this line, and set \`sep: ${JSON.stringify(mark)}\` in the audience`;
}

function separatorHint(found: string, { use, sep = ',' }: AudiencePlace): string {
  if (use === 'audience') return `set \`sep: ${JSON.stringify(found)}\` in the audience`;
  return `export it with ${separatorWords(sep)}${use === 'exclude' ? ', as the list of the audience' : ''}`;
}

function separatorWords(separator: string, number: 'one' | 'many' = 'many'): string {
  const words = { ',': { one: 'a comma', many: 'commas' }, '\t': { one: 'a tab', many: 'tabs' } }[separator];
  return words?.[number] ?? `\`${separator}\``;
}

function at({ lines, column }: AudienceProblem, { excerpt }: AudiencePlace): Span {
  return excerpt(lines[0] ?? 1, column);
}

function relatedPlaces(problem: AudienceProblem, place: AudiencePlace): { message: string; span: Span }[] {
  const { excerpt } = place;
  const { column } = problem;
  const own = at(problem, place);
  const placeOf = ({ file, start }: Span): string => {
    const { line, column } = positionAt(file, start);
    return `${file.path}:${line}:${column}`;
  };
  const first =
    problem.firstLine === undefined ? [] : [{ message: 'the first of them', span: excerpt(problem.firstLine, column) }];
  const more = relatedLines(problem.lines, (line) => excerpt(line, column), place.span);
  // All rows of a source are at one place: where the campaign names it.
  return [...first, ...more].filter(({ span }) => placeOf(span) !== placeOf(own));
}

export function unknownForgotten(span: Span, fault: string): Diagnostic {
  return finding('CS6022', span, `The people who asked to be forgotten cannot be read: ${fault}`, {
    hint: 'restore `ledger.db` and `contacts.key` of the state folder, and `CALLSHEET_CONTACTS_PEPPER` where it was set',
  });
}

/** The column that was meant, or those that a list has: a list has columns, nobody expects them there. */
export function missingColumnHint(
  column: string,
  header: readonly string[],
  { suggest = suggestion, list = 'it' }: { readonly suggest?: Suggest; readonly list?: string } = {},
): string | Suggestion {
  const named = header.filter((name) => name !== '');
  const suggested = suggest(column, named);
  if (suggested?.kind !== 'oneOf')
    return suggested ?? `${list} has ${named.length === 0 ? 'no columns' : counted(named.length, 'column')}`;
  const { words } = suggested;
  return `${list} has ${words.length === 1 ? 'only the column' : 'the columns'} ${listed(words, 'and')}`;
}
