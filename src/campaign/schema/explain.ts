import type { DiagnosticCode } from '../../diagnostic/codes.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { didYouMean, listed, type Suggestion, suggestion } from '../../diagnostic/did-you-mean.ts';
import { grouped } from '../../diagnostic/grouped.ts';
import type { Operation } from '../../service/operations/definition/operation.ts';
import { isOperationId, operationIds, operations } from '../../service/operations/operations.ts';
import { fieldsToWrite } from '../request/default-fields.ts';
import { finding } from '../rules/rule.ts';
import { headOf, keySpan, type Path, placeAt, valueAt, type YamlTree } from '../yaml/yaml-tree.ts';
import {
  formHint,
  formOf,
  isClosedTime,
  kindNames,
  meantKey,
  otherName,
  type SchemaError,
  schemaHint,
  wants,
  words,
} from './schema-hints.ts';
import { schemaPathsTo } from './schema-paths.ts';

/** The validator's errors, one finding for each mistake. */
export function explainSchemaError(tree: YamlTree, problems: readonly SchemaError[]): Diagnostic[] {
  const findings = withoutMisspelt(bestErrors(problems)).map((problem) => explain(tree, problem));
  const seen = new Set<string>();
  return findings.filter((finding) => {
    const identity = `${finding.code} ${finding.span.start} ${finding.message}`;
    return !seen.has(identity) && seen.add(identity);
  });
}

function explain(tree: YamlTree, problem: SchemaError): Diagnostic {
  const { path, params, keyword } = problem;
  switch (keyword) {
    case 'additionalProperties':
      return unknownKey(tree, problem, String(params['additionalProperty']));
    case 'propertyNames':
      return badName(tree, path, String(params['propertyName']));
    case 'required':
      return missingKey(tree, problem, String(params['missingProperty']));
    case 'discriminator':
      return badOperation(tree, path, params['tagValue']);
    case 'enum':
      return notAllowed(tree, problem, params['allowedValues'] as readonly unknown[]);
    case 'const':
      return notAllowed(tree, problem, [params['allowedValue']]);
    case 'type':
    case 'anyOf':
      return wrongKind(tree, problem);
    case 'pattern':
      return badForm(tree, problem);
    default:
      return outOfRange(tree, problem);
  }
}

function badForm(tree: YamlTree, problem: SchemaError): Diagnostic {
  const text = short(problem.data);
  if (formOf(problem) === 'LocalDateTime' && /\d(Z|[+-]\d{2}:?\d{2})$/.test(text)) {
    const message = `\`${text}\` has an offset, but the campaign sets its time zone once, at the top`;
    return findingAt(tree, problem.path, 'CS5008', message, "all times are in the campaign's `timezone`");
  }
  return findingAt(tree, problem.path, 'CS2007', `\`${text}\` is not ${words(problem)}`, schemaHint(problem));
}

function findingAt(
  tree: YamlTree,
  path: Path,
  code: DiagnosticCode,
  message: string,
  hint?: string | Suggestion,
): Diagnostic {
  return finding(code, headOf(placeAt(tree, path).value), message, { hint });
}

function unknownKey(tree: YamlTree, problem: SchemaError, key: string): Diagnostic {
  const known = Object.keys(problem.schema['properties'] ?? {});
  const present = Object.keys(problem.data as object);
  const free = known.filter((one) => !present.includes(one));
  const places = schemaPathsTo(key).filter((path) => !path.includes('.with.'));
  const meant = places.length > 0 ? otherName(key, free) : meantKey(key, free);
  const hint: string | Suggestion = isClosedTime(key)
    ? closedTimeHint
    : meant === undefined
      ? elsewhere(problem, key, places, free)
      : { kind: 'meant', word: meant };
  const span = keySpan(tree, [...problem.path, key]);
  const where = problem.path.length === 0 ? 'the campaign' : nodeName(tree, problem.path);
  return finding('CS2001', span, `unknown key \`${key}\` in ${where}`, { hint });
}

const closedTimeHint =
  'nothing starts outside `window`: its `open` and `close` are the hours, and `days`, `except` and `holidays` close days';

