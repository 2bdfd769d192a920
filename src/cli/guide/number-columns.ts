import { plainLetters } from '../../audience/comparable.ts';
import { consentKind } from '../../audience/consent-words.ts';
import { type Beginning, holds } from '../../audience/list-beginning.ts';
import { hasTrunkZero, isCallingCode, isInNumberPlan } from '../../audience/number/number-plan.ts';
import { keyOf, parseWrittenNumber, readRecipientKey } from '../../audience/number/written-number.ts';
import { type ColumnFound, foundColumn, unclearColumns } from './starter-campaign.ts';

/**
 * The column with the numbers: the only one that has such rows, or the only one of several that is called nothing but a number.
 * Otherwise the wrong people may be meant: those for emergencies, agents, former numbers.
 */
export function keyColumn(begin: Beginning): ColumnFound {
  const plain = begin.header.filter(isPlain.number);
  const isOne = (name: string): boolean =>
    plain.includes(name) ? begin.cells(name).some(hasFigures) : holds(begin, name, mayBeNumber);
  const numbers = begin.header.filter(isOne);
  // A list without rows, or with rows of which `check` says more.
  const headed = numbers.length === 0 ? plain : plain.filter((name) => numbers.includes(name));
  const full = numbers.filter((name) => holds(begin, name, isFullNumber));
  const [column] = headed;
  if (headed.length === 1)
    return foundColumn(
      column!,
      'heading',
      full.filter((name) => name !== column),
    );
  // With a plain heading over no numbers, those in another column are not the ones that were meant.
  const isSure = plain.length === 0 && numbers.length === 1 && full.length === 1;
  return isSure ? foundColumn(full[0]!, 'rows') : unclearColumns(headed.length > 1 ? headed : numbers);
}

/** A column with the beginnings of the numbers in another: without it, a number of Germany may be one of America. */
export function codeColumn(begin: Beginning, key: string): string | undefined {
  const numbers = begin.cells(key);
  return begin.header.find((name) => {
    // `1` is a yes there, and also the code of America.
    if (name === key || consentKind(name) !== undefined) return false;
    const codes = begin.cells(name).map(codeIn);
    const rows = numbers.flatMap((number, row) =>
      number === '' || codes[row] === '' ? [] : [{ number, code: codes[row]! }],
    );
    const apart = rows.filter(({ number, code }) => !/^(\+|00)/.test(number) && !number.startsWith(code));
    const share = apart.length / numbers.filter((number) => number !== '').length;
    const isHeaded = isOnCode(name) && holds(begin, name, (cell) => /^\+?\d{1,5}$/.test(cell));
    if (isHeaded && share > 0.5) return true;
    if (countsRows(begin, name)) return false;
    // Ages and amounts make numbers of some rows only.
    return share > 0.1 && apart.filter(isNumberTogether).length >= apart.length * 0.9;
  });
}

/** 1, 2, 3 and so on; under a heading for such numbers, in any order. */
function countsRows(begin: Beginning, name: string): boolean {
  const cells = begin.cells(name).filter((cell) => cell !== '');
  if (!cells.every((cell) => /^[1-9]\d*\.?$/.test(cell))) return false;
  if (isOnRow(name)) return new Set(cells).size === cells.length;
  return cells.length > 2 && cells.every((cell, row) => Number(cell) === Number(cells[0]) + row);
}

/** `DE +49`, `0049` and `+49 (0)` are 49. */
function codeIn(cell: string): string {
  return cell.replace('(0)', '').replace(/\D/g, '').replace(/^00/, '');
}

function isNumberTogether({ number, code }: { readonly number: string; readonly code: string }): boolean {
  const digits = number.replace(/\D/g, '');
  return isCallingCode(code) && isPerhapsHad(code + (hasTrunkZero(code) ? digits.replace(/^0/, '') : digits));
}

/** With its country code, or with the zero of a national number: no date, and hardly any other figure. */
export function isFullNumber(cell: string): boolean {
  const number = parseWrittenNumber(cell);
  if (number === undefined || date.test(cell)) return false;
  const { digits, countryCode } = number;
  if (countryCode === 'absent') return digits.startsWith('0') && digits.length >= 9;
  return digits.length >= 7 && (countryCode === 'marked' || isPerhapsHad(digits));
}

/** `31-12-2026`: 31 is a calling code. */
const date = /^[0-3]?\d([-. ])[0-3]?\d\1(19|20)\d\d$/;

/** As it is written, nobody can have it. */
export function lacksCountry(cell: string): boolean {
  const key = readRecipientKey(cell);
  return Number.isNaN(key) || !isInNumberPlan(key);
}

function isPerhapsHad(digits: string): boolean {
  const key = keyOf(digits);
  return !Number.isNaN(key) && isInNumberPlan(key);
}

/** Also a national number without a zero, as an id may look, too. */
function mayBeNumber(cell: string): boolean {
  const { digits = '' } = parseWrittenNumber(cell) ?? {};
  return isFullNumber(cell) || (digits.length >= 9 && digits.length <= 15);
}

/** Even where a spreadsheet has rounded it. */
export function hasFigures(cell: string): boolean {
  return cell.replace(/\D/g, '').length >= 5;
}

/**
 * Whether a heading is nothing but a plain word for a field, as people of Europe, of Arab countries, Indonesia and Japan write it:
 * `Phone no.` is one, and `Emergency phone`, `Phone 2` and `Country of birth` say more, which may be that others are meant.
 */
export const isPlain = {
  number: (heading: string) => isOnly(heading, words.number, words.besideNumber),
  country: (heading: string) => isOnly(heading, words.country, words.besideCountry),
  timezone: (heading: string) => timezone.test(lettersOf(heading)),
  lastInbound: (heading: string) => isOnLastMessage(heading) && isOnly(heading, words.lastInbound),
  firstName: (heading: string) => isOnly(heading, words.firstName) && isPrintable.test(heading),
  name: (heading: string) => isOnly(heading, words.name, words.besideName) && isPrintable.test(heading),
} as const;

