import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Where the pages are that have the style sheet. */
const pages = ['src/web', 'src/control', 'src/sandbox', 'src/report'];

test('every class in the style sheet is one of a page', () => {
  const sheet = readFileSync('src/web/style.css', 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  const names = new Set([...sheet.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name));
  const words = new Set(pages.flatMap(codeIn).flatMap((code) => code.match(/[a-z][\w-]*/gi) ?? []));
  expect([...names].filter((name) => !words.has(name))).toEqual([]);
  expect(names.size).toBeGreaterThan(10);
});

function codeIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.gen.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}