/** Says which operations have a key, or in which places it may be. */
function elsewhere(
  problem: SchemaError,
  key: string,
  places: readonly string[],
  free: readonly string[],
): string | Suggestion {
  const uses = (problem.data as Record<string, unknown>)['uses'];
  const belongs = placeHint(places);
  if (typeof uses !== 'string') return belongs ?? suggestion(key, free) ?? 'use keys that start with `x-` for notes';
  if (key === 'forEach') return `\`${uses}\` runs once, not per recipient`;
  if (key === 'expect' || key === 'every')
    return `only queries support \`${key}\`: ${those(({ effect }) => effect === 'query')}`;
  if (key === 'expires') return `only ${those(({ expires }) => expires !== undefined)} supports \`expires\``;
  if (key === 'onUnknown')
    return `only ${those(({ recovery }) => recovery === 'manual')} supports \`onUnknown\`; the other operations recover in a fixed way`;
  return belongs ?? `if \`${key}\` is a field of the request, put it under \`with\``;
}

/** Of paths such as `limits.rate`, the shortest first. */
function placeHint(places: readonly string[]): string | undefined {
  const below = places.filter((path) => path.includes('.')).slice(0, 3);
  const top = places.some((path) => !path.includes('.')) ? ['at the top of the file'] : [];
  const all = [...top, ...(below.length === 0 ? [] : [`as ${listed(below)}`])];
  return all.length === 0 ? undefined : `write it ${all.join(', or ')}`;
}

function those(have: (operation: Operation) => boolean): string {
  return listed(
    operationIds.filter((id) => have(operations[id])),
    'and',
  );
}

function badName(tree: YamlTree, path: Path, name: string): Diagnostic {
  const span = keySpan(tree, [...path, name]);
  const message = `\`${short(name)}\` is not a valid name: names start with a letter and contain letters, digits, \`_\` and \`-\``;
  return finding('CS2007', span, message);
}

function missingKey(tree: YamlTree, problem: SchemaError, key: string): Diagnostic {
  const described = problem.schema['properties'] as Readonly<Record<string, { examples?: unknown[] }>> | undefined;
  const example = described?.[key]?.examples?.find((one) => ['string', 'number', 'boolean'].includes(typeof one));
  const hint =
    missingHint(problem, key) ??
    (example === undefined ? undefined : `for example \`${key}: ${example as string | number | boolean}\``);
  const where = problem.path.length === 0 ? 'The campaign' : nodeName(tree, problem.path);
  const span = problem.path.length === 0 ? headOf(tree.root.value) : keySpan(tree, problem.path);
  return finding('CS2002', span, `${where} has no \`${key}\``, { hint });
}

function missingHint({ data }: SchemaError, key: string): string | undefined {
  if (key === 'uses') return `one of ${listed(operationIds)}`;
  if (key === 'steps') return 'add `steps:`, and below it each step by its name, such as `hello:`';
  const uses = typeof data === 'object' && data !== null && 'uses' in data ? data.uses : undefined;
  if (key !== 'with' || typeof uses !== 'string' || !isOperationId(uses)) return undefined;
  const fields = fieldsToWrite(uses);
  return `\`${uses}\` requires ${listed(fields, 'and')}: \`with: { ${fields.map((name) => `${name}: …`).join(', ')} }\``;
}

function badOperation(tree: YamlTree, path: Path, tag: unknown): Diagnostic {
  if (typeof tag !== 'string') {
    const missing: SchemaError = { path, keyword: 'required', params: {}, schema: {}, data: {} };
    if (tag === undefined) return misspeltUses(tree, path) ?? missingKey(tree, missing, 'uses');
    const hint = `one of ${listed(operationIds)}`;
    return findingAt(tree, [...path, 'uses'], 'CS2003', '`uses` must be the id of an operation', hint);
  }
  const [only, ...others] = operationIds.filter((id) => id.split('.').includes(tag.toLowerCase()));
  const hint: Suggestion | undefined =
    only !== undefined && others.length === 0 ? { kind: 'meant', word: only } : suggestion(tag, operationIds);
  return findingAt(tree, [...path, 'uses'], 'CS2005', `The service has no operation \`${short(tag)}\``, hint);
}

