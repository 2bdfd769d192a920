import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const paths = readdirSync('schemas', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.schema.json'))
  .sort();

describe.each(paths)('schemas/%s', (path) => {
  test('describes every property; what people write by hand or send has examples too', () => {
    const lacks = undescribed(JSON.parse(readFileSync(`schemas/${path}`, 'utf8')));
    const withExamples = path.startsWith('service') || path === 'campaign.schema.json';
    expect(withExamples ? lacks : lacks.filter((lack) => lack.includes('description'))).toEqual([]);
  });
});

test('a property without words or without an example is found', () => {
  const schema = {
    $defs: { ControlState: { description: 'Words.', examples: [1] } },
    properties: {
      bare: { type: 'string' },
      state: { $ref: '#/$defs/ControlState' },
      fixed: { description: 'Always so.', const: 1 },
      inner: { description: 'Holds one.', properties: { silent: { description: 'No example.' } } },
    },
  };
  expect(undescribed(schema)).toEqual([
    '/properties/bare: description, example',
    '/properties/inner/properties/silent: example',
  ]);
});

interface Node {
  readonly [key: string]: unknown;
}

/** An object's examples may be at its properties instead; a constant is its own example. A condition describes nothing. */
function undescribed(root: Node, node: Node = root, pointer = ''): string[] {
  const own = Object.entries(properties(node)).flatMap(([name, property]) => {
    const all = [property, referred(root, property)];
    const lacks = [
      ...(all.some((one) => typeof one['description'] === 'string') ? [] : ['description']),
      ...(all.some((one) => ['examples', 'const', 'enum', 'properties'].some((key) => key in one)) ? [] : ['example']),
    ];
    return lacks.length === 0 ? [] : [`${pointer}/properties/${name}: ${lacks.join(', ')}`];
  });
  const below = Object.entries(node).flatMap(([key, value]) =>
    ['examples', 'const', 'enum', 'default', 'if', 'then', 'else'].includes(key) || !isNode(value)
      ? []
      : undescribed(root, value, `${pointer}/${key}`),
  );
  return [...own, ...below];
}

function properties(node: Node): Record<string, Node> {
  const found = node['properties'];
  return isNode(found) && Object.values(found).every(isNode) ? (found as Record<string, Node>) : {};
}

function referred(root: Node, node: Node): Node {
  const path = typeof node['$ref'] === 'string' ? node['$ref'].replace(/^#\//, '').split('/') : [];
  const target = path.reduce<unknown>((at, key) => (isNode(at) ? at[key] : undefined), root);
  return path.length > 0 && isNode(target) ? target : {};
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
