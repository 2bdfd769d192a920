import { replaceNumbers } from '../diagnostic/numbers-in-text.ts';
import { visibleLine } from '../diagnostic/visible-text.ts';
import type { RecipientKey } from '../job/address.ts';

/** `234…0900`: enough to recognise somebody whom one knows, not to write to somebody whom one does not. */
export function maskKey(key: RecipientKey): string {
  if (key.length <= 7) return `…${key.slice(-2)}`;
  // Of a short number, three and four digits would be nearly all.
  return key.length <= 10 ? `${key.slice(0, 2)}…${key.slice(-2)}` : `${key.slice(0, 3)}…${key.slice(-4)}`;
}

/** Whatever in a text of others could be somebody's number, however it is written. */
export function maskNumbers(text: string): string {
  return replaceNumbers(text, (_, digits) => maskKey(digits.join('')));
}

export function shownKey(key: RecipientKey, showNumbers: boolean): string {
  return showNumbers ? key : maskKey(key);
}

/** A reason as part of a line for people. */
export function shownReason(reason: string, showNumbers: boolean): string {
  const line = visibleLine(reason);
  return showNumbers ? line : maskNumbers(line);
}
