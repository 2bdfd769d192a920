import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { operationIds } from '../src/service/operations/operations.ts';
import type { GeneratedFile } from './generated-file.ts';

/** What is made of `world.schema.json`: the names of the operations in it, the written form's types, the precompiled validator. */
export async function generateWorld(): Promise<readonly GeneratedFile[]> {
  const path = fileURLToPath(new URL('world.schema.json', import.meta.url));
  const schema = JSON.parse(await readFile(path, 'utf8')) as WorldSchema;
  schema.$defs.fault.properties.operation.enum = operationIds;
  return [
    { path: 'schemas/world.schema.json', content: `${JSON.stringify(schema, null, 2)}\n` },
    { path: 'src/sandbox/world/world-input.gen.ts', content: await types(schema) },
    { path: 'src/sandbox/world/world-validator.gen.cjs', content: validator(schema) },
    { path: 'src/sandbox/world/world-validator.gen.d.cts', content: validatorTypes },
  ];
}

type Json = { readonly [key: string]: unknown };

interface WorldSchema extends Json {
  readonly $defs: { readonly fault: { readonly properties: { readonly operation: { enum: readonly string[] } } } };
}

const banner = '// Made from schemas/world.schema.json by `npm run generate`. Do not edit.';

async function types(schema: Json): Promise<string> {
  return await compile(withoutNotes(schema) as JSONSchema, 'WorldInput', {
    bannerComment: banner,
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 120 },
  });
}

/** An index signature for `x-` keys would make every property of the type `unknown`; `if` leaves no types. */
function withoutNotes(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutNotes);
  if (typeof node !== 'object' || node === null) return node;
  const dropped = ['patternProperties', '$id', 'title', 'if', 'then', 'propertyNames'];
  const kept = Object.entries(node).filter(([key]) => !dropped.includes(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutNotes(value)]));
}

/** CommonJS, because Ajv's standalone ES modules call `require`. */
function validator(schema: Json): string {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    code: { source: true, esm: false, lines: true },
  });
  return `'use strict';\n${banner}\n${standaloneCode.default(ajv, ajv.compile(schema))}\n`;
}

const validatorTypes = `${banner}
/** One mistake of shape, as Ajv says it. */
interface Mistake {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly parentSchema?: { readonly description?: string; readonly properties?: object };
}
declare const validate: {
  (data: unknown): boolean;
  errors?: readonly Mistake[] | null;
};
export = validate;
`;
