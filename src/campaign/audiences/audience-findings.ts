import type { AudienceProblem } from '../../audience/audience-problem.ts';
import { isTime } from '../../audience/consent-words.ts';
import type { CsvSeparator, ListFormat } from '../../audience/list-format.ts';
import type { SaidNo } from '../../audience/roster.ts';
import type { UnreadableKind } from '../../audience/unreadable-keys.ts';
import type { DiagnosticCode } from '../../diagnostic/codes.ts';
import { counted } from '../../diagnostic/count-words.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { listed, type Suggestion } from '../../diagnostic/did-you-mean.ts';
import { positionAt, type Span } from '../../diagnostic/source-file.ts';
import { countryName } from '../../time/time-zone.ts';
import { finding } from '../rules/rule.ts';
import { yamlWord } from '../yaml/yaml-word.ts';
import { type Excerpts, relatedLines } from './excerpt.ts';
import { missingColumnHint } from './missing-column.ts';

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
  return problems.map((problem) => explain(problem, place));
}

function explain(problem: AudienceProblem, place: AudiencePlace): Diagnostic {
  const { count, column = '', detail = '' } = problem;
  const rows = counted(count, 'row');
  const found = (code: DiagnosticCode, message: string, hint?: string | Suggestion, severity?: 'warning') =>
    finding(code, at(problem, place), message, {
      hint,
      related: relatedPlaces(problem, place),
      severity,
    });
  switch (problem.kind) {
    case 'unreadable':
      return found('CS1019', `This ${detail}`);
    case 'tooLarge':
      return found(
        'CS1016',
        `The lists of this campaign need more than 1 GB of memory; ${counted(count, 'recipient')} of this one fit`,
        'split the list, or read fewer of its columns in templates',
      );
    case 'utf16':
      return found(
        'CS6001',
        'This file is UTF-16 without a byte order mark',
        `save it as “CSV UTF-8”${place.use === 'audience' ? `, or set \`encoding: ${detail}\` in the audience` : ''}`,
      );
    case 'archive':
      return found('CS6001', 'This file is a spreadsheet or an archive, not text', 'export the list as “CSV UTF-8”');
    case 'lfsPointer':
      return found('CS6001', 'This file is a pointer of Git LFS, not the list', 'run `git lfs pull`');
    case 'webPage':
      return found(
        'CS6001',
        'This file is a web page, not a list',
        'download the list again, and look at what you get',
      );
    case 'sepLine':
      return found(
        'CS6002',
        'The first line is `sep=` of Excel, not the names of the columns',
        sepLineHint(detail, place),
      );
    case 'gzip':
      return found(
        'CS6019',
        `This file cannot be decompressed: ${detail}`,
        'copy it again, or compress the list again',
      );
    case 'notUtf8':
      return found(
        'CS6001',
        'From this line on the file is not UTF-8',
        place.use === 'audience' && detail === ''
          ? encodingHint(at(problem, place), place)
          : 'save it as “CSV UTF-8”; in another encoding, names are garbled',
      );
    case 'notDeclared':
      return found(
        'CS6001',
        `From this line on the file is not \`${detail}\``,
        place.encoding === undefined
          ? 'copy it again, or export the list again'
          : 'set the `encoding` in which it was saved, or save it as “CSV UTF-8” and remove `encoding`',
      );
    case 'otherMark':
      return found(
        'CS6001',
        `This file is \`${detail}\` by its byte order mark, not \`${place.encoding}\``,
        place.use === 'audience'
          ? 'remove `encoding` from the audience'
          : 'save it in the encoding of the audience, or both as “CSV UTF-8”',
      );
    case 'delimiter':
      return found(
        'CS6002',
        `The columns are separated by ${separatorWords(detail)}, not by ${separatorWords(place.sep ?? ',')}`,
        separatorHint(detail, place),
      );
    case 'duplicateHeader':
      return found('CS6003', `Two columns have the name \`${column}\``, 'rename one of them');
    case 'repeatedName':
      return found(
        'CS6003',
        `${counted(count, 'line names', 'lines name')} \`${column}\` twice, with two values`,
        'remove or rename one of them',
      );
    case 'ragged':
      return found(
        'CS6004',
        `${rows} ${count === 1 ? 'does' : 'do'} not have the ${detail} fields of the header`,
        problem.areTrailing === true
          ? `the first line lacks the ${separatorWords(place.sep ?? ',', 'one').replace(/^a /, '')} at its end that ${count === 1 ? 'this row has' : 'these rows have'}: add it there`
          : `put a value that contains ${separatorWords(place.sep ?? ',', 'one')} in quotes`,
      );
    case 'csv':
      return found(
        'CS6010',
        `This file cannot be read as CSV: ${detail}`,
        'close each quote, and write one inside quotes twice',
      );
    case 'json':
      return found(
        'CS6011',
        `${counted(count, 'line')} cannot be read as JSON: ${detail}`,
        'each line must be one complete JSON object, with no list around the lines',
      );
    case 'noHeader':
      return found(
        'CS6009',
        'This file is empty',
        place.format === 'csv' ? 'its first line must name the columns' : 'each line must be one JSON object',
      );
    case 'noNames':
      return found(
        'CS6008',
        'The first line contains a number instead of column names',
        `add a first line with a name for each column, including \`${column}\``,
      );
    case 'noKeyColumn':
      return found(
        'CS6008',
        `There is no column \`${column}\`, the key of the audience`,
        missingColumnHint(column, place.header, { list: 'the file' }),
      );
    case 'emptyKey':
    case 'nestedKey':
    case 'invalidKey':
    case 'nationalKey':
    case 'foreignKey':
    case 'spreadsheetKey':
      return unreadableFinding(problem.kind, problem, place);
    case 'noSuchNumber':
      return found(
        'CS6043',
        counted(count, 'number is not valid in its country', 'numbers are not valid in their countries'),
        place.use === 'audience'
          ? 'check for missing or extra digits: a message to such a number reaches nobody, or somebody else'
          : 'check for missing or extra digits: the person who is meant may be in the list under another number',
        'warning',
      );
    case 'withoutCode': {
      const isOne = count === 1;
      return found(
        'CS6046',
        `${counted(count, 'number lacks its country code: it would be a number', 'numbers lack their country code: they would be numbers')} of ${countryName(detail)}`,
        place.use === 'audience'
          ? `if the numbers of this list have their country codes, write \`+\` before them; if not, set \`country: ${detail}\` in the audience`
          : `set \`country: ${detail}\` in the audience, or write \`+\` and the country code before ${isOne ? 'it' : 'them'}`,
      );
    }
    case 'optedOut':
    case 'notOptedIn':
      return found(
        'CS6047',
        saidNoWords({ ...problem, kind: problem.kind, column }),
        `leave them out with \`where: { ${yamlWord(column)}: ${whoMay(problem)} }\`${ofSteps(problem)}`,
        'warning',
      );
    case 'keptByWhere':
      return found(
        'CS6047',
        saidNoWords({ ...problem, kind: problem.kind, column }),
        `correct it: \`where: { ${yamlWord(column)}: ${whoMay(problem)} }\`${ofSteps(problem)}`,
        'warning',
      );
    case 'unclearAnswer':
    case 'unclearText':
      return found(
        'CS6047',
        `\`${column}\` says neither yes nor no of ${counted(count, 'recipient')}: whether they may be contacted is not known`,
        `say it in \`where\`${ofSteps(problem)}: \`{ ${yamlWord(column)}: { not: ${cells(problem.answers?.no ?? [])} } }\` leaves them out, \`{ ${yamlWord(column)}: { matches: "*" } }\` means that it is about something else`,
        problem.kind === 'unclearText' ? 'warning' : undefined,
      );
    case 'otherRowOptedOut':
      return found(
        'CS6047',
        saidNoWords({ ...problem, kind: problem.kind, column }),
        'leave out every row of theirs: name a file of their numbers as `exclude`, or correct the list',
        'warning',
      );
    case 'swallowedRows':
      return found(
        'CS6041',
        `${counted(count, 'row has', 'rows have')} a cell with lines that look like rows: ${count === 1 ? detail : `${detail} in the first`}`,
        'a quote may be missing or extra, or these lines end in another way than the first: the people in such a cell are left out',
        'warning',
      );
    case 'nestedCell':
      return found(
        'CS6040',
        `${counted(count, 'row has', 'rows have')} a list or an object of JSON in \`${column}\`, which counts as empty`,
        'put each value on the top level of the line, under its own name',
        'warning',
      );
    case 'duplicate':
      return found(
        'CS6005',
        `${counted(count, 'duplicate row')} left out: each person is contacted once`,
        undefined,
        'warning',
      );
    default:
      return problem.kind satisfies never;
  }
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