/** `use: whatsapp.send`: another key, whose name or whose value is nearly right. */
function misspeltUses(tree: YamlTree, path: Path): Diagnostic | undefined {
  const step = valueAt(tree.value, path);
  const isMeant = ([key, value]: [string, unknown]): boolean =>
    (operationIds as readonly unknown[]).includes(value) || didYouMean(key, ['uses']) !== undefined;
  const key = Object.entries(step as object).find(isMeant)?.[0];
  if (key === undefined) return undefined;
  return finding('CS2001', keySpan(tree, [...path, key]), `unknown key \`${short(key)}\` in ${nodeName(tree, path)}`, {
    hint: { kind: 'meant', word: 'uses' },
  });
}

function notAllowed(tree: YamlTree, problem: SchemaError, allowed: readonly unknown[]): Diagnostic {
  // Only a text can be a misspelt word.
  if (typeof problem.data !== 'string') return wrongKind(tree, problem);
  const word = problem.data;
  const names = allowed.map(String);
  const prefix = names.find((name) => word.toLowerCase().startsWith(name));
  const meant: Suggestion | undefined =
    prefix === undefined ? suggestion(word, names) : { kind: 'meant', word: prefix };
  const hint = formHint(problem, word) ?? meant;
  return findingAt(tree, problem.path, 'CS2004', `\`${short(problem.data)}\` is not allowed here`, hint);
}

function wrongKind(tree: YamlTree, problem: SchemaError): Diagnostic {
  const expected = words(problem);
  if (typeof problem.data === 'number' && wantsText(problem)) {
    const written = placeAt(tree, problem.path).source ?? String(problem.data);
    const form = formHint(problem, written);
    if (form !== undefined) return findingAt(tree, problem.path, 'CS2007', `\`${written}\` is not ${expected}`, form);
    const hint = `put it in quotes: "${written}"`;
    return findingAt(tree, problem.path, 'CS1005', readAsNumber(written, problem.data), hint);
  }
  if (typeof problem.data === 'string' && /^(yes|no|on|off|y|n)$/i.test(problem.data) && wants(problem, 'boolean')) {
    const message = `\`${problem.data}\` is text in YAML 1.2, not true or false`;
    return findingAt(tree, problem.path, 'CS1012', message, `write \`${/^(yes|on|y)$/i.test(problem.data)}\``);
  }
  if (problem.data === null) {
    const message = `${nodeName(tree, problem.path)} is empty`;
    return finding('CS2003', keySpan(tree, problem.path), message, { hint: `it must be ${expected}` });
  }
  const { data } = problem;
  // One that is not whole, or has no end.
  const isOther = typeof data === 'number' && (wants(problem, 'integer') || !Number.isFinite(data));
  const message = `${nodeName(tree, problem.path)} must be ${expected}, not ${isOther ? data : kindOf(data)}`;
  return findingAt(tree, problem.path, 'CS2003', message, schemaHint(problem));
}

/** "`caps`", or "item 2 of `caps`": an item of a list has no name. */
function nodeName(tree: YamlTree, path: Path): string {
  const [last, list] = [path.at(-1), path.slice(0, -1)];
  return list.length > 0 && Array.isArray(valueAt(tree.value, list))
    ? `item ${Number(last) + 1} of ${nodeName(tree, list)}`
    : `\`${last}\``;
}

function readAsNumber(written: string, value: number): string {
  return written === String(value)
    ? `YAML reads \`${written}\` as a number, but text is expected here`
    : `YAML reads \`${written}\` as the number ${value}`;
}

function wantsText(problem: SchemaError): boolean {
  return wants(problem, 'string') && !wants(problem, 'number') && !wants(problem, 'integer');
}

function outOfRange(tree: YamlTree, problem: SchemaError): Diagnostic {
  const { params, keyword, data } = problem;
  const name = problem.path.length === 0 ? '`campaign`' : nodeName(tree, problem.path);
  const limit = Number(params['limit']);
  const message = ((): string => {
    switch (keyword) {
      case 'minimum':
        return `${name} must be at least ${limit}, not ${String(data)}`;
      case 'maximum':
        return `${name} must be at most ${limit}, not ${String(data)}`;
      case 'minLength':
        return `${name} must not be empty`;
      case 'maxLength':
        return `${name} must have at most ${limit} characters, not ${String(data).length}`;
      case 'minItems':
      case 'minProperties':
        return `${name} must not be empty`;
      case 'maxProperties':
        return limit === 0
          ? `${name} must be empty`
          : `${name} takes ${limit === 1 ? 'only one key' : `at most ${limit} keys`}`;
      default:
        return `${name} is not ${words(problem)}`;
    }
  })();
  return findingAt(tree, problem.path, 'CS2006', message);
}

