import { didYouMean } from '../../diagnostic/did-you-mean.ts';
import { campaignSchema } from './campaign-schema.gen.ts';

/** A place in the campaign language, as the schema describes it. */
export interface SchemaPlace {
  readonly description: string;
  /** `text`, `a whole number`, … in words. */
  readonly kind: string;
  readonly required: boolean;
  readonly allowed: readonly string[];
  readonly examples: readonly unknown[];
  /** Keys that are allowed below it. */
  readonly keys: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  /** Operations whose steps have it, if not all do. */
  readonly operations: readonly string[];
}

interface Node {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: boolean | Node;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly 'x-words'?: string;
}

/** Looks a path such as `steps.*.uses` up; a name that the campaign gives (a step's, an audience's) may be `*` or any. */
export function schemaPlace(
  path: string,
): SchemaPlace | { readonly problem: string; readonly meant: string | undefined } {
  let nodes: { node: Node; required: boolean; operation?: string }[] = [
    { node: campaignSchema as Node, required: true },
  ];
  const parts = path.split('.').filter((part) => part !== '');
  for (const [index, part] of parts.entries()) {
    const below = nodes.flatMap(({ node, operation }) => children(node, part, operation));
    if (below.length === 0) {
      const names = nodes.flatMap(({ node }) => expand(node).flatMap((one) => Object.keys(one.node.properties ?? {})));
      const at = index === 0 ? 'A campaign' : `\`${parts.slice(0, index).join('.')}\``;
      return { problem: `${at} has no \`${part}\``, meant: didYouMean(part, names) };
    }
    nodes = below;
  }
  return describe(nodes);
}

function children(
  node: Node,
  part: string,
  operation: string | undefined,
): { node: Node; required: boolean; operation?: string }[] {
  return expand(node).flatMap((one) => {
    const uses = one.operation ?? operation;
    const tagged = uses === undefined ? {} : { operation: uses };
    const property = one.node.properties?.[part];
    if (property) return [{ node: property, required: one.node.required?.includes(part) ?? false, ...tagged }];
    if (typeof one.node.additionalProperties === 'object')
      return [{ node: one.node.additionalProperties, required: false, ...tagged }];
    return one.node.items !== undefined && /^(\*|\d+)$/.test(part)
      ? [{ node: one.node.items, required: false, ...tagged }]
      : [];
  });
}

/** The node with its references followed, and each of the forms that it may have. */
function expand(node: Node): { readonly node: Node; readonly operation?: string }[] {
  const resolved = resolve(node);
  const forms = resolved.oneOf ?? resolved.anyOf;
  if (forms === undefined) return [{ node: resolved }];
  return forms.flatMap(expand).map((form) => {
    const operation = resolve(form.node.properties?.['uses'] ?? {}).const;
    return typeof operation === 'string' ? { ...form, operation } : form;
  });
}

function resolve(node: Node): Node {
  if (node.$ref === undefined) return node;
  const target = node.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], campaignSchema) as Node;
  const { $ref: _followed, ...own } = node;
  return { ...resolve(target), ...own };
}

function describe(found: readonly { node: Node; required: boolean; operation?: string }[]): SchemaPlace {
  const nodes = found.map(({ node }) => resolve(node));
  const forms = found.flatMap(({ node }) => expand(node));
  const keys = new Map<string, { name: string; description: string; required: boolean }>();
  for (const { node } of forms) {
    for (const [name, below] of Object.entries(node.properties ?? {})) {
      const required = node.required?.includes(name) ?? false;
      keys.set(name, keys.get(name) ?? { name, description: resolve(below).description ?? '', required });
    }
  }
  const constants = nodes.flatMap((node) =>
    typeof node.const !== 'string' ? [] : [`${node.const}: ${node.description}`],
  );
  const operations = [...new Set(found.flatMap((one) => one.operation ?? []))];
  const first = nodes[0]!;
  return {
    description:
      constants.length > 1 ? 'What the step does: one of the service’s operations.' : (first.description ?? ''),
    kind: kindOf(first),
    required: found.every((one) => one.required),
    allowed: constants.length > 1 ? constants : (first.enum ?? []).map(String),
    examples: constants.length > 1 ? [] : (first.examples ?? []),
    keys: [...keys.values()],
    operations: operations.length === 9 ? [] : operations,
  };
}

function kindOf(node: Node): string {
  if (node['x-words'] !== undefined) return node['x-words'];
  const words: Readonly<Record<string, string>> = {
    string: 'text',
    number: 'a number',
    integer: 'a whole number',
    boolean: 'true or false',
    object: 'a map',
    array: 'a list',
  };
  return [node.type ?? []]
    .flat()
    .map((type) => words[type] ?? type)
    .join(' or ');
}
