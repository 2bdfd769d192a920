import type { Scalar } from '../../audience/scalar.ts';
import { escapeIn } from '../rules/escapes.ts';
import type { PlacedTemplate } from '../template/step-templates.ts';
import { garbledPart } from './garbled-text.ts';
import { placeholderIn } from './placeholders.ts';

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
  const columns = (use: string): ReadonlySet<string> =>
    new Set(
      templates.flatMap(({ references }) =>
        references.flatMap((one) => (one.path[0] === 'recipient' && one.use === use ? [one.path[1] ?? ''] : [])),
      ),
    );
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
