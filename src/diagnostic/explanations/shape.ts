import type { Explanation } from './explanation.ts';

/** Of the shape of a campaign: CS2. */
export const shapeExplanations = {
  CS2001: {
    cause: 'Unknown keys are errors because they would silently do nothing.',
    fix: 'Use the suggested key, or start the key with `x-` if it is a note.',
  },
  CS2002: { cause: 'The campaign cannot run without this key.', fix: 'Add the key.' },
  CS2003: {
    cause: 'There is a map where text is expected, text where a number is expected, or no value at all.',
    fix: 'Write a value of the expected type; `explain` with the path of the key shows an example.',
  },
  CS2004: { cause: 'Only certain words are allowed here.', fix: 'Use one of them.' },
  CS2005: {
    cause: '`uses` takes one of the nine operations of the service.',
    fix: 'Use one of the nine; `explain whatsapp.send`, for example, describes that operation.',
  },
  CS2006: {
    cause: 'A number is too small or too large, or a list, map or text must not be empty.',
    fix: 'Stay within the limits in the message.',
  },
  CS2007: {
    cause: 'Times, durations, rates, dates and names each have a format.',
    fix: 'Write it like the example in the message.',
  },
} satisfies Readonly<Record<string, Explanation>>;
