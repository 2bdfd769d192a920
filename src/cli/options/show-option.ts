import type { RecipientKey } from '../../job/address.ts';
import type { OptionDefinition } from './option-definition.ts';

/** So many samples of each step, or a recipient's number as people write it. */
export type Show = { readonly count: number } | { readonly number: RecipientKey };

export const show: OptionDefinition<Show> = {
  description: 'print the rendered messages: this many for each step (1), or all for one recipient',
  takes: '[count|number]',
  preset: '1',
  fault: (text) =>
    /^\P{L}*\p{Nd}\P{L}*$/u.test(text) && Number(text) !== 0
      ? undefined
      : 'Use a count or a recipient’s number; the campaign file comes before --show.',
  read: (text) => (/^\d{1,4}$/.test(text) ? { count: Number(text) } : { number: text }),
};
