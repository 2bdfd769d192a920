/**
 * Whether a whole text is like a pattern: `*` is any text, `?` one character, and a backslash takes their meaning away.
 * The time is at most the product of both lengths, whatever the pattern: after a mismatch only the latest `*` takes one more character.
 */
export function isLike(text: string, pattern: string): boolean {
  let at = 0;
  let part = 0;
  let [star, starAt] = [-1, 0];
  while (at < text.length) {
    const isEscape = pattern[part] === '\\' && part + 1 < pattern.length;
    const sign = isEscape ? pattern[part + 1] : pattern[part];
    if (!isEscape && sign === '*') {
      [star, starAt] = [part++, at];
    } else if (part < pattern.length && ((!isEscape && sign === '?') || sign === text[at])) {
      part += isEscape ? 2 : 1;
      // Some characters, such as emoji, are two code units.
      at += !isEscape && sign === '?' ? String.fromCodePoint(text.codePointAt(at)!).length : 1;
    } else if (star === -1) {
      return false;
    } else {
      part = star + 1;
      at = ++starAt;
    }
  }
  while (pattern[part] === '*') part++;
  return part === pattern.length;
}
