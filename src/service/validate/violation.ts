import { didYouMean, formatSuggestion, type Suggestion } from '../../diagnostic/did-you-mean.ts';
import { countCharacters } from '../operations/definition/characters.ts';
import type { Check, FieldType } from '../operations/definition/rule.ts';
import type { BoundCheck, Rule } from './bind.ts';

/** One breach of one field rule, in sentences. */
export interface Violation {
  /** From the body to the field. */
  readonly path: readonly (string | number)[];
  /** What the service answers. */
  readonly status: string;
  /** Id of the rule. */
  readonly rule: string;
  /** One sentence, with lengths, counts and numbers out of their range, but never a text, which may be somebody's number. */
  readonly message: string;
  readonly hint?: string;
}

/** One breach of one field rule, as values. */
export interface Breach {
  /** From the body to the field; empty if the body itself is wrong. */
  readonly path: Violation['path'];
  readonly status: string;
  readonly rule: string;
  readonly kind: Check['kind'];
  /** The required type, if the value has another one. */
  readonly type: FieldType | undefined;
  /** Read after the field's name: `must be 4 to 32 characters long`. */
  readonly requirement: string;
  /** `it has 3`, where that helps. */
  readonly found: string | undefined;
  /** A sentence without its capital letter and full stop. */
  readonly hint: string | Suggestion | undefined;
}

/** `broken` is the check that failed, or the required type. */
export function breachOf(rule: Rule, broken: BoundCheck | FieldType, path: Violation['path'], value: unknown): Breach {
  const breach = { path, status: rule.status, rule: rule.id, requirement: rule.text };
  return typeof broken === 'string'
    ? { ...breach, kind: 'type', type: broken, found: `it is ${kindOf(value)}`, hint: typeHint(broken, value) }
    : { ...breach, kind: broken.kind, type: undefined, found: foundBy(broken, value), hint: hintOf(broken, value) };
}

/** `orderId must be 4 to 32 characters long; it has 3`, with the field's name as `name` writes it. */
export function formatBreach(
  { path, requirement, found }: Breach,
  name: (field: string) => string = (field) => field,
): string {
  const field = path.length === 0 ? 'The request body' : name(formatPath(path));
  return `${field} ${requirement}${found === undefined ? '' : `; ${found}`}`;
}

export function violationOf(breach: Breach): Violation {
  const { path, status, rule, hint } = breach;
  const violation = { path, status, rule, message: `${formatBreach(breach)}.` };
  if (hint === undefined) return violation;
  return { ...violation, hint: capitalized(typeof hint === 'string' ? `${hint}.` : formatSuggestion(hint)) };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `interactive.action.cards[2].card_index` */
function formatPath(path: readonly (string | number)[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`))
    .join('');
}

function foundBy(check: BoundCheck, value: unknown): string | undefined {
  if (check.kind === 'length') return `it has ${countCharacters(String(value))}`;
  if (check.kind === 'count') return `there are ${(value as readonly unknown[]).length}`;
  if (check.kind === 'range') return `it is ${String(value)}`;
  return undefined;
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an Array';
  if (typeof value === 'string') return 'a String';
  if (typeof value === 'number') return Number.isInteger(value) ? 'a whole number' : 'a number with a fraction';
  if (typeof value === 'bigint') return 'a number of 16 or more digits';
  return typeof value === 'object' ? 'an Object' : `a ${typeof value}`;
}

function hintOf(check: BoundCheck, value: unknown): Breach['hint'] {
  if (check.kind === 'format') return check.format.hint;
  if (check.kind !== 'oneOf' || typeof value !== 'string') return undefined;
  const meant = didYouMean(value, check.values.map(String));
  return meant === undefined ? undefined : { kind: 'meant', word: meant };
}

function typeHint(type: FieldType, value: unknown): string | undefined {
  if (type === 'Object' || type === 'Array') return undefined;
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  if (isNumber && (type === 'String' || type === 'Number text')) return 'write it in quotes';
  if (!(isNumber || typeof value === 'string') || !/^-?\d+$/.test(String(value))) return undefined;
  return Number.isSafeInteger(Number(value)) ? 'write it without quotes' : 'it is too large to be sent exactly';
}
