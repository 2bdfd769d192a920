/** What databases, spreadsheets and programs export for an empty cell. Spelt as they spell it: people are called Null. */
const placeholders: ReadonlySet<unknown> = new Set([
  'NULL',
  'null',
  '(null)',
  'None',
  'nan',
  'NaN',
  'undefined',
  'N/A',
  'n/a',
  '#N/A',
  '#VALUE!',
  '#REF!',
  '#NAME?',
  '#DIV/0!',
  '#NUM!',
  '#NULL!',
  '-',
]);

/** A word that stands for "no value", and would be sent as it is. */
export function isPlaceholder(value: unknown): value is string {
  return placeholders.has(value);
}
