import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'campaigns/README.md', ...markdownIn('docs')];

test.each(documents)('every link in %s leads somewhere', (path) => {
  expect(brokenLinks(path, readFileSync(path, 'utf8'))).toEqual([]);
});

test('docs/README.md leads to every page', () => {
  const entry = readFileSync('docs/README.md', 'utf8');
  const pages = markdownIn('docs').map((path) => path.slice('docs/'.length));
  expect(pages.filter((page) => page !== 'README.md' && !entry.includes(`](${page})`))).toEqual([]);
});

test('a link to a missing file or heading is found', () => {
  const text =
    '# A b\n[a](#a-b) [b](#c) [c](README.md#two-commands) [d](README.md#no) [e](gone.md) [f](https://example.com)';
  expect(brokenLinks('made-up.md', text)).toEqual(['#c', 'README.md#no', 'gone.md']);
});

function markdownIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
}

function brokenLinks(path: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link ?? '');
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = '', heading] = link.split('#');
      const target = join(dirname(path), file);
      if (file !== '' && !existsSync(target)) return true;
      return heading !== undefined && !headings(file === '' ? text : readFileSync(target, 'utf8')).includes(heading);
    });
}

/** As GitHub names them: lower case, no punctuation, hyphens for blanks. */
function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
}
