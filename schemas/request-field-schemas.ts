import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type OperationId, operationIds, operations } from '../src/service/operations/operations.ts';

interface Node {
  readonly [key: string]: unknown;
}

/**
 * The fields allowed under `with`, for editors: those of each operation's request schema with their descriptions, without what
 * only a complete request can satisfy. Every scalar may be a template.
 */
export async function requestFieldSchemas(): Promise<Node> {
  const $defs: Record<string, Node> = {};
  for (const id of operationIds) {
    if (operations[id].method === 'GET') continue;
    const path = fileURLToPath(new URL(`service/${id}.schema.json`, import.meta.url));
    const root = JSON.parse(await readFile(path, 'utf8')) as Node;
    const request = (root['$defs'] as Readonly<Record<string, Node>>)['Request']!;
    $defs[id] = withPaths(id, fieldsOf(root, request));
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $comment: 'Made from schemas/service/*.schema.json by `npm run generate`. Do not edit.',
    $defs,
  };
}

/** All forms of a node in one: their fields together, their words once. */
function fieldsOf(root: Node, node: Node): Node {
  const forms = formsOf(root, node);
  const first = forms[0] ?? {};
  const properties = new Map<string, Node[]>();
  for (const form of forms) {
    for (const [name, property] of Object.entries((form['properties'] ?? {}) as Record<string, Node>)) {
      properties.set(name, [...(properties.get(name) ?? []), property]);
    }
  }
  const types = [...new Set(forms.flatMap((form) => form['type'] ?? []))] as string[];
  const items = forms.flatMap((form) => (form['items'] === undefined ? [] : [form['items'] as Node]));
  const values = [
    ...new Set(forms.flatMap((form) => (form['const'] === undefined ? (form['enum'] ?? []) : [form['const']]))),
  ];
  return {
    ...(first['description'] === undefined ? {} : { description: first['description'] }),
    ...kindOf(types, values),
    ...(properties.size === 0 ? {} : { properties: merged(root, properties), additionalProperties: false }),
    ...(items.length === 0 ? {} : { items: fieldsOf(root, { oneOf: items }) }),
    ...(first['examples'] === undefined ? {} : { examples: first['examples'] }),
  };
}

function merged(root: Node, properties: ReadonlyMap<string, Node[]>): Node {
  return Object.fromEntries([...properties].map(([name, nodes]) => [name, fieldsOf(root, { oneOf: nodes })]));
}

function formsOf(root: Node, node: Node): Node[] {
  if (typeof node['$ref'] === 'string') {
    const target = node['$ref']
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Node)[key], root) as Node;
    const { $ref: _followed, ...own } = node;
    return formsOf(root, { ...target, ...own });
  }
  const { oneOf, anyOf, allOf, if: _condition, then, else: _otherwise, ...own } = node;
  const parts = [oneOf, anyOf, allOf, then]
    .flat()
    .filter((part): part is Node => typeof part === 'object' && part !== null);
  const below = parts.flatMap((part) => formsOf(root, part));
  return Object.keys(own).length === 0 ? below : [own, ...below];
}

const template = { type: 'string', pattern: '\\{[{%]', description: 'A Liquid template.' };

function kindOf(types: readonly string[], values: readonly unknown[]): Node {
  const scalar = types.some((type) => type !== 'object' && type !== 'array' && type !== 'null');
  if (values.length > 0) return { anyOf: [{ enum: values }, template] };
  if (types.length === 0) return {};
  if (scalar && !types.includes('string')) return { anyOf: [{ type: types }, template] };
  return { type: types.length === 1 ? types[0] : types };
}

/** Files are named in a campaign; the runner reads them. */
function withPaths(id: OperationId, fields: Node): Node {
  const { fileField } = operations[id];
  if (fileField === undefined) return fields;
  const path = {
    description: 'Path of the audio file (.mp3, .m4a or .wav), relative to the campaign file. The runner reads it.',
    type: 'string',
    examples: ['audio/spring.mp3'],
  };
  return { ...fields, properties: { ...(fields['properties'] as Node), [fileField]: path } };
}
