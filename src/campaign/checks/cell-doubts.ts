import type { Scalar } from '../../audience/scalar.ts';
import type { DiagnosticCode } from '../../diagnostic/codes.ts';
import { maskNumbers } from '../../diagnostic/numbers-in-text.ts';
import { escapeIn, variableOf } from '../rules/texts.ts';
import { namesRead, type PlacedReference, type PlacedTemplate } from '../template/step-templates.ts';
import { garbledPart } from './garbled-part.ts';

/** What makes a cell doubtful that a template reads. */
export type CellDoubt =
  /** A placeholder such as `NULL` that a template would send. */
  | 'placeholder'
  /** Letters that were read in another encoding, or HTML. */
  | 'garbled'
  /** A list or an object, as JSON or a database writes it. */
  | 'nested'
  /** A backslash and an `n`, which people would read. */
  | 'escape'
  /** `no`, where a condition asks only whether there is a value. */
  | 'yesOrNo';

/** Judges the cells that these templates read; most cells are not doubtful, and cost next to nothing. */
export function cellDoubts(
  templates: readonly PlacedTemplate[],
): (column: string, cell: Scalar | undefined) => CellDoubt | undefined {
  const references = templates.flatMap((template) => template.references);
  const columns = (use: PlacedReference['use']): ReadonlySet<string> => {
    const used = references.filter((one) => one.use === use);
    return new Set(namesRead('recipient', used));
  };
  const printed = columns('printed');
  const asked = columns('asked');
  return (column, cell) => {
    if (placeholderIn(cell) !== undefined) return 'placeholder';
    if (typeof cell === 'string' && printed.has(column) && garbledPart(cell) !== undefined) return 'garbled';
    if (typeof cell === 'string' && isNested(cell) && printed.has(column)) return 'nested';
    if (typeof cell === 'string' && cell.includes('\\') && escapeIn(cell) !== undefined && printed.has(column))
      return 'escape';
    return asked.size > 0 && asked.has(column) && noWords.test(String(cell)) && typeof cell !== 'boolean'
      ? 'yesOrNo'
      : undefined;
  };
}

/** Of a doubtful cell `word`; `have` is "2 recipients have", `step` the one that would send it. */
export const doubtWords: Readonly<
  Record<
    CellDoubt,
    (word: string, about: { readonly have: string; readonly column: string; readonly step: string }) => Words
  >
> = {
  placeholder: (word, { have, column, step }) => [
    'CS6017',
    `${have} a placeholder such as \`${placeholderIn(word)}\` in \`${column}\`, and \`${step}\` would send it`,
    'clear these cells, and give the template a `default`',
  ],
  garbled: (word, { have, column, step }) => [
    'CS6042',
    `${have} garbled text such as \`${garbledPart(word)}\` in \`${column}\`, and \`${step}\` would send it`,
    'export the list again from its source, as UTF-8 and without HTML',
  ],
  nested: (word, { have, column, step }) => [
    'CS6044',
    `${have} a list or an object such as \`${maskNumbers(word).slice(0, 40)}\` in \`${column}\`, and \`${step}\` would send it`,
    'select one value of it, as a column of its own',
  ],
  escape: (word, { have, column, step }) => [
    'CS6076',
    `${have} \`${escapeIn(word)?.written}\` in \`${column}\`, and \`${step}\` would send the backslash`,
    'write the character itself in these cells; a cell with several lines needs quotes',
  ],
  yesOrNo: (word, { have, column }) => [
    'CS6077',
    `${have} \`${word}\` in \`${column}\`, and this condition asks only whether there is a value`,
    `compare the cell, such as \`${variableOf(column)} != '${word}'\``,
  ],
};

type Words = readonly [code: DiagnosticCode, message: string, hint: string];

/** `{"first":"Ada"}` and `["a"]` of a column of JSON, `{a,b}` of an array of PostgreSQL. */
function isNested(cell: string): boolean {
  const [first, last] = [cell[0], cell.at(-1)];
  if (first === '{') return last === '}';
  if (first !== '[' || last !== ']') return false;
  try {
    JSON.parse(cell);
    return true;
  } catch {
    return false;
  }
}

const noWords = /^(?:false|no|n|off|0)$/i;

/** What databases, spreadsheets and programs export for an empty cell, in their spelling: there are people called Null. */
const placeholders: ReadonlySet<string> = new Set(
  (
    'NULL|null|(null)|(NULL)|[NULL]|<null>|<NULL>|\\N|nil|<nil>|NA|<NA>|NaT|0000-00-00|' +
    '0000-00-00 00:00:00|[object Object]|[object Undefined]|[object Null]|None|nan|NaN|undefined|N/A|n/a|' +
    '#N/A|#VALUE!|#REF!|#NAME?|#DIV/0!|#NUM!|#NULL!|#ERROR!|#SPILL!|#CALC!|#FIELD!|#BLOCKED!|#CONNECT!|' +
    '#UNKNOWN!|#BUSY!|#GETTING_DATA|-'
  ).split('|'),
);

/** `{{ first_name }}`, `{% if … %}`, `*|FNAME|*`: what filled the list did not fill them, and no template in a cell is rendered. */
const unfilled = /\{\{.*?\}\}|\{%.*?%\}|\*\|\w+\|\*/s;

/** The part of a cell that stands for a value, or for none, and would be sent as text. */
function placeholderIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (placeholders.has(value)) return value;
  return value.includes('{') || value.includes('*|') ? unfilled.exec(value)?.[0] : undefined;
}
