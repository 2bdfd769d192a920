import type { Words } from '../../src/control/shown/words.ts';

/** A text of a page of the control room, with its moments as instants, or in words. */
export function wordsText(words: Words, moment = (at: number): string => new Date(at).toISOString()): string {
  return [words]
    .flat()
    .map((part) => (typeof part === 'string' ? part : moment(part.at)))
    .join('');
}
