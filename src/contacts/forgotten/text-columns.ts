/** Table and column of each text that people gave with a suppression or a consent: it may name somebody else. */
export const textColumns = [
  ['suppression', 'reason'],
  ['consent', 'basis'],
  ['consent', 'evidence'],
] as const;
