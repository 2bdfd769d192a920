import { list, type OptionValues, wholeNumber } from './option-definition.ts';

const first = wholeNumber('<number>', 'only the first recipients of each audience; a later run does the rest');

/** Of a run or a plan for some recipients. */
export const partOptions = {
  only: list('<key>', 'only this recipient, by number; may be repeated; a later run does the rest'),
  first: {
    ...first,
    fault: (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? undefined : 'Use a whole number from 1 on.'),
  },
};

export type PartOptions = OptionValues<typeof partOptions>;

/** Options that would contradict each other. */
export function partClash(options: Partial<PartOptions> & { readonly plan?: string }): string | undefined {
  const name = partName(options);
  if (name === '--only' && options.first !== undefined) return '--only cannot be combined with --first';
  return name !== undefined && options.plan !== undefined
    ? `${name} cannot be combined with --plan, which says what is sent`
    : undefined;
}

/** The option that limits a run or a plan to some recipients, where one is given. */
export function partName({ only = [], first }: Partial<PartOptions>): '--only' | '--first' | undefined {
  return only.length > 0 ? '--only' : first === undefined ? undefined : '--first';
}
