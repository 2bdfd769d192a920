/** E.164: at most 15 digits, which a double holds exactly. */
const digitsMax = 15;

/**
 * A number as people write it → its digits as one number; NaN when it is none. Blanks, hyphens, dots, slashes and
 * parentheses are passed over, and so are a leading `+` and a leading `00`. A number that begins with a single 0 has no
 * country code: NaN.
 */
export function readRecipientKey(text: string): number {
  let value = 0;
  let digits = 0;
  let zeros = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) {
      if (digits === 0 && code === 48) {
        zeros++;
        continue;
      }
      if (++digits > digitsMax) return Number.NaN;
      value = value * 10 + (code - 48);
    } else if (code === 43) {
      // `+`, once and first.
      if (digits > 0 || zeros > 0 || (text.lastIndexOf('+', index - 1) !== -1 && index > 0)) return Number.NaN;
    } else if (!isSeparator(code)) return Number.NaN;
  }
  const international = zeros === 0 || (zeros === 2 && !text.includes('+'));
  return digits > 0 && international ? value : Number.NaN;
}

/** Blank, no-break blanks, hyphens, `.`, `/`, `(`, `)`, and the marks of writing direction that come with pasted numbers. */
function isSeparator(code: number): boolean {
  if (code === 32 || code === 45 || code === 46 || code === 47 || code === 40 || code === 41) return true;
  return (
    code === 0xa0 ||
    code === 0x202f ||
    (code >= 0x2010 && code <= 0x2012) ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e)
  );
}
