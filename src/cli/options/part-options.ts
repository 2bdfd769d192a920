import { list, type OptionValues, positiveNumber } from './option-definition.ts';

const conflicts = {
  plan: 'that says what is sent',
  out: 'a saved plan is about everybody',
  against: 'that compares plans of everybody',
};

/** Of a run or a plan for some recipients. */
export const partOptions = {
  only: {
    ...list('<key>', 'only this recipient, by number; may be repeated; a later run does the rest'),
    conflicts: { first: '', ...conflicts },
  },
  first: {
    ...positiveNumber('<number>', 'only the first recipients of each audience; a later run does the rest'),
    conflicts,
  },
};

export type PartOptions = OptionValues<typeof partOptions>;

/** The option that limits a run or a plan to some recipients, where one is given. */
export function partName({ only = [], first }: Partial<PartOptions>): '--only' | '--first' | undefined {
  return only.length > 0 ? '--only' : first === undefined ? undefined : '--first';
}
