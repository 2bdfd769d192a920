import { comparable } from '../../audience/comparable.ts';
import type { Scalar } from '../../audience/scalar.ts';
import { type Condition, type ConditionCount, cellTest, type Where } from '../../audience/where.ts';

/** A condition of `where` that a cell does not meet. */
export interface Mismatch {
  readonly column: string;
  readonly value: Scalar | undefined;
  readonly condition: Condition;
}

export function mismatchesOf(where: Where, value: (column: string) => Scalar | undefined): readonly Mismatch[] {
  return Object.entries(where).flatMap(([column, conditions]) =>
    conditions
      .filter((condition) => cellTest(condition)(value(column)) !== true)
      .map((condition) => ({ column, value: value(column), condition })),
  );
}

/** "`tier` is `bronze`, not `gold` or `silver`". */
export function formatMismatch({ column, value, condition }: Mismatch): string {
  const cell = `\`${column}\` is ${quoted(value === undefined ? '' : String(value))}`;
  switch (condition.kind) {
    case 'not':
    case 'notMatches':
      return `${cell}, which \`not\` leaves out`;
    case 'oneOf':
    case 'matches':
      return `${cell}, not ${formatCondition(condition)}`;
    case 'atLeast':
    case 'atMost':
    case 'before':
    case 'after':
      return `${cell}${value === undefined || cellTest(condition)(value) === false ? '' : ` and no ${comparedAs(condition)}`}, not ${formatCondition(condition)}`;
    default:
      return condition satisfies never;
  }
}

/** What the cells of a column must be, after "is": "`gold` or `silver`", "at least 18". */
export function formatCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'oneOf':
      return either(condition.values);
    case 'not':
      return `anything but ${either(condition.values)}`;
    case 'matches':
      return `like ${either(condition.values)}`;
    case 'notMatches':
      return `anything but text like ${either(condition.values)}`;
    case 'atLeast':
      return `at least ${condition.number}`;
    case 'atMost':
      return `at most ${condition.number}`;
    case 'before':
    case 'after':
      return `${condition.kind} ${condition.time.replace('T', ' ')}`;
    default:
      return condition satisfies never;
  }
}

/** What is true of the rows that a condition leaves out. */
export function formatLeftOutBy(column: string, condition: Condition): string {
  if (condition.kind === 'not') return `\`${column}\` is ${either(condition.values)}`;
  if (condition.kind === 'notMatches') return `\`${column}\` is like ${either(condition.values)}`;
  return `\`${column}\` is not ${formatCondition(condition)}`;
}

/** What `not` names and none of them has, such as a word that is misspelt: nobody is left out by it. Undefined where there is nothing. */
export function idleWords(
  { column, condition, unused }: ConditionCount,
  they: 'row' | 'recipient',
): string | undefined {
  if (condition.kind !== 'not' && condition.kind !== 'notMatches') return undefined;
  const values = unused.filter((value) => value !== '').slice(0, shownMost);
  if (values.length === 0) return undefined;
  const what = condition.kind === 'not' ? either(values) : `a text like ${either(values)}`;
  return `No ${they} has ${what} in \`${column}\`: \`not\` leaves out nobody by ${values.length === 1 ? 'it' : 'them'}`;
}

/** Values of a condition that rows have in other letters: these rows are not meant by it. Undefined where there are none. */
export function otherLetters({ column, condition, unused, seen }: ConditionCount): string | undefined {
  if (condition.kind !== 'not' && condition.kind !== 'oneOf') return undefined;
  const alike = (text: string): string => comparable(text).toLowerCase();
  const named = new Set(condition.values.map(comparable));
  // One that no row has is a finding of its own.
  const used = new Set(condition.values.filter((value) => !unused.includes(value)).map(alike));
  const others = seen.filter((one) => one !== '' && !named.has(comparable(one)) && used.has(alike(one)));
  if (others.length === 0) return undefined;
  const became = condition.kind === 'not' ? 'does not leave them out' : 'leaves them out';
  return `Rows have ${either(others.slice(0, shownMost))} in \`${column}\`, and the condition ${became}: it names ${either(condition.values.slice(0, shownMost))}`;
}

const shownMost = 10;

/** What a cell must be so that it can be compared. */
export function comparedAs({ kind }: Condition): 'number' | 'date or time' {
  return kind === 'atLeast' || kind === 'atMost' ? 'number' : 'date or time';
}

function either(values: readonly string[]): string {
  return values.map(quoted).join(' or ');
}

function quoted(text: string): string {
  return text === '' ? 'empty' : `\`${text}\``;
}