/** Where to write the condition, if it is not for the whole audience. */
function ofSteps({ steps = [] }: AudienceProblem): string {
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

function unreadableFinding(kind: UnreadableKind, problem: AudienceProblem, place: AudiencePlace): Diagnostic {
  const { count, column = '' } = problem;
  const { use, country, countryColumn, likelyCountry = 'NG' } = place;
  const isOne = count === 1;
  const words: Readonly<Record<UnreadableKind, readonly [what: string, hint: string]>> = {
    emptyKey: [`no value in \`${column}\``, 'add the number, or remove the row'],
    nestedKey: [
      `a list or an object of JSON in \`${column}\``,
      'write one number for each line, as a text such as "2348012345678"',
    ],
    invalidKey: [
      `no usable number in \`${column}\``,
      country === undefined && countryColumn === undefined
        ? 'a cell must contain one number with its country code, 7 to 15 digits in total, such as 2348012345678'
        : `a cell must contain one number, without words or \`/\`: a number of ${country ?? `the country in \`${countryColumn}\``}, or one with \`+\` and its country code`,
    ],
    nationalKey:
      country === undefined
        ? [
            `a number without its country code in \`${column}\``,
            countryColumn === undefined
              ? `add the country code, or set the country of the audience, such as \`country: ${likelyCountry}\``
              : `add the country code, or write the country in \`${countryColumn}\` as \`${likelyCountry}\` or \`${countryName(likelyCountry)}\``,
          ]
        : [
            `a number in \`${column}\` that does not exist in ${country}`,
            'check for missing or extra digits; a number of another country needs `+` and its country code',
          ],
    foreignKey: [
      `a number in \`${column}\` that does not exist in the country of \`${countryColumn}\``,
      'check for missing or extra digits; a number of another country needs `+` and its country code',
    ],
    spreadsheetKey: [
      `a number rounded by a spreadsheet in \`${column}\``,
      'format the column as text before saving; the digits are lost',
    ],
  };
  const [what, hint] = words[kind];
  const then =
    use === 'exclude'
      ? `, so ${isOne ? 'that person' : 'those people'} would be contacted`
      : ` and ${isOne ? 'is' : 'are'} left out`;
  const code = use === 'exclude' ? 'CS6018' : kind === 'spreadsheetKey' ? 'CS6014' : 'CS6006';
  const message = `${counted(count, 'row has', 'rows have')} ${what}${then}`;
  return finding(code, at(problem, place), message, {
    hint,
    related: relatedPlaces(problem, place),
    severity: use === 'exclude' ? 'error' : 'warning',
  });
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
