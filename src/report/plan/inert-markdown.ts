import { visibleLine } from '../../diagnostic/visible-text.ts';

/**
 * Text for one line of GitHub's Markdown that reads as it was written, and makes no mention, link, reference, markup or HTML. Words
 * in backticks stay code; marks of Markdown are escaped (`\*now\*`); and a word in which GitHub itself would find a mention, a
 * reference or an address becomes code, for it resolves escapes before it looks for those.
 */
export function inertMarkdown(text: string): string {
  let inert = '';
  for (const [written] of visibleLine(text).matchAll(/`[^`]+`|\s+|[^\s`]+|`+/g)) {
    const isCode = /^`[^`]+`$/.test(written);
    const shown = isCode
      ? inlineCode(written.slice(1, -1))
      : isText(written, inert === '')
        ? written.replace(marks, '\\$&')
        : inlineCode(written);
    // Two pieces of code without a space between them would be one.
    inert += inert.endsWith('`') && shown.startsWith('`') ? ` ${shown}` : shown;
  }
  return inert;
}

/** As code, whatever it contains. */
export function inlineCode(text: string): string {
  const line = visibleLine(text);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  // Markdown removes one space at either end; an empty pair of fences would not be code.
  const apart = line === '' || /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return `${fence}${apart}${line}${apart}${fence}`;
}

function isText(word: string, isFirst: boolean): boolean {
  if (word.trim() === '') return true;
  // Punctuation alone at the start of a line is a list, a rule or a heading.
  return harmless.test(word) && !meaning.test(word) && !(isFirst && !/[\p{L}\p{N}]/u.test(word));
}

/** Letters, digits, punctuation, and marks that an escape makes text. */
const harmless = /^[\p{L}\p{M}\p{N}\p{So}\p{Join_Control}\p{Variation_Selector}.,;:!?'"’‘“”()/%=…‹›–—·×→+\-*_|~{}]+$/u;
const marks = /[*_|~]/g;

/** An address, a reference to an issue or a commit, an emoji by name. */
const meaning = /:\/\/|www\.|gh-\d|\b[0-9a-f]{7,40}\b|:[\w+-]+:/i;
