import { didYouMean } from '../../diagnostic/did-you-mean.ts';
import { valueAt } from '../yaml/yaml-tree.ts';
import { campaignSchema } from './campaign-schema.gen.ts';
import { kindWords } from './schema-hints.ts';

/** A place in the campaign language, as the schema describes it. */
export interface SchemaPlace {
  /** The last key of its path; empty for the campaign itself. */
  readonly name: string;
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
  /** What it means in the steps of each operation, if that differs. */
  readonly byOperation: readonly { readonly operation: string; readonly description: string }[];
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

interface Found {
  readonly node: Node;
  readonly required: boolean;
  readonly operation?: string;
}

const root: Found = { node: campaignSchema as Node, required: true };

/** Looks a path such as `steps.*.uses` up; a name that the campaign gives (a step's, an audience's) may be `*` or any. */
export function schemaPlace(
  path: string,
): SchemaPlace | { readonly problem: string; readonly meant: string | undefined } {
  let nodes: readonly Found[] = [root];
  let name = '';
  const parts = path.split('.').filter((part) => part !== '');
  for (let index = 0; index < parts.length; ) {
    const names = keyNames(nodes);
    const [first = '', second] = parts.slice(index);
    // A price has the name of its operation: `costs.whatsapp.send`.
    const isDotted = names.includes(`${first}.${second}`);
    const part = isDotted ? `${first}.${second}` : first;
    const below = nodes.flatMap(({ node, operation }) => children(node, part, operation));
    // `steps.forEach`: the `*` was forgotten. Nobody names a step like a key of a step.
    const isKeyBelow =
      !names.includes(part) && part !== '*' && keyNames(below).length > 0 && keysOfNamed(nodes).includes(part);
    if (isKeyBelow) {
      const at = parts.slice(0, index);
      const meant = [...at, '*', ...parts.slice(index)].join('.');
      return { problem: `\`${at.join('.')}\` has no \`${part}\``, meant };
    }
    if (below.length === 0) {
      const at = index === 0 ? 'A campaign' : `\`${parts.slice(0, index).join('.')}\``;
      return { problem: `${at} has no \`${part}\``, meant: didYouMean(part, names) };
    }
    nodes = below;
    name = part;
    index += isDotted ? 2 : 1;
  }
  return { name, ...describe(nodes) };
}

/**
 * Every path that ends in these keys, shortest first, with `*` for names that the campaign gives. Fields of requests are
 * searched only if nothing else is found: they have names such as `type` in many places.
 */
export function schemaPathsTo(keys: string): readonly string[] {
  const ends = keys.split('.');
  const isMeant = (path: readonly string[]): boolean =>
    ends.every((key, index) => path[path.length - ends.length + index] === key);
  const paths = pathsBelow([root], []).filter(isMeant);
  const outside = paths.filter((path) => !path.slice(0, -1).includes('with'));
  return (outside.length > 0 ? outside : paths).sort((a, b) => a.length - b.length).map((path) => path.join('.'));
}

/** Every key that a campaign file may have. */
export function schemaKeys(): readonly string[] {
  return [...new Set(pathsBelow([root], []).flat())].filter((key) => key !== '*');
}

function pathsBelow(nodes: readonly Found[], path: readonly string[]): (readonly string[])[] {
  const isNamed = nodes.some(({ node }) =>
    expand(node).some((one) => hasNamed(one.node) || one.node.items !== undefined),
  );
  return [...keyNames(nodes), ...(isNamed ? ['*'] : [])].flatMap((part) => {
    const below = [...path, part];
    return [
      below,
      ...pathsBelow(
        nodes.flatMap(({ node, operation }) => children(node, part, operation)),
        below,
      ),
    ];
  });
}

function keyNames(nodes: readonly Found[]): string[] {
  return [
    ...new Set(nodes.flatMap(({ node }) => expand(node).flatMap((one) => Object.keys(one.node.properties ?? {})))),
  ];
}

/** Keys of what has a name that the campaign gives: of a step, of an audience. */
function keysOfNamed(nodes: readonly Found[]): string[] {
  return keyNames(
    nodes.flatMap(({ node }) =>
      expand(node).flatMap((one) => (hasNamed(one.node) ? children(one.node, '*', undefined) : [])),
    ),
  );
}

function hasNamed(node: Node): boolean {
  return typeof node.additionalProperties === 'object';
}

function children(node: Node, part: string, operation: string | undefined): Found[] {
  return expand(node).flatMap((one) => {
    const uses = one.operation ?? operation;
    const tagged = uses === undefined ? {} : { operation: uses };
    const { properties = {} } = one.node;
    const property = Object.hasOwn(properties, part) ? properties[part] : undefined;
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
  const target = valueAt(campaignSchema, node.$ref.split('/').slice(1)) as Node;
  const { $ref: _followed, ...own } = node;
  return { ...resolve(target), ...own };
}

function describe(found: readonly Found[]): Omit<SchemaPlace, 'name'> {
  const nodes = found.map(({ node }) => resolve(node));
  const forms = found.flatMap(({ node }) => expand(node));
  const constants = nodes.flatMap((node) =>
    typeof node.const !== 'string' ? [] : [`${node.const}: ${node.description}`],
  );
  const operations = [...new Set(found.flatMap((one) => one.operation ?? []))];
  const general = generalDescription(nodes);
  const byOperation =
    general === undefined
      ? found.map(({ operation = '' }, index) => ({ operation, description: nodes[index]?.description ?? '' }))
      : [];
  const first = nodes[0]!;
  return {
    description: general === requestWords ? `${general} ${fieldsHint}` : (general ?? ''),
    kind: kindOf(first),
    required: found.every((one) => one.required),
    allowed: constants.length > 1 ? constants : (first.enum ?? []).map(String),
    examples: constants.length > 1 ? [] : (first.examples ?? []),
    keys: general === requestWords ? [] : keysOf(forms.map(({ node }) => node)),
    operations: operations.length === 9 ? [] : operations,
    byOperation,
  };
}

function keysOf(forms: readonly Node[]): SchemaPlace['keys'] {
  const names = new Set(forms.flatMap((form) => Object.keys(form.properties ?? {})));
  return [...names].map((name) => {
    const having = forms.filter((form) => form.properties?.[name] !== undefined);
    const nodes = having.map((form) => resolve(form.properties?.[name] ?? {}));
    const required = having[0]?.required?.includes(name) ?? false;
    return { name, description: generalDescription(nodes) ?? nodes[0]?.description ?? '', required };
  });
}

const requestWords = 'The request, field for field as the service names it. Strings may be templates.';
const fieldsHint = '`callsheet explain` lists the fields of an operation: `callsheet explain otp.send`.';

/** What holds for every operation; undefined if each has its own meaning. */
function generalDescription(nodes: readonly Node[]): string | undefined {
  const descriptions = new Set(nodes.map((node) => node.description ?? ''));
  if (descriptions.size === 1) return nodes[0]?.description ?? '';
  if (nodes.every((node) => node.const !== undefined)) return 'What the step does: one of the service’s operations.';
  if (nodes.some((node) => node.description?.startsWith('The request body of '))) return requestWords;
  return undefined;
}

function kindOf(node: Node): string {
  if (node['x-words'] !== undefined) return node['x-words'];
  return kindWords(node.type).join(' or ');
}
