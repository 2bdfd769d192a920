import { visibleLine } from '../../diagnostic/visible-text.ts';

/** Markup of ours, which goes into a page as it is. */
export interface Markup {
  readonly markup: string;
}

export type InPage = Markup | string | number | undefined | readonly InPage[];

/** Markup whose values are text, and escaped, unless they are markup themselves; lists are joined, what is undefined is left out. */
export function html(markup: TemplateStringsArray, ...values: readonly InPage[]): Markup {
  return { markup: markup.map((part, index) => (index === 0 ? '' : markupOf(values[index - 1])) + part).join('') };
}

export function markupOf(value: InPage): string {
  if (value === undefined) return '';
  if (typeof value === 'object') return 'markup' in value ? value.markup : value.map(markupOf).join('');
  return escapeHtml(String(value));
}

/** What is markup already. */
export function raw(markup: string): Markup {
  return { markup };
}

const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return visibleLine(text).replace(/[&<>"']/g, (character) => names[character] ?? '');
}
