/** What databases, spreadsheets and programs export for an empty cell, in their spelling: there are people called Null. */
const placeholders: ReadonlySet<string> = new Set(
  (
    'NULL|null|(null)|(NULL)|[NULL]|<null>|<NULL>|\\N|nil|<nil>|NA|<NA>|NaT|0000-00-00|' +
    '0000-00-00 00:00:00|[object Object]|[object Undefined]|[object Null]|None|nan|NaN|undefined|N/A|n/a|' +
    '#N/A|#VALUE!|#REF!|#NAME?|#DIV/0!|#NUM!|#NULL!|#ERROR!|#SPILL!|#CALC!|#FIELD!|#BLOCKED!|#CONNECT!|' +
    '#UNKNOWN!|#BUSY!|#GETTING_DATA|-'
  ).split('|'),
);

/** `{{ first_name }}`, `{% if … %}`, `*|FNAME|*`: what filled the list did not fill them, and no template in a cell is rendered. */
const unfilled = /\{\{.*?\}\}|\{%.*?%\}|\*\|\w+\|\*/s;

/** The part of a cell that stands for a value, or for none, and would be sent as text. */
export function placeholderIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (placeholders.has(value)) return value;
  return value.includes('{') || value.includes('*|') ? unfilled.exec(value)?.[0] : undefined;
}
