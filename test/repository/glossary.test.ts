import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { explain } from '../../src/cli/commands/explain.ts';
import { glossary, glossaryExamples } from '../../src/diagnostic/glossary.ts';
import type { Host } from '../../src/platform/ports.ts';

const words = Object.keys(glossary);

describe('the glossary', () => {
  test('is in alphabetical order, whatever the case', () => {
    expect(words.map((word) => word.toLowerCase())).toEqual(words.map((word) => word.toLowerCase()).sort());
  });

  test('has an example for each word, and for nothing else', () => {
    expect(Object.keys(glossaryExamples)).toEqual(words);
    for (const example of Object.values(glossaryExamples)) expect(example).toMatch(/\.$/);
  });

  test.each(words)('explains `%s` in one sentence, in the terminal and on the page', async (word) => {
    const meaning = glossary[word];
    expect(meaning).toMatch(/^[A-Z].*\.$/);
    expect(meaning).not.toMatch(/\. [A-Z]/);
    const example = `For example: ${glossaryExamples[word]}\n`;
    expect(readFileSync('docs/glossary.md', 'utf8')).toContain(`- **${word}**: ${meaning}\n  ${example}`);
    expect(await printed(word)).toContain(`${word}: ${meaning}\n${example}`);
    expect(await printed(word.toUpperCase())).toBe(`${word}: ${meaning}\n${example}`);
  });

  test('is found by one of its words, and by the plural of that', async () => {
    const meaning = `in doubt: ${glossary['in doubt']}\nFor example: ${glossaryExamples['in doubt']}\n`;
    expect(await printed('doubt')).toBe(meaning);
    expect((await printed('doubts')).startsWith(`${meaning}\nlimits.doubts (`)).toBe(true);
  });

  test('comes before the key where a word is both', async () => {
    const text = await printed('window');
    expect(text).toContain(`window: ${glossary['window']}\nFor example: ${glossaryExamples['window']}\n\nwindow (`);
  });
});

async function printed(word: string): Promise<string> {
  let out = '';
  const console = { out: (text: string) => void (out += text), err: () => {} };
  expect(await explain({ words: word.split(' ') }, { console } as unknown as Host)).toBe(0);
  return out;
}
