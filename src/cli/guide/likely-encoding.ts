/** How spreadsheets on a Windows of Europe write CSV that is not UTF-8. */
export const likelyEncodings = ['windows-1252', 'windows-1250', 'windows-1251'] as const;

/** Whether nearly all texts that are not plain ASCII are words as people write them. In a wrong encoding few are. */
export function readsAsWords(texts: readonly string[]): boolean {
  const others = texts.filter((text) => /\P{ASCII}/u.test(text));
  return others.filter(isStrange).length * 10 < others.length;
}

function isStrange(text: string): boolean {
  return symbolInWord.test(text) || capitalInWord.test(text) || (text.match(/[\p{L}\p{M}]+/gu) ?? []).some(isOddWord);
}

/** `Wa³êsa` is Wałęsa of windows-1250 that is read as windows-1252. */
const symbol = String.raw`[^\p{ASCII}\p{L}\p{M}\s’‘“”„«»–—·]`;
const symbolInWord = new RegExp(String.raw`${symbol}(?=\p{Ll})|(?<=\p{Ll})${symbol}`, 'u');
const capitalInWord = /\p{Ll}(?=\P{ASCII})\p{Lu}/u;

/** Words in Latin letters have plain ones, too, and no word has Cyrillic letters beside Latin ones. */
function isOddWord(word: string): boolean {
  const isLatin = /\p{Script=Latin}/u.test(word);
  return isLatin && (/\p{Script=Cyrillic}/u.test(word) || /^\P{ASCII}{3,}$/u.test(word));
}
