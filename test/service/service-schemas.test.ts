import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { type OperationId, operationIds, operations } from '../../src/service/operations/operations.ts';
import { type BoundEntry, type BoundField, boundTables } from '../../src/service/validate/bind.ts';
import { checkRequest } from '../../src/service/validate/check-request.ts';
import { requests } from '../rig/service-requests.ts';

interface Node {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly oneOf?: readonly Node[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly $ref?: string;
  readonly [key: string]: unknown;
}

interface Schema extends Node {
  readonly $defs: Readonly<Record<string, Node>> & { readonly Request: Node; readonly Response: Node };
}

function schemaOf(operation: OperationId): Schema {
  const url = new URL(`../../schemas/service/${operation}.schema.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as Schema;
}

describe('the schema of every operation', () => {
  it.each(operationIds)('%s says of each field what the rules say', (operation) => {
    const schema = schemaOf(operation);
    expect(describedBy(schema, schema.$defs.Request)).toEqual(demanded(boundTables[operation].fields));
  });

  it.each(operationIds)('%s shows examples that are right', (operation) => {
    const schema = schemaOf(operation);
    const validate = requestValidator(operation);
    for (const example of schema.$defs.Request.examples ?? []) {
      expect(checkRequest(operation, example)).toEqual([]);
      expect(validate(example)).toBe(true);
    }
  });

  it.each(operationIds)('%s knows the envelope and the outputs of an answer', (operation) => {
    const { properties = {} } = schemaOf(operation).$defs.Response;
    expect(Object.keys(properties).slice(0, 2)).toEqual(
      operations[operation].envelope === 'code' ? ['code', 'msg'] : ['status', 'reason'],
    );
    const paths = Object.values(operations[operation].outputs).flatMap(({ from }) => from.split('+'));
    const missing = paths.filter(
      (path) =>
        path.split('.').reduce<Node | undefined>((at, name) => at?.properties?.[name], { properties }) === undefined,
    );
    expect(missing).toEqual([]);
  });

  it('accepts what the rules accept', () => {
    for (const { operation, body } of Object.values(requests)) {
      const validate = requestValidator(operation);
      expect([validate(body), validate.errors]).toEqual([true, null]);
    }
  });
});

const validators = new Map<OperationId, ValidateFunction>();

function requestValidator(operation: OperationId): ValidateFunction {
  const known = validators.get(operation);
  if (known !== undefined) return known;
  const schema = schemaOf(operation);
  const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true });
  for (const note of ['x-status', 'x-rules']) ajv.addKeyword(note);
  ajv.addSchema(schema);
  const validate = ajv.getSchema(`${String(schema['$id'])}#/$defs/Request`);
  if (validate === undefined) throw new Error(`${operation} has no request`);
  validators.set(operation, validate);
  return validate;
}

/** One line for each field, in a form that both sides can say. */
type Described = Record<string, unknown>;

function demanded(fields: readonly BoundEntry[]): Described {
  const lines: Described = {};
  collect(fields, '', lines);
  return lines;
}

function collect(entries: readonly BoundEntry[], at: string, lines: Described): void {
  const choice = entries.find((entry) => 'by' in entry);
  const plain = entries.filter((entry): entry is BoundField => !('by' in entry));
  if (choice === undefined) return plain.forEach((field) => collectField(field, `${at}.${field.name}`, lines));
  for (const [value, fields] of choice.of) collect([...plain, ...fields], `${at}<${String(value)}>`, lines);
}

function collectField(field: BoundField, at: string, lines: Described): void {
  const checks = [...field.presence, ...field.checks];
  // A field that is never allowed has no property.
  if (checks.some((check) => check.kind === 'forbidden' && check.beside === undefined)) return;
  const always = checks.some((check) => check.kind === 'required' && !check.when && check.unless === undefined);
  const statuses = checks.map((check) => [check.rule.id.split('.').at(-1), check.rule.status]);
  const line: Record<string, unknown> = {
    type: jsonTypes[field.type],
    required: always,
    mayBeNull: !always && !at.endsWith('[]'),
    status: Object.fromEntries([...statuses, ['type', field.typeRule.status]]),
  };
  for (const check of checks) {
    if (check.kind === 'length') Object.assign(line, bounds('Length', check.min, check.max));
    if (check.kind === 'count') Object.assign(line, bounds('Items', check.min, check.max));
    if (check.kind === 'range')
      Object.assign(line, { min: check.min, ...(Number.isFinite(check.max) && { max: check.max }) });
    if (check.kind === 'oneOf') line.oneOf = check.values;
    if (check.kind === 'format') line.pattern = check.format.pattern;
  }
  lines[at] = line;
  if (field.fields) collect(field.fields, at, lines);
  if (field.item) collectField(field.item, `${at}[]`, lines);
}

const jsonTypes = {
  String: 'string',
  'Number text': 'string or integer',
  Integer: 'integer',
  Long: 'integer',
  Double: 'number',
  Object: 'object',
  Array: 'array',
};

function bounds(of: string, min: number, max: number): Described {
  return { ...(min > 0 && { [`min${of}`]: min }), ...(Number.isFinite(max) && { [`max${of}`]: max }) };
}

function describedBy(schema: Schema, request: Node): Described {
  const lines: Described = {};
  readObject(schema, request, '', lines);
  return lines;
}

function readObject(schema: Schema, node: Node, at: string, lines: Described): void {
  if (node.properties !== undefined) {
    if (node['additionalProperties'] !== false) lines[`${at} is open`] = true;
    for (const [name, property] of Object.entries(node.properties)) {
      readProperty(schema, property, `${at}.${name}`, node.required?.includes(name) ?? false, lines);
    }
    return;
  }
  for (const variant of node.oneOf ?? []) {
    const chosen = variant.properties?.['type']?.const;
    readObject(schema, variant, `${at}<${String(chosen)}>`, lines);
  }
}

function readProperty(schema: Schema, written: Node, at: string, required: boolean, lines: Described): void {
  const node = written.$ref === undefined ? written : (schema.$defs[written.$ref.replace('#/$defs/', '')] ?? {});
  const types = ([] as string[]).concat((node.type ?? []) as string[]);
  const line: Record<string, unknown> = {
    type: types.filter((type) => type !== 'null').join(' or '),
    required,
    mayBeNull: types.includes('null'),
    status: node['x-status'],
  };
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, pattern } = node as Record<string, unknown>;
  if (minLength !== undefined && minLength !== 1) line.minLength = minLength;
  if (maxLength !== undefined) line.maxLength = maxLength;
  if (minItems !== undefined && minItems !== 1) line.minItems = minItems;
  if (minItems === 1 && !required) line.minItems = minItems;
  if (maxItems !== undefined) line.maxItems = maxItems;
  if (minimum !== undefined && minimum !== 0) line.min = minimum;
  if (minimum === 0 && maximum !== undefined) line.min = 0;
  if (maximum !== undefined) line.max = maximum;
  if (pattern !== undefined && pattern !== '\\S') line.pattern = pattern;
  const variants = choicesOf(schema, at);
  if (variants !== undefined) line.oneOf = variants;
  else if (node.const !== undefined) line.oneOf = [node.const];
  else if (node.enum !== undefined) line.oneOf = node.enum.filter((value) => value !== null);
  lines[at] = line;
  if (node.type?.includes('object')) readObject(schema, node, at, lines);
  if (node.items !== undefined) readProperty(schema, node.items, `${at}[]`, false, lines);
}

/** The values of a discriminator are spread over the variants; the place says of which: `.interactive<list>.type`. */
function choicesOf(schema: Schema, at: string): readonly unknown[] | undefined {
  const match = /^(.*)<[^<>]+>\.type$/.exec(at);
  if (match === null) return undefined;
  let node: Node = schema.$defs.Request;
  for (const part of (match[1] ?? '').match(/<[^<>]+>|\[\]|\.[^.<>[\]]+/g) ?? []) node = step(node, part);
  return node.oneOf?.map((variant) => variant.properties?.['type']?.const);
}

function step(node: Node, part: string): Node {
  if (part === '[]') return node.items ?? {};
  if (part.startsWith('.')) return node.properties?.[part.slice(1)] ?? {};
  return node.oneOf?.find((variant) => `<${String(variant.properties?.['type']?.const)}>` === part) ?? {};
}
