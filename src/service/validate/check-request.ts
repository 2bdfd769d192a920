import { isLongText } from '../contract/request-json.ts';
import { countCharacters } from '../operations/definition/characters.ts';
import type { Body, Conditions, FieldType } from '../operations/definition/rule.ts';
import { type OperationId, operations } from '../operations/operations.ts';
import type { BoundCheck, BoundEntry, BoundField, Rule } from './bind.ts';
import { boundTables } from './rules.ts';
import { type Breach, breachOf, type Violation, violationOf } from './violation.ts';

export { parameterCode, rules, rulesEarning } from './rules.ts';
export { type Breach, formatBreach, type Violation } from './violation.ts';

/** More would not help anybody, and a hostile body could have millions. */
const mostBreaches = 100;

const none: readonly Breach[] = Object.freeze([]);

/**
 * Checks a complete request body against every field rule of the service's document, in the document's order. The first
 * violation is the one that the service answers.
 */
export function checkRequest(operation: OperationId, body: unknown): readonly Violation[] {
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
