import type { RecipientKey } from '../job/address.ts';

/** `234…0900`: enough to recognise somebody whom one knows, not to write to somebody whom one does not. */
export function maskKey(key: RecipientKey): string {
  return key.length <= 7 ? `…${key.slice(-2)}` : `${key.slice(0, 3)}…${key.slice(-4)}`;
}
