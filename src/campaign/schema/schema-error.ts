import type { Path } from '../yaml/yaml-tree.ts';

/** One error of the schema's validator, with everything that its sentence needs. */
export interface SchemaError {
  readonly path: Path;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The schema that has the keyword. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly data: unknown;
}

/** What is expected, as the schema describes it. */
export function words(problem: SchemaError): string {
  const own = problem.schema['x-words'];
  if (typeof own === 'string') return own;
  const types = kindWords((problem.params['type'] ?? problem.schema['type']) as string | string[] | undefined);
  return types.length === 0 ? 'what is expected here' : types.join(' or ');
}

/** The name that the schema gives to a form of text, if it has one. */
export function formOf({ schema }: SchemaError): string | undefined {
  return typeof schema['title'] === 'string' ? schema['title'] : undefined;
}

/** Whether a value of this kind is allowed. */
export function wants(problem: SchemaError, type: string): boolean {
  const types = [problem.schema['type'], problem.params['type']].flat();
  const branches = (problem.schema['anyOf'] ?? []) as readonly { type?: unknown }[];
  return types.includes(type) || branches.some((branch) => [branch.type].flat().includes(type));
}

export function kindWords(types: string | readonly string[] = []): readonly string[] {
  return [types].flat().map((type) => kindNames[type] ?? type);
}

export const kindNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a map',
  array: 'a list',
  null: 'empty',
};
