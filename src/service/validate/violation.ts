import { didYouMean } from '../../diagnostic/did-you-mean.ts';
import type { BoundCheck } from './rules/bind.ts';
import { countCharacters } from './rules/characters.ts';
import type { Rule } from './rules/rule.ts';

/** One breach of one field rule. */
export interface Violation {
  /** From the body to the field. */
  readonly path: readonly (string | number)[];
  /** What the service answers. */
  readonly status: string;
  /** Id of the rule; its text and section: `ruleById`. */
  readonly rule: string;
  /** One sentence, with lengths and counts but never a value, which may be somebody's number. */
  readonly message: string;
  readonly hint?: string;
}

/** `check` is the check that failed; absent when the type is wrong. */
export function violationOf(
  rule: Rule,
  check: BoundCheck | undefined,
  path: Violation['path'],
  value: unknown,
): Violation {
  const message = `${formatPath(path)} ${rule.text}${found(check, value)}.`;
  const hint = hintFor(check, rule, value);
  const violation = { path, status: rule.status, rule: rule.id, message };
  return hint === undefined ? violation : { ...violation, hint };
}

/** `interactive.action.cards[2].card_index` */
function formatPath(path: readonly (string | number)[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`))
    .join('');
}

function found(check: BoundCheck | undefined, value: unknown): string {
  if (check === undefined) return `; it is ${kindOf(value)}`;
  if (check.kind === 'length') return `; it has ${countCharacters(String(value))}`;
  if (check.kind === 'count') return `; there are ${(value as readonly unknown[]).length}`;
  if (check.kind === 'range') return `; it is ${String(value)}`;
  return '';
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an Array';
  if (typeof value === 'string') return 'a String';
  if (typeof value === 'number') return Number.isInteger(value) ? 'a whole number' : 'a number with a fraction';
  return typeof value === 'object' ? 'an Object' : `a ${typeof value}`;
}

function hintFor(check: BoundCheck | undefined, rule: Rule, value: unknown): string | undefined {
  if (check?.kind === 'format') return check.format.hint;
  if (check?.kind === 'oneOf' && typeof value === 'string') {
    const meant = didYouMean(value, check.values.map(String));
    return meant === undefined ? undefined : `Did you mean \`${meant}\`?`;
  }
  if (check !== undefined) return undefined;
  if (typeof value === 'number' && rule.text.includes('a String')) return 'Write it in quotes.';
  if (typeof value === 'number' && Number.isInteger(value)) return 'It is too large to be sent exactly.';
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return 'Write it without quotes.';
  return undefined;
}
