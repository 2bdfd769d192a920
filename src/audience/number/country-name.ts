import { comparable } from '../comparable.ts';
import { plainText } from './written-number.ts';

/** The two letters of a country as a list writes it: `ng`, `UK`, `USA`, `Nigeria`, `Côte d’Ivoire`. Undefined for any other text. */
export function countryNamed(written: string, countries: readonly string[]): string | undefined {
  const text = plainText(comparable(written));
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
  const names = new Map<string, string>(inUse);
  for (const style of ['long', 'short'] as const) {
    const display = new Intl.DisplayNames('en', { type: 'region', style });
    for (const code of countries) names.set(plain(display.of(code) ?? code), code);
  }
  known = { of: countries, names };
  return names;
}

/** What Node's data lacks and many lists have. */
const inUse = [
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['uae', 'AE'],
  ['great britain', 'GB'],
  ['england', 'GB'],
  ['ivory coast', 'CI'],
  ['russian federation', 'RU'],
  ['turkey', 'TR'],
] as const;

/** Without accents, marks and articles. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/\bst\b\.?/g, 'saint')
    .replace(/[^a-z]+/g, ' ')
    .replace(/^ ?the |^ | $/g, '');
}
