import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const longest = 120;
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'campaigns/README.md',
  'test/model/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
].filter((path) => path.endsWith('.md') && !readFileSync(path, 'utf8').startsWith('<!-- Made from'));

test.each(documents)('no line of prose in %s is longer than 120 characters', (path) => {
  expect(longLines(readFileSync(path, 'utf8'))).toEqual([]);
});

test('a long line is found in prose and in lists, but not in tables and code', () => {
  const long = 'x'.repeat(longest + 1);
  const text = `${long}\n\n- ${long}\n\n| ${long} |\n\n\`\`\`text\n${long}\n\`\`\`\n\nBefore code:\n\n    ${long}\n\n${'x'.repeat(longest)}\n`;
  expect(longLines(text)).toEqual([1, 3]);
});

/** The numbers of the lines that are too long. */
function longLines(markdown: string): number[] {
  let isFenced = false;
  return markdown.split('\n').flatMap((line, index) => {
    if (line.startsWith('```')) isFenced = !isFenced;
    const isProse = !isFenced && !line.startsWith('|') && !line.startsWith('    ');
    return isProse && line.length > longest ? [index + 1] : [];
  });
}
