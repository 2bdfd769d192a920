import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { otherPages, screenshots } from '../../docs/screenshots/screenshots.ts';
import { pageFile } from '../../src/control/server/page-files.ts';

const documents = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter((path) =>
  path.endsWith('.md'),
);
const taken = screenshots.map(({ name }) => `docs/screenshots/${name}.png`);

test('`npm run screenshots` takes every screenshot that a document shows, and no other', () => {
  const shown = documents.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^!\[[^\]]*\]\(([^)]+)\)$/gm)].map(([, link = '']) =>
      normalize(join(dirname(path), link)),
    ),
  );
  expect([...new Set(shown)].toSorted()).toEqual(taken.toSorted());
  const files = readdirSync('docs/screenshots').filter((name) => name.endsWith('.png'));
  expect(files.map((name) => `docs/screenshots/${name}`).toSorted()).toEqual(taken.toSorted());
});

test('the control room has every page of which there is a screenshot', () => {
  const gone = [...screenshots, ...otherPages].filter(
    ({ page }) =>
      page.startsWith('/') &&
      page !== '/nowhere' &&
      pageFile(page.split('?')[0]!)?.type.startsWith('text/html') !== true,
  );
  expect(gone).toEqual([]);
  expect(pageFile('/nowhere')).toBeUndefined();
});

test('no two screenshots have the same name', () => {
  const names = [...screenshots, ...otherPages].map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
