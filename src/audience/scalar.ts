/** A cell: CSV has texts, JSON lines have numbers and truth values too. */
export type Scalar = string | number | boolean;

/**
 * A number of JSON or YAML as it is written: a number of JavaScript only where `String` gives the same text again, else the text.
 * Templates print it unchanged, and calculate with its digits.
 */
export function numberAsWritten(text: string): number | string {
  const number = Number(text);
  return String(number) === text ? number : text;
}