/** A time of a message, or of something about it, perhaps of ours. */
export function isOnLastMessage(heading: string): boolean {
  return lastMessage.test(plainLetters(heading));
}

/** A part of a country, which lists write with two letters, too: `IN` is Indiana. */
export function isOnState(heading: string): boolean {
  return !isPlain.country(heading) && state.test(plainLetters(heading));
}

/** A part of the numbers: the code of a country, or of an area. */
function isOnCode(heading: string): boolean {
  return code.test(plainLetters(heading));
}

/** What counts the rows of a list, or tells them apart. */
function isOnRow(heading: string): boolean {
  return heading.trim() === '#' || row.test(plainLetters(heading));
}

function isOnly(heading: string, main: ReadonlySet<string>, beside: ReadonlySet<string> = new Set()): boolean {
  const letters = lettersOf(heading);
  if (main.has(letters)) return true;
  const parts = letters.split(' ');
  return parts.some((word) => main.has(word)) && parts.every((word) => main.has(word) || beside.has(word));
}

/** Nothing of a heading with digits: `Phone 2` is not `Phone`. */
function lettersOf(heading: string): string {
  return /\d/.test(heading) ? '' : plainLetters(heading);
}

/** Of a name in a greeting, where a quotation mark would end it. */
const isPrintable = /^[^'"{}\\\p{C}]+$/u;

const setOf = (text: string, separator: RegExp | string = /\s+/): ReadonlySet<string> =>
  new Set(text.trim().split(separator));

/** In lower case and without accents, as `plainLetters` has them. */
const words = {
  number: setOf(`
    phone phones phonenumber telephone telephonenumber mobile mobilenumber mobilephone cell cellphone cellular msisdn whatsapp gsm tel
    telefon telefonnummer telefonnr handy handynummer handynr mobil mobilnummer mobilnr mobiltelefon rufnummer
    telefoon telefoonnummer portable telefono movil celular cellulare telefone telemovel telefonu komorka komorkowy
    telefonszam puhelin puhelinnumero matkapuhelin telefona telefoni телефон телефона тел моб мобильныи τηλεφωνο τηλεφωνου κινητο
    هاتف الهاتف جوال الجوال
    telepon telpon ponsel handphone hp seluler wa 電話番号 電話 携帯電話 携帯電話番号 携帯番号 携帯`),
  besideNumber: setOf(
    `number numbers no nr num n numero nummer numer cislo broj номер αριθμος رقم nomor de di do del of`,
  ),
  country: setOf(`
    country land laender lander pais pays paese nazione kraj panstwo maa zeme krajina stat orszag tara ulke страна краіна χωρα
    البلد الدولة negara 国 国名`),
  besideCountry: setOf('code name iso billing mailing shipping region regione regiao regio'),
  /** All of these are of people who write, or of neither side. */
  lastInbound: setOf(`
    last inbound message msg wrote written reply replied received at on date time
    letzte letzter nachricht antwort eingegangen am vom dernier derniere reponse recu du ultimo ultima mensaje mensagem messaggio
    respuesta resposta risposta de del laatste bericht senaste seneste meddelande besked siste melding ostatnia wiadomosc posledni
    zprava viimeisin viesti последнее сообщение اخر رسالة pesan terakhir masuk diterima tanggal waktu
    最終受信 最終受信日 最終受信日時 最終返信日 最終返信日時 whatsapp`),
  firstName: setOf(
    'first name,firstname,given name,givenname,vorname,prenom,voornaam,fornamn,fornavn,etunimi,imie,jmeno,krstne meno,keresztnev,prenume,primeiro nome,имя,ονομα,الاسم الاول,الاسم الشخصي,nama depan,名',
    ',',
  ),
  name: setOf('name nome nombre naam namn navn nimi isim ad الاسم nama 氏名 名前 お名前'),
  besideName: setOf('full member customer client contact guest patient lengkap pasien pelanggan'),
} as const;

const lastMessage =
  /last ?(inbound|message|msg|wrote|written|reply|replied|received)|letzter? ?(nachricht|antwort)|dernier ?message|derniere ?reponse|ultim[oa] ?(mensaje|mensagem|messaggio|respuesta|resposta|risposta)|laatste ?bericht|sen?e?a?ste ?(meddelande|besked)|siste ?melding|ostatnia ?wiadomosc|posledni ?zprava|viimeisin ?viesti|последнее ?сообщение|اخر ?رسالة|pesan ?(masuk ?)?terakhir|最終(受信|返信|メッセーシ)/;

const state =
  /\b(state|states|st|uf|province|region|regione|regiao|regio|county|canton|kanton|bundesland|estado|provincia|provincie|provinz|departement|departamento|wojewodztwo)\b/;

const code =
  /^((country|calling|area|dial|phone|mobile|isd|ddi) ?)+(code|prefix)|^area$|^vorw|vorwahl|indicatif|prefijo|prefisso|indicativo|landnummer|netnummer|riktnummer|kierunkow/;

const row = /^((s|sr|sl|serial|row|lfd) ?)?(no|nr|num|number|nummer)$|\bid$/;

const timezone =
  /^(time ?zone|tz|tz ?name|zone|zeitzone|fuseau( horaire)?|zona (horaria|oraria)|(fuso|huso)( h?orario)?|tijdzone|tidss?zone?|strefa( czasowa)?|aikavyohyke|casov[ea] (pasmo|zona)|casovy pas|idozona|fus orar|saat dilimi|часовои пояс|zona waktu|タイムソーン)$/;
