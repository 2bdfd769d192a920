/** Something wrong with a file of recipients: once for all rows that have it. */
export interface AudienceProblem {
  readonly kind:
    | 'unreadable'
    | 'tooLarge'
    | 'utf16'
    | 'archive'
    | 'lfsPointer'
    | 'webPage'
    | 'sepLine'
    | 'gzip'
    | 'notUtf8'
    | 'notDeclared'
    | 'otherMark'
    | 'delimiter'
    | 'duplicateHeader'
    | 'repeatedName'
    | 'ragged'
    | 'csv'
    | 'json'
    | 'noHeader'
    | 'noNames'
    | 'noKeyColumn'
    | 'emptyKey'
    | 'nestedKey'
    | 'invalidKey'
    | 'spreadsheetKey'
    | 'nationalKey'
    | 'foreignKey'
    | 'excludedAsWritten'
    | 'excludedWithoutCode'
    | 'nestedCell'
    | 'noSuchNumber'
    | 'withoutCode'
    | 'optedOut'
    | 'notOptedIn'
    | 'otherRowOptedOut'
    | 'keptByWhere'
    | 'unclearAnswer'
    | 'unclearText'
    | 'swallowedRows'
    | 'duplicate';
  readonly count: number;
  /** The first lines that have it. */
  readonly lines: readonly number[];
  readonly column?: string;
  /** With `duplicate`: the line of the first of them. */
  readonly firstLine?: number;
  /** The reader's words, or the delimiter, the encoding, the country or the cell that was found. */
  readonly detail?: string;
  /** Of columns of consent: the cells of those who may be contacted, and of those who may not; of times only one. */
  readonly answers?: { readonly yes: readonly string[]; readonly no: readonly string[] };
  /** With `ragged`: all that is too much is a separator at the end of each row. */
  readonly areTrailing?: boolean;
  /** With `ragged`: each row has too few fields. */
  readonly areShort?: boolean;
  /** Of columns of consent: the steps that do not read the column, where others do. */
  readonly steps?: readonly string[];
}

const linesMost = 102;

/** Counts all, remembers the first of them: more than a finding shows. */
export function createTally() {
  let count = 0;
  const lines: number[] = [];
  return {
    get count(): number {
      return count;
    },
    lines,
    add: (line: number): void => {
      if (count++ < linesMost) lines.push(line);
    },
  };
}

export type Tally = ReturnType<typeof createTally>;

/** The problem of the lines that were counted; none where there are none. */
export function tallied(
  kind: AudienceProblem['kind'],
  { count, lines }: Tally,
  more: Omit<AudienceProblem, 'kind' | 'count' | 'lines'>,
): AudienceProblem[] {
  return count === 0 ? [] : [{ kind, count, lines, ...more }];
}
