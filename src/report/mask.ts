import type { RecipientKey } from '../job/address.ts';

/** `234…0900`: enough to recognise somebody whom one knows, not to write to somebody whom one does not. */
export function maskKey(key: RecipientKey): string {
  return key.length <= 7 ? `…${key.slice(-2)}` : `${key.slice(0, 3)}…${key.slice(-4)}`;
}

/** Whatever in a sentence of the service's could be somebody's number. */
export function maskNumbers(text: string): string {
  return text.replace(/\d{8,15}/g, maskKey);
}

export function shownKey(key: RecipientKey, showNumbers: boolean): string {
  return showNumbers ? key : maskKey(key);
}

export function shownReason(reason: string, showNumbers: boolean): string {
  return showNumbers ? reason : maskNumbers(reason);
}
