/** The tables with texts that people gave, which may name somebody else, and the columns of these. */
export const textColumns = {
  suppression: ['reason'],
  consent: ['basis', 'evidence'],
} as const;

export const textTables = Object.keys(textColumns) as readonly (keyof typeof textColumns)[];
