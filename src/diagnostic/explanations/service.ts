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
  CS4006: {
    cause:
      'The first bytes of an MP3, M4A or WAV file say what it is. This file holds something else: a pointer that Git LFS leaves in place of the file, a web page that was saved by mistake, or a format that the service does not take. Everybody who is called would hear nothing.',
    fix: 'Put the recording itself in its place; for a pointer, `git lfs pull` does that.',
  },
  CS4007: {
    cause: 'The suffix and the content are different formats, and nobody knows which of them the service uses.',
    fix: 'Give the file the suffix of its content, or convert it.',
  },
  CS4008: {
    cause:
      'The header of the WAV file says that there is more sound than the file holds, or the file holds none: it was not copied or exported to its end.',
    fix: 'Copy or export the recording again.',
  },
  CS4009: {
    cause:
      'The service’s document allows this, but public documents of the same API, under other names, say that it is wrong, or that it has no effect. The service may refuse it, or do something else than you expect.',
    fix: 'Change the field as those documents have it, unless you know that your service takes it.',
  },
} satisfies Readonly<Record<string, Explanation>>;
