import { didYouMean } from '../diagnostic/did-you-mean.ts';

const known = new Map<string, boolean>();

/** Whether Node's time zone data has a zone of this name. Abbreviations such as `EST` or `IST` are refused: each means several zones. */
export function isZone(name: string): boolean {
  let answer = known.get(name);
  if (answer === undefined) {
    answer = name === 'UTC' || (/^[A-Z][A-Za-z0-9_+-]*(\/[A-Z][A-Za-z0-9_+-]*)+$/.test(name) && isAccepted(name));
    if (known.size < 10_000) known.set(name, answer);
  }
  return answer;
}

/** Former names, such as `Asia/Calcutta`, are accepted but not listed; a new format costs ten times as much as the list. */
function isAccepted(name: string): boolean {
  if (Intl.supportedValuesOf('timeZone').includes(name)) return true;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The zone that a mistyped name most likely meant: by what people call it, by its city alone or by its letters. */
export function nearestZone(name: string): string | undefined {
  const meant = zoneMeantBy(name);
  if (meant !== undefined) return meant;
  const zones = Intl.supportedValuesOf('timeZone').map(currentZone);
  const city = name.split('/').at(-1)!.replaceAll(' ', '_').toLowerCase();
  const sameCity = zones.find((zone) => zone.split('/').at(-1)!.toLowerCase() === city);
  return sameCity ?? didYouMean(name, zones);
}

/** `Asia/Kolkata` and `Asia/Calcutta` are one zone. */
export function canonicalZone(zone: string): string {
  if (!isZone(zone)) return zone;
  return currentZone(new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone);
}

/** The name that a zone has today: Node's data keeps the first one that it had, as `Asia/Calcutta`. */
export function currentZone(zone: string): string {
  return renamed.get(zone) ?? zone;
}

const renamed: ReadonlyMap<string, string> = new Map(
  `Africa/Asmera Africa/Asmara
America/Buenos_Aires America/Argentina/Buenos_Aires
America/Catamarca America/Argentina/Catamarca
America/Coral_Harbour America/Atikokan
America/Cordoba America/Argentina/Cordoba
America/Godthab America/Nuuk
America/Indianapolis America/Indiana/Indianapolis
America/Jujuy America/Argentina/Jujuy
America/Louisville America/Kentucky/Louisville
America/Mendoza America/Argentina/Mendoza
Asia/Calcutta Asia/Kolkata
Asia/Katmandu Asia/Kathmandu
Asia/Rangoon Asia/Yangon
Asia/Saigon Asia/Ho_Chi_Minh
Atlantic/Faeroe Atlantic/Faroe
Europe/Kiev Europe/Kyiv
Pacific/Enderbury Pacific/Kanton
Pacific/Ponape Pacific/Pohnpei
Pacific/Truk Pacific/Chuuk`
    .split('\n')
    .map((line) => line.split(' ') as [string, string]),
);

/**
 * By which clock somebody's hours are judged: an IANA zone; or a country with several, as its two letters, where nobody knows in
 * which of its zones they are. Hours of a country are open while those of all its zones are.
 */
export type Clock = string;

/** Undefined for any other text. */
export function zonesOfClock(clock: string): readonly string[] | undefined {
  const found = zonesKnown.get(clock);
  if (found !== undefined) return found;
  const zones = isZone(clock) ? [clock] : isCountry.test(clock) ? zonesOfCountry(clock) : [];
  if (zones.length === 0) return undefined;
  if (zonesKnown.size < 10_000) zonesKnown.set(clock, zones);
  return zones;
}

const zonesKnown = new Map<string, readonly string[]>();
const isCountry = /^[A-Z]{2}$/;

/** As Node's time zone data has them; none for a country that it does not know. */
export function zonesOfCountry(country: string): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as unknown as WithZones;
  return (locale.getTimeZones?.() ?? locale.timeZones ?? []).map(currentZone);
}

/** The first of these countries that has the zone; undefined for `UTC`. To ask for the zones of all takes as long as to read a list. */
export function countryOfZone<Country extends string>(
  zone: string,
  countries: readonly Country[],
): Country | undefined {
  const own = canonicalZone(zone);
  return countries.find((country) => zonesOfCountry(country).includes(own));
}

/** A method, or a property before it was one. */
interface WithZones {
  getTimeZones?(): readonly string[] | undefined;
  readonly timeZones?: readonly string[];
}

/** "India", for `IN`. */
export function countryName(country: string): string {
  return names.of(country) ?? country;
}

const names = new Intl.DisplayNames('en', { type: 'region' });

/*
 * What people most likely mean by a text that is not a time zone: abbreviations, the names that Windows and Excel have, offsets. Only for
 * suggestions: an abbreviation means several zones, and an offset is that of many.
 */
