import { maskNumber } from '../diagnostic/mask-number.ts';
import { maskNumbers } from '../diagnostic/numbers-in-text.ts';
import { visibleLine } from '../diagnostic/visible-text.ts';
import { formatAddress, type JobAddress, type JobId, jobId, type RecipientKey } from '../job/address.ts';

/** `234…0900`. */
export function maskKey(key: RecipientKey): string {
  return maskNumber(key);
}

export function shownKey(key: RecipientKey, showNumbers: boolean): string {
  return showNumbers ? key : maskKey(key);
}

export function shownAddress({ step, key }: JobId, showNumbers: boolean): JobAddress {
  return formatAddress(jobId(step, key && shownKey(key, showNumbers)));
}

/** A reason as part of a line for people. */
export function shownReason(reason: string, showNumbers: boolean): string {
  const line = visibleLine(reason);
  return showNumbers ? line : maskNumbers(line);
}
