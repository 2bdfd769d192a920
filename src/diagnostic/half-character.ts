/**
 * Whether a text has an escape such as `\ud83d` alone, as JSON and Liquid read escapes: half of an emoji, which would be sent as a mark
 * of replacement. In text that is not escaped there are no halves.
 */
export function hasHalfCharacter(escaped: string): boolean {
  return surrogate.test(escaped) && surrogate.test(escaped.replace(backslashOrPair, ' '));
}

const surrogate = /\\u[dD][89a-fA-F]/;
const backslashOrPair = /\\\\|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/g;
