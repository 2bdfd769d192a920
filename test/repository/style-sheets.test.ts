import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A sheet, and where the pages are that carry it. */
const sheets = [
  ['src/web', ['src/web', 'src/control/page', 'src/sandbox/inbox/page', 'src/report']],
  ['src/control/page', ['src/web', 'src/control']],
  ['src/sandbox/inbox/page', ['src/web', 'src/sandbox']],
  ['src/report/render', ['src/report']],
] as const;

test.each(sheets)('every class in the style sheet of %s is one of its pages', (folder, pages) => {
  const sheet = readFileSync(join(folder, 'style.css'), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
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