function kindOf(data: unknown): string {
  if (Array.isArray(data)) return 'a list';
  if (data === null) return 'nothing';
  if (typeof data === 'object') return 'a map';
  return `${kindNames[typeof data] ?? typeof data} (\`${short(data)}\`)`;
}

function short(data: unknown): string {
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** A value that fits none of several forms gives an error for each form and one for all. Only the best is kept. */
export function bestErrors(problems: readonly SchemaError[]): SchemaError[] {
  // A step at a time: thousands of errors are not compared with thousands. Errors of the whole file come after.
  const byStep = grouped(problems, ({ path }) => (path.length < 2 ? '' : pointer(path.slice(0, 2))));
  const ofTop = byStep.get('') ?? [];
  const kept = new Set([...byStep.values()].flatMap((some) => (some === ofTop ? some : bestForms(some, some))));
  return dropImpliedErrors(
    bestForms(
      problems.filter((problem) => kept.has(problem)),
      ofTop,
    ),
  );
}

function bestForms(problems: readonly SchemaError[], groups: readonly SchemaError[]): readonly SchemaError[] {
  let left = problems;
  for (const group of groups.filter((problem) => problem.keyword === 'anyOf')) {
    const at = pointer(group.path);
    const within = (problem: SchemaError): boolean => `${pointer(problem.path)}/`.startsWith(`${at}/`);
    const deeper = left.filter((problem) => problem !== group && within(problem) && isAboutInside(problem, group));
    left = left.filter(
      (problem) => !within(problem) || (deeper.length > 0 ? deeper.includes(problem) : problem === group),
    );
  }
  return left;
}

function isAboutInside(problem: SchemaError, group: SchemaError): boolean {
  if (typeof group.data !== 'object' || group.data === null) return false;
  if (problem.path.length > group.path.length) return true;
  return ['required', 'additionalProperties', 'minItems', 'minProperties', 'maxProperties'].includes(problem.keyword);
}

/** An invalid name gives more errors, about its pattern and its value; the one about the name is enough. */
function dropImpliedErrors(problems: readonly SchemaError[]): SchemaError[] {
  const names = problems.filter((problem) => problem.keyword === 'propertyNames');
  const keyOf = ({ params }: SchemaError): string => String(params['propertyName']);
  const keys = new Set<unknown>(names.map(keyOf));
  const places = new Set(names.map((name) => pointer([...name.path, keyOf(name)])));
  return problems.filter(
    ({ keyword, data, path }) =>
      !(keyword === 'pattern' && keys.has(data)) &&
      !path.some((_, last) => places.has(pointer(path.slice(0, last + 1)))),
  );
}

/** `timezon` for `timezone` is one mistake: the unknown key is reported, the missing one is not. So is a step without `uses`. */
function withoutMisspelt(problems: readonly SchemaError[]): SchemaError[] {
  const withoutUses = new Set<string>();
  const unknownIn = new Map<unknown, string[]>();
  for (const { keyword, path, data, params } of problems) {
    if (keyword === 'discriminator') withoutUses.add(pointer(path));
    if (keyword === 'additionalProperties')
      unknownIn.set(data, [...(unknownIn.get(data) ?? []), String(params['additionalProperty'])]);
  }
  const isMisspelt = (missing: SchemaError): boolean => {
    if (missing.keyword !== 'required') return false;
    const key = String(missing.params['missingProperty']);
    if (key === 'uses') return withoutUses.has(pointer(missing.path));
    return (unknownIn.get(missing.data) ?? []).some((unknown) => meantKey(unknown, [key]) === key);
  };
  return problems.filter((problem) => !isMisspelt(problem));
}

function pointer(path: Path): string {
  return path.map((key) => `/${key}`).join('');
}
