import { formatCount } from '../diagnostic/count-words.ts';
import { maskNumber, maskNumbers } from '../diagnostic/numbers-in-text.ts';
import { visibleLine } from '../diagnostic/visible-text.ts';
import { formatAddress, type JobAddress, type JobId, jobId, parseAddress, type RecipientKey } from '../job/address.ts';

export function shownKey(key: RecipientKey, showNumbers: boolean): string {
  return showNumbers ? key : maskNumber(key);
}

export function shownAddress({ step, key }: JobId, showNumbers: boolean): JobAddress {
  return formatAddress(jobId(step, key && shownKey(key, showNumbers)));
}

/** The first of them, and how many more there are. */
export function someAddresses(addresses: readonly JobAddress[], showNumbers: boolean, atMost: number): string {
  const shown = addresses.slice(0, atMost).map((address) => {
    const job = parseAddress(address);
    return job === undefined ? address : shownAddress(job, showNumbers);
  });
  const more = addresses.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? `, and ${formatCount(more)} more` : ''}`;
}

/** A reason as part of a line for people. */
export function shownReason(reason: string, showNumbers: boolean): string {
  const line = visibleLine(reason);
  return showNumbers ? line : maskNumbers(line);
}
