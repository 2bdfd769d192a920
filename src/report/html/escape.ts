import { escapeHtml } from '../render/html-tag.ts';
import type { NamedStep } from '../step-name.ts';

/** A sentence, escaped: words in backticks are code, and no line ends within a time or a masked number. */
export function withCode(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(indivisible, (written) => unbroken(written));
}

/** `Mon 23 Nov 09:00`, `09:00–12:00`, `234…0900`. */
const indivisible =
  /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2} [A-Z][a-z]{2}(?: \d\d:\d\d(?::\d\d)?)?|\d\d:\d\d–\d\d:\d\d|\d*…\d+/g;

/** Markup that stays on one line. */
export function unbroken(markup: string): string {
  return `<span class="unbroken">${markup}</span>`;
}

/** A step's name; a title may be written from right to left. */
export function stepHtml({ id, title }: NamedStep): string {
  return title === undefined ? escapeHtml(id) : `<bdi>${escapeHtml(title)}</bdi> (${escapeHtml(id)})`;
}
