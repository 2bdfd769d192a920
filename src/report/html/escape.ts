import { visibleLine } from '../../diagnostic/visible-text.ts';

const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return visibleLine(text).replace(/[&<>"']/g, (character) => names[character] ?? '');
}

/** Escaped, with words in backticks as code. */
export function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
