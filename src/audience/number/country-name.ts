import { comparable, plainLetters } from '../comparable.ts';
import { plainText } from './written-number.ts';

/**
 * The two letters of a country as a list writes it: `ng`, `UK`, `USA`, `Nigeria`, `Deutschland`, `Côte d’Ivoire`. Undefined for any
 * other text.
 */
export function countryNamed(written: string, countries: readonly string[]): string | undefined {
  // `U.S.A.`
  const text = plainText(comparable(written)).replace(/(?<=\b[A-Za-z])\./g, '');
  if (/^[A-Za-z]{2}$/.test(text)) {
    // `UK` is `GB`.
    const code = new Intl.Locale(`und-${text}`).region;
    return code !== undefined && countries.includes(code) ? code : undefined;
  }
  return namesOf(countries).get(plain(text));
}

let known: { readonly of: readonly string[]; readonly names: ReadonlyMap<string, string> } | undefined;

function namesOf(countries: readonly string[]): ReadonlyMap<string, string> {
  if (known?.of.length === countries.length) return known.names;
  const names = new Map<string, string>();
  const meansTwo = new Set<string>();
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      const display = new Intl.DisplayNames(language, { type: 'region', style });
      for (const code of countries) {
        for (const name of spellings(display.of(code) ?? code)) {
          if ((names.get(name) ?? code) !== code) meansTwo.add(name);
          names.set(name, code);
        }
      }
    }
  }
  for (const name of meansTwo) names.delete(name);
  for (const [name, code] of inUse) names.set(name, code);
  known = { of: countries, names };
  return names;
}

/**
 * More of them in Latin letters would take a typing mistake for a name: `Nigera` is Niger in Latvian. A name of two countries belongs to
 * neither: `Kongo` is one in Polish and the other in Norwegian.
 */
const languages = 'ar cs da de el en es fi fr he hi hu id it ja ko nb nl pl pt ro ru sv th tr uk zh zh-Hant'.split(' ');

/** What Node's data lacks and many lists have. */
const inUse = `
  usa US, united states of america US, uae AE, great britain GB, england GB, scotland GB, wales GB,
  northern ireland GB, holland NL, czech republic CZ, viet nam VN, großbritannien GB, grossbritannien GB,
  grande bretagne GB, gran bretana GB, ivory coast CI, elfenbeinkuste CI, russian federation RU, turkey TR`
  .split(',')
  .map((each) => [each.trim().slice(0, -3), each.slice(-2)] as const);

/** `Österreich` is `Oesterreich` where a program has no umlauts. */
function spellings(name: string): readonly string[] {
  return [plain(name), plain(name.replace(/[äöü]/gi, '$&e'))];
}

/** Without accents, marks and articles. */
function plain(name: string): string {
  return plainLetters(name.replace(/&/g, ' and ').replace(/\bst\b\.?/gi, 'saint')).replace(/^the /, '');
}
