import { didYouMean, formatSuggestion, type Suggestion } from '../../diagnostic/did-you-mean.ts';
import { isLongText } from '../contract/request-json.ts';
import { countCharacters } from '../operations/definition/formats.ts';
import type { PublicLimit } from '../operations/definition/operation.ts';
import type { Body, Check, Conditions, FieldType } from '../operations/definition/rule.ts';
import { type OperationId, operations, requireOperation } from '../operations/operations.ts';
import { type BoundCheck, type BoundEntry, type BoundField, boundTables, type Rule } from './bind.ts';

/** More would not help anybody, and a hostile body could have millions. */
const mostBreaches = 100;

const none: readonly Breach[] = Object.freeze([]);

/**
 * Checks a complete request body against every field rule of the service's document, in the document's order. The first
 * violation is the one that the service answers.
 */
export function checkRequest(operation: OperationId, body: unknown): readonly Violation[] {
  requireOperation(operation);
  return breachesOf(operation, body).map(violationOf);
}

/** As `checkRequest`, as values. */
export function breachesOf(operation: OperationId, body: unknown): readonly Breach[] {
  return walk(operation, body, mostBreaches);
}

/** The breach that the service answers; cheaper than all of them. */
export function firstBreach(operation: OperationId, body: unknown): Breach | undefined {
  return walk(operation, body, 1)[0];
}

interface Walk {
  readonly body: Body;
  readonly path: (string | number)[];
  readonly limit: number;
  found: Breach[] | undefined;
}

function walk(operation: OperationId, body: unknown, limit: number): readonly Breach[] {
  // Section "6. Balance query": no body.
  if (operations[operation].method === 'GET') return none;
  const table = boundTables[operation];
  if (!isObject(body)) {
    return [{ ...breachOf(table.body, 'Object', [], body), found: undefined, hint: undefined }];
  }
  const state: Walk = { body, path: [], limit, found: undefined };
  visitAll(table.fields, body, state);
  return state.found ?? none;
}

function visitAll(entries: readonly BoundEntry[], parent: Body, state: Walk): void {
  for (const entry of entries) {
    if (state.found !== undefined && state.found.length >= state.limit) return;
    if ('by' in entry) visitAll(entry.of.get(parent[entry.by]) ?? [], parent, state);
    else visit(entry, entry.name, parent[entry.name], parent, state);
  }
}

function visit(field: BoundField, key: string | number, value: unknown, parent: Body | undefined, state: Walk): void {
  for (const check of field.presence) {
    if (isBrokenByPresence(check, value, parent)) return report(check.rule, check, key, value, state);
  }
  // Null counts as absent: section "3. Send verification code".
  if (value === undefined || value === null) return;
  if (!isOf(field.type, value)) return report(field.typeRule, field.type, key, value, state);
  for (const check of field.checks) {
    if (!isBroken(check, value, state)) continue;
    report(check.rule, check, key, value, state);
    // A list that is too long is still checked, up to the allowed length.
    if (check.kind !== 'count') return;
  }
  if (field.item !== undefined) visitItems(field, field.item, key, value as readonly unknown[], state);
  else if (field.fields !== undefined) {
    state.path.push(key);
    visitAll(field.fields, value as Body, state);
    state.path.pop();
  }
}

function visitItems(
  field: BoundField,
  item: BoundField,
  key: string | number,
  items: readonly unknown[],
  state: Walk,
): void {
  state.path.push(key);
  const until = Math.min(items.length, field.most);
  for (let at = 0; at < until; at += 1) {
    if (state.found !== undefined && state.found.length >= state.limit) break;
    // An absent item has no meaning, unlike an absent field.
    if (items[at] === undefined || items[at] === null) report(item.typeRule, item.type, at, items[at], state);
    else visit(item, at, items[at], undefined, state);
  }
  state.path.pop();
}

function isOf(type: FieldType, value: unknown): boolean {
  switch (type) {
    case 'String':
      return typeof value === 'string';
    case 'Number text':
      return typeof value === 'string' || (Number.isSafeInteger(value) && (value as number) >= 0);
    // Beyond 2^53 a JSON number may differ from the number that was written.
    case 'Integer':
      return Number.isSafeInteger(value);
    case 'Long':
      return Number.isSafeInteger(value) || isLongText(typeof value === 'bigint' ? String(value) : value);
    case 'Double':
      return Number.isFinite(value);
    case 'Object':
      return isObject(value);
    case 'Array':
      return Array.isArray(value);
    default:
      return type satisfies never;
  }
}

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isBroken(check: BoundCheck, value: unknown, state: Walk): boolean {
  switch (check.kind) {
    case 'required':
    case 'forbidden':
    case 'type':
      return false;
    case 'length':
      return !isWithin(String(value), check.min, check.max);
    case 'range':
      return (value as number) < check.min || (value as number) > check.max;
    case 'count':
      return (value as readonly unknown[]).length < check.min || (value as readonly unknown[]).length > check.max;
    case 'oneOf':
      return !check.values.includes(value as string | number);
    case 'format':
      return !check.format.test(String(value));
    case 'test':
      return !check.test(value, state.body, state.path);
    default:
      return check satisfies never;
  }
}

/** The two kinds that come before the type. */
function isBrokenByPresence(check: BoundCheck, value: unknown, parent: Body | undefined): boolean {
  if (check.kind === 'forbidden') {
    if (value === undefined || value === null) return false;
    return check.beside === undefined || !isAbsent(parent?.[check.beside]);
  }
  if (check.kind !== 'required' || !isMissing(value)) return false;
  if (check.unless !== undefined) return isAbsent(parent?.[check.unless]);
  return check.when === undefined || areSo(check.when, parent);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Absent, or empty: a blank String, an empty Array. */
function isMissing(value: unknown): boolean {
  if (typeof value === 'string') return !/\S/.test(value);
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function areSo(when: Conditions, parent: Body | undefined): boolean {
  for (const name in when) if (parent?.[name] !== when[name]) return false;
  return true;
}

function isWithin(value: string, min: number, max: number): boolean {
  const characters = countCharacters(value);
  return characters >= min && characters <= max;
}

function report(rule: Rule, broken: BoundCheck | FieldType, key: string | number, value: unknown, state: Walk): void {
  (state.found ??= []).push(breachOf(rule, broken, [...state.path, key], value));
}

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
function breachOf(rule: Rule, broken: BoundCheck | FieldType, path: Violation['path'], value: unknown): Breach {
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

function violationOf(breach: Breach): Violation {
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

/** What a body breaks of these limits (assumption `redial.public-limits`). */
export function publicLimitsBroken(operation: OperationId, body: Body): readonly PublicLimit[] {
  return (operations[operation].publicLimits ?? []).filter(({ field, holds }) => {
    const value = body[field];
    return value !== undefined && value !== null && !holds(value, body);
  });
}

export function formatPublicLimit(
  { field, says }: Pick<PublicLimit, 'field' | 'says'>,
  name: (field: string) => string = String,
): string {
  return `${name(field)}: public documents of this API say ${says}; the contract does not`;
}
