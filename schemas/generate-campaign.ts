import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { transform } from 'esbuild';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import type { GeneratedFile } from './generated-file.ts';
import { type CampaignSchema, withOperations } from './operation-steps.ts';
import { requestFieldSchemas } from './request-field-schemas.ts';

/**
 * What is made of `campaign.schema.json`: the steps and prices of the operations in it, the written form's types, the precompiled validator, and the schema as a
 * module.
 */
export async function generateCampaign(): Promise<readonly GeneratedFile[]> {
  const path = fileURLToPath(new URL('campaign.schema.json', import.meta.url));
  const written = withOperations(JSON.parse(await readFile(path, 'utf8')) as CampaignSchema);
  const fields = await requestFieldSchemas();
  // The fields under `with` are checked against the service's rules, with better messages; editors take them from the schema.
  const schema = withoutRequests(written) as Json;
  return [
    { path: 'schemas/campaign.schema.json', content: `${JSON.stringify(written, null, 2)}\n` },
    { path: 'schemas/request-fields.gen.json', content: `${JSON.stringify(fields, null, 2)}\n` },
    { path: 'src/campaign/schema/campaign-input.gen.ts', content: await types(schema) },
    { path: 'src/campaign/schema/campaign-validator.gen.cjs', content: await validator(schema) },
    { path: 'src/campaign/schema/campaign-validator.gen.d.cts', content: validatorTypes },
    { path: 'src/campaign/schema/campaign-schema.gen.ts', content: schemaModule(bundled(written, fields)) },
  ];
}

const requestFieldsFile = 'request-fields.gen.json';

function withoutRequests(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutRequests);
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...rest } = node as Json;
  if (typeof $ref === 'string' && $ref.startsWith(requestFieldsFile)) return { ...rest, type: 'object' };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withoutRequests(value)]));
}

/** One document, for `explain`. */
function bundled(schema: Json, fields: Json): Json {
  const text = JSON.stringify(schema).replaceAll(`"${requestFieldsFile}#/$defs/`, '"#/$defs/with ');
  const whole = JSON.parse(text) as { $defs: Record<string, unknown> };
  for (const [id, definition] of Object.entries(fields['$defs'] as Json)) whole.$defs[`with ${id}`] = definition;
  return whole;
}

type Json = { readonly [key: string]: unknown };

const banner = '// Made from schemas/campaign.schema.json by `npm run generate`. Do not edit.';

async function types(schema: Json): Promise<string> {
  return await compile(withoutNotes(schema) as JSONSchema, 'CampaignInput', {
    bannerComment: banner,
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 120 },
  });
}

/** An index signature for `x-` keys would make every property of the type `unknown`. */
function withoutNotes(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutNotes);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => key !== 'patternProperties' && key !== '$id');
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutNotes(value)]));
}

/** CommonJS, because Ajv's standalone ES modules call `require`. `verbose` keeps each rule's words beside its error. */
async function validator(schema: Json): Promise<string> {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    discriminator: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    code: { source: true, esm: false },
  });
  ajv.addKeyword('x-words');
  const { code } = await transform(standaloneCode.default(ajv, ajv.compile(schema)), { minify: true, charset: 'utf8' });
  return `'use strict';\n${banner}\n${code}`;
}

const validatorTypes = `${banner}
import type { ErrorObject } from 'ajv';

declare const validate: {
  (data: unknown): boolean;
  errors?: ErrorObject[] | null;
};
export = validate;
`;

function schemaModule(schema: Json): string {
  return `${banner}
export const campaignSchema: unknown = ${JSON.stringify(schema, null, 1)};
`;
}