const nicknames = `
EST EDT ET|Eastern Standard Time|US Eastern: America/New_York
CST CDT CT|Central Standard Time: America/Chicago
MST MDT MT|Mountain Standard Time: America/Denver
PST PDT PT|Pacific Standard Time: America/Los_Angeles
AKST AKDT|Alaskan Standard Time: America/Anchorage
HST|Hawaiian Standard Time: Pacific/Honolulu
AST|Atlantic Standard Time: America/Halifax
BRT|E. South America Standard Time: America/Sao_Paulo
ART|Argentina Standard Time: America/Argentina/Buenos_Aires
COT|SA Pacific Standard Time: America/Bogota
Central Standard Time (Mexico): America/Mexico_City
BST|GMT Standard Time: Europe/London
GMT: Africa/Accra
WET WEST: Europe/Lisbon
CET CEST|W. Europe Standard Time|Central European Standard Time: Europe/Berlin
Romance Standard Time: Europe/Paris
Central Europe Standard Time: Europe/Budapest
EET EEST|E. Europe Standard Time|FLE Standard Time: Europe/Kyiv
GTB Standard Time: Europe/Athens
TRT|Turkey Standard Time: Europe/Istanbul
MSK|Russian Standard Time: Europe/Moscow
WAT|W. Central Africa Standard Time: Africa/Lagos
CAT|South Africa Standard Time|SAST: Africa/Johannesburg
EAT|E. Africa Standard Time: Africa/Nairobi
Egypt Standard Time: Africa/Cairo
Morocco Standard Time: Africa/Casablanca
GST|Arabian Standard Time: Asia/Dubai
Arab Standard Time: Asia/Riyadh
Israel Standard Time: Asia/Jerusalem
IST|India Standard Time: Asia/Kolkata
PKT|Pakistan Standard Time: Asia/Karachi
Bangladesh Standard Time: Asia/Dhaka
Sri Lanka Standard Time: Asia/Colombo
Nepal Standard Time: Asia/Kathmandu
WIB|SE Asia Standard Time: Asia/Jakarta
WITA: Asia/Makassar
WIT: Asia/Jayapura
SGT|Singapore Standard Time: Asia/Singapore
HKT|China Standard Time: Asia/Shanghai
PHT: Asia/Manila
JST|Tokyo Standard Time: Asia/Tokyo
KST|Korea Standard Time: Asia/Seoul
AEST AEDT|AUS Eastern Standard Time: Australia/Sydney
E. Australia Standard Time: Australia/Brisbane
ACST ACDT|Cen. Australia Standard Time: Australia/Adelaide
AWST|W. Australia Standard Time: Australia/Perth
NZST NZDT|New Zealand Standard Time: Pacific/Auckland
Z|Zulu|Coordinated Universal Time: UTC`;

const offsets = `
0 UTC +60 Africa/Lagos +120 Africa/Johannesburg +180 Africa/Nairobi +210 Asia/Tehran +240 Asia/Dubai +270 Asia/Kabul
+300 Asia/Karachi +330 Asia/Kolkata +345 Asia/Kathmandu +360 Asia/Dhaka +390 Asia/Yangon +420 Asia/Jakarta +480 Asia/Singapore
+540 Asia/Tokyo +570 Australia/Darwin +600 Australia/Brisbane +660 Pacific/Noumea +720 Pacific/Fiji +780 Pacific/Tongatapu
-60 Atlantic/Cape_Verde -120 America/Noronha -180 America/Sao_Paulo -240 America/Puerto_Rico -300 America/Bogota
-360 America/Costa_Rica -420 America/Phoenix -480 America/Los_Angeles -540 America/Anchorage -600 Pacific/Honolulu`;

/** The place that somebody means who writes `EST`, `Eastern Standard Time` or `+05:30`; undefined for any other text. */
function zoneMeantBy(text: string): string | undefined {
  const minutes = offsetIn(text);
  return minutes === undefined ? byNickname.get(text.trim().toLowerCase()) : byOffset.get(minutes);
}

/** Minutes ahead of UTC: `+05:30`, `UTC+5`, `GMT-0300`. */
function offsetIn(text: string): number | undefined {
  const [, sign, hours, minutes = '0'] = /^\s*(?:UTC|GMT)?\s*([+-])(\d{1,2})(?::?(\d\d))?\s*$/i.exec(text) ?? [];
  if (sign === undefined) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) + 0;
}

const byNickname = new Map(
  nicknames
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [names = '', zone = ''] = line.split(': ');
      return names
        .split('|')
        .flatMap((name) => (/^[A-Z ]+$/.test(name) ? name.split(' ') : [name]))
        .map((name) => [name.toLowerCase(), zone] as const);
    }),
);

const byOffset = new Map(
  [...offsets.matchAll(/([+-]?\d+) (\S+)/g)].map(([, minutes, zone = '']) => [Number(minutes), zone]),
);
