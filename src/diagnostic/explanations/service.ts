import type { Explanation } from './explanation.ts';

/** Of the rules of the service: CS4. */
export const serviceExplanations = {
  CS4001: {
    cause:
      'The request breaks a rule of the service’s API for every recipient. The message shows the status that the service would return.',
    fix: 'Fix the field; `explain` with the operation and the status says more.',
  },
  CS4002: {
    cause:
      'With the values of these recipients, the request breaks a rule of the service: a text becomes too long, a number has too few digits, or two recipients have the same name where names must be unique.',
    fix: 'Fix the rows shown, shorten the text, or leave the recipients out with `where` or `exclude`.',
  },
  CS4003: {
    cause: 'The service’s API has no such field; the service would ignore it.',
    fix: 'Use the suggested field, or remove the field.',
  },
  CS4004: {
    cause:
      'The service expects a number here. A template produces a number only if it is a single output with no other text.',
    fix: 'Write the number without quotes, or a template with one output only.',
  },
  CS4005: { cause: 'The service accepts .mp3, .m4a and .wav files that are not empty.', fix: 'Convert the recording.' },
} satisfies Readonly<Record<string, Explanation>>;
