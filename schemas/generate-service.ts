import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import type { GeneratedFile } from './generated-file.ts';

/** The types of every operation's request and response, one module for all nine. */
export async function generateService(): Promise<readonly GeneratedFile[]> {
  const folder = fileURLToPath(new URL('service/', import.meta.url));
  const names = (await readdir(folder)).filter((name) => name.endsWith('.schema.json')).sort();
  const parts = [banner];
  const calls: string[] = [];
  for (const name of names) {
    const schema = JSON.parse(await readFile(`${folder}${name}`, 'utf8')) as JSONSchema;
    parts.push(await compile(typesOnly(schema) as JSONSchema, name, options));
    calls.push(`  '${name.replace('.schema.json', '')}': ${schema.title};`);
  }
  parts.push(`/** By operation. */\nexport interface Calls {\n${calls.join('\n')}\n}\n`);
  return [{ path: 'src/service/contract/calls.gen.ts', content: parts.join('\n') }];
}

const banner = '// Made from schemas/service/*.schema.json by `npm run generate`. Do not edit.\n';

const options = {
  bannerComment: '',
  additionalProperties: false,
  ignoreMinAndMaxItems: true,
  style: { singleQuote: true, printWidth: 120 },
} as const;

/** Conditions on values (`allOf` of `if`s) add only noise to a type. */
function typesOnly(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(typesOnly);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => key !== 'allOf' && key !== '$id');
  return Object.fromEntries(kept.map(([key, value]) => [key, typesOnly(value)]));
}
