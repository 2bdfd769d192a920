const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const characters = new Intl.Segmenter();
const twoColumns =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff00-\uff60]/u;

/** How many columns of a terminal a text takes. */
export function columnsOf(text: string): number {
  const shown = text.replace(colours, '');
  if (/^[ -~]*$/.test(shown)) return shown.length;
  let columns = 0;
  for (const { segment } of characters.segment(shown)) columns += twoColumns.test(segment) ? 2 : 1;
  return columns;
}
