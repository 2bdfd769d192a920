import { createRequire } from 'node:module';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { valueAt, type YamlTree } from '../yaml/yaml-tree.ts';
import type { CampaignInput } from './campaign-input.gen.ts';
import type validator from './campaign-validator.gen.cjs';
import { bestErrors, explainSchemaError } from './explain.ts';
import type { SchemaError } from './schema-hints.ts';

/** Required, not imported: Node needs five times as long to find the exports of a large CommonJS file as to run it. */
const validate = createRequire(import.meta.url)('./campaign-validator.gen.cjs') as typeof validator;

export interface ValidatedInput {
  /** The document without all nodes of a wrong shape: it satisfies the schema. */
  readonly input: CampaignInput;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Validates a document against `schemas/campaign.schema.json`. Invalid nodes are reported and left out, so that the rest is
 * checked too; a caller that needs the whole document must look at the findings first.
 */
export function validateCampaign(tree: YamlTree): ValidatedInput {
  const problems = problemsOf(tree.value);
  const diagnostics = explainSchemaError(tree, problems);
  let input: unknown = tree.value;
  let left = problems;
  // Each round removes at least one value, and what it contains.
  for (let round = 0; left.length > 0 && round < 1000; round++) {
    const next = structuredCopy(input);
    for (const problem of bestErrors(left)) removeCause(next, problem);
    input = next;
    left = problemsOf(input);
  }
  return { input: input as CampaignInput, diagnostics };
}

function problemsOf(value: unknown): SchemaError[] {
  if (validate(value)) return [];
  // The error about a name covers those about its characters, which have a `propertyName`.
  const errors = (validate.errors ?? []).filter(
    (error) => error.propertyName === undefined || error.keyword === 'propertyNames',
  );
  return errors.map((error) => ({
    path: pathOf(error.instancePath, value),
    keyword: error.keyword,
    params: error.params as Readonly<Record<string, unknown>>,
    schema: (error.parentSchema ?? {}) as Readonly<Record<string, unknown>>,
    data: error.data,
  }));
}

/** A JSON pointer as keys and indices. */
function pathOf(pointer: string, root: unknown): (string | number)[] {
  const path: (string | number)[] = [];
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const step = Array.isArray(value) ? Number(key) : key;
    path.push(step);
    value = (value as Record<string | number, unknown> | undefined)?.[step];
  }
  return path;
}

/** A copy whose maps and lists may be changed. Aliased maps become maps of their own. */
function structuredCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(structuredCopy);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) copy[key] = structuredCopy(item);
  return copy;
}

const rootDefaults: Readonly<Record<string, unknown>> = { campaign: 'unnamed', timezone: 'UTC', steps: {} };

function removeCause(root: unknown, problem: SchemaError): void {
  if (!isMap(root)) return;
  const { path, keyword, params } = problem;
  const culprit = params['additionalProperty'] ?? params['propertyName'];
  if (typeof culprit === 'string') return remove(root, [...path, culprit]);
  if (path.length === 0) {
    const missing = params['missingProperty'];
    if (keyword === 'required' && typeof missing === 'string') root[missing] = rootDefaults[missing];
    return;
  }
  remove(root, path);
  const first = path[0];
  if (path.length === 1 && typeof first === 'string' && first in rootDefaults) root[first] = rootDefaults[first];
}

function remove(root: Record<string, unknown>, path: readonly (string | number)[]): void {
  const parent = valueAt(root, path.slice(0, -1));
  const last = path.at(-1);
  // A list keeps its indices until the round is over: the next round removes the hole.
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (isMap(parent) && last !== undefined) delete parent[last];
}

function isMap(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
