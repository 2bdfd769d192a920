/** What databases, spreadsheets and programs export for an empty cell, in their spelling: there are people called Null. */
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

/** A placeholder for "no value" that would be sent as text. */
export function isPlaceholder(value: unknown): value is string {
  return placeholders.has(value);
}
