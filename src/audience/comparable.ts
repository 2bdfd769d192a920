/**
 * A text as it is compared, never as it is sent: in one Unicode form, as a Mac and a PC write `é` differently, without characters that
 * nobody sees (zero-width characters, soft hyphens, direction marks, byte order marks), and with the blank of ASCII for all blanks.
 */
export function comparable(text: string): string {
  return asSeen(text).trim();
}

/** The same with the blanks around it, for a part of a text. */
export function asSeen(text: string): string {
  return isAscii.test(text)
    ? text
    : text
        .replace(invisible, '')
        .replace(/[\p{Zs}\u2800]/gu, ' ')
        .normalize('NFC');
}

/** What a cell says, without the blanks around it; undefined where nobody would see anything: people call themselves `ㅤ` in WhatsApp. */
export function cellText(text: string): string | undefined {
  const trimmed = text.trim();
  return isVisible.test(trimmed) || comparable(trimmed) !== '' ? trimmed : undefined;
}

/** Where a column with this name is, -1 if it is nowhere. A name that is the same to the eye is found if none is the same. */
export function columnIndex(header: readonly string[], name: string): number {
  const index = header.indexOf(name);
  if (index !== -1) return index;
  const wanted = comparable(name);
  return header.findIndex((one) => comparable(one) === wanted);
}

export function hasColumn(header: readonly string[], name: string): boolean {
  return columnIndex(header, name) !== -1;
}

/** Letters in lower case without accents, with one blank for anything else: how names are compared that people write by hand. */
export function plainLetters(text: string): string {
  return withoutAccents(comparable(text))
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}

/** The same with digits, and without apostrophes: how a part of a name is looked for. */
export function soughtText(text: string): string {
  return withoutAccents(comparable(text).replace(apostrophe, ''))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** In lower case, with the letters that a keyboard without accents has. */
export function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðħŧþı]/g, (letter) => plainOf[letter]!);
}

/** Unicode takes these for letters of their own, and people for letters with an accent. */
export const plainOf: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  þ: 'th',
  ı: 'i',
};
/** Keyboards write it in several ways. */
export const apostrophe = /['`´\u2018\u2019\u02bb\u02bc\u2032\uff07]/gu;

const isAscii = /^[\t\x20-\x7e]*$/;
const isVisible = /^(?!\p{Default_Ignorable_Code_Point})[!-~\p{L}\p{N}]/u;
/** Tabs and ends of lines are blanks. */
const invisible = /(?![\t-\r])[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
