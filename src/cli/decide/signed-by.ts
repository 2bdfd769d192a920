import type { Host } from '../../platform/ports.ts';
import type { SignedBy } from '../../run/operator/approve-plan.ts';
import { type OptionValues, text } from '../options/option-definition.ts';

/** Of the commands that record a person's decision. */
export const signedOptions = {
  by: text('<name>', 'who decides; the name of the user by default'),
  comment: text('<text>', 'why, for those who read the report'),
};

export function signedBy({ by, comment }: OptionValues<typeof signedOptions>, { user }: Pick<Host, 'user'>): SignedBy {
  const name = by?.trim() ?? '';
  return { by: name === '' ? user : name, comment };
}

/** Of commands that record a name only where one is given. */
export const namedOptions = {
  by: text('<name>', 'who does this; recorded with the run, for the report'),
};
