import { visibleLine } from '../../diagnostic/visible-text.ts';

/**
 * A line of text for GitHub's Markdown of which nothing becomes anything: no mention, no link, no reference, no markup, no
 * HTML. Words in backticks stay code, and a word with anything in it that could be more than text becomes code: in code GitHub
 * looks for nothing. (It looks for mentions, references and addresses when escapes and entities have been resolved already.)
 */
export function inertMarkdown(text: string): string {
  let inert = '';
  for (const [written] of visibleLine(text).matchAll(/`[^`]+`|\s+|[^\s`]+|`+/g)) {
    const isCode = /^`[^`]+`$/.test(written);
    const shown = isCode
      ? inlineCode(written.slice(1, -1))
      : isText(written, inert === '')
        ? written
        : inlineCode(written);
    // Code that touches code would be read as other code.
    inert += inert.endsWith('`') && shown.startsWith('`') ? ` ${shown}` : shown;
  }
  return inert;
}

/** As code, whatever is in it. */
export function inlineCode(text: string): string {
  const line = visibleLine(text);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  // One blank at either end is taken off again; an empty pair of fences would be no code.
  const apart = line === '' || /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return `${fence}${apart}${line}${apart}${fence}`;
}

function isText(word: string, isFirst: boolean): boolean {
  if (word.trim() === '') return true;
  // Marks alone at the beginning of a line are a list, a rule or a heading.
  return harmless.test(word) && !meaning.test(word) && !(isFirst && !/[\p{L}\p{N}]/u.test(word));
}

/** Letters, digits, and marks that mean nothing to Markdown within a line. */
const harmless = /^[\p{L}\p{M}\p{N}\p{So}\p{Join_Control}\p{Variation_Selector}.,;:!?'"’‘“”()/%=…‹›–—·×+-]+$/u;

/** An address, a reference to an issue or a commit, an emoji by name. */
const meaning = /:\/\/|www\.|gh-\d|\b[0-9a-f]{7,40}\b|:[\w+-]+:/i;
