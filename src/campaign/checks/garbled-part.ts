/**
 * The first part of a text that a program has garbled before it came into a list or a campaign; undefined where there is none. Letters of UTF-8
 * that were read as Latin-1, Windows-1252 or Mac Roman, what stands for a letter that is lost, HTML, and marks of spreadsheets.
 */
export function garbledPart(text: string): string | undefined {
  // Most texts have no character that could begin one.
  if (!/[&_=]|[^\t\n\r\x20-\x7e]/.test(text)) return undefined;
  return garbled.exec(text)?.[0];
}

/** The bytes from 0x80 to 0xBF, which follow the first byte of a letter, as Windows-1252 shows them. */
const following = '[\\x80-\\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
/** Without those that also follow a letter in a text: quotes, dashes, three dots. */
const followingOne = '[\\x80-\\xb6\\xb8-\\xba\\xbc-\\xbf€‚ƒ„†‡ˆ‰Š‹ŒŽ•˜™šœžŸ]';
const entities =
  'amp|lt|gt|quot|apos|nbsp|euro|copy|reg|trade|hellip|[nm]dash|[lr][sd]quo|[lr]aquo|szlig|(?:[ao]e|AE|OE)lig|[a-zA-Z](?:acute|grave|circ|uml|tilde|cedil|ring|slash|caron)';

const garbled = new RegExp(
  [
    // What replaces bytes that are not a letter; controls that no text has.
    '[\\ufffd\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f]',
    // A formula, which keeps a spreadsheet from changing a code: `="007"`.
    '^="',
    // As a spreadsheet writes such controls into its file.
    '_x00[01][\\dA-F]_',
    // `é`, `’` and emoji; and alphabets of which each letter has two bytes.
    `[ÂÃ]${followingOne}`,
    `[à-ï](?:${following}${followingOne}|${followingOne}${following})`,
    `[ð-ô]${following}{3}`,
    `(?:[Ã-ß]${following}){2}`,
    // The same in Mac Roman and in the code page of DOS.
    '√[©®°¢£§•¶ß±≠¥∂∫ªºæø¿¡¬]',
    '[├┬][^\\s\\p{Nd}]',
    `&(?:#\\d{2,7}|#x[\\da-fA-F]{2,6}|${entities});`,
  ].join('|'),
  'u',
);
