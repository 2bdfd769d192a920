import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * npx tsx campaigns/audiences/make-people.ts: writes the audiences of the worked campaigns again, the same bytes each time.
 * Everybody is invented, and no number can belong to anybody: after Nigeria's 234 they go on with 00. No subscriber's
 * number begins with 0, the country's trunk prefix, and it does not help to drop that one: another follows.
 */
export function makeAudiences(): Readonly<Record<string, string>> {
  const members = makeMembers();
  return {
    'members.csv': csv(memberColumns, members),
    'do-not-contact.csv': csv(['phone', 'since', 'said'], makeDoNotContact(members)),
    'signups.jsonl': makeSignups()
      .map((signup) => `${JSON.stringify(signup)}\n`)
      .join(''),
    'community.csv': csv(['phone', 'first_name', 'city', 'last_inbound_at'], makeCommunity()),
  };
}

type Row = Readonly<Record<string, string>>;

/** The hour at which the worked campaigns begin: 2026-11-23 09:00 in Lagos. */
const begin = Date.UTC(2026, 10, 23, 8);
const minute = 60_000;
const hour = 60 * minute;

const memberColumns = ['phone', 'first_name', 'last_name', 'tier', 'tz', 'wants_code', 'last_inbound_at'];

/** Where members live now, and how many in a hundred. Kathmandu is 45 minutes past the hour, Kolkata and Adelaide 30. */
const homes: ReadonlyArray<readonly [string, number]> = [
  ['Africa/Lagos', 56],
  ['Africa/Accra', 8],
  ['Europe/London', 10],
  ['Africa/Johannesburg', 6],
  ['America/New_York', 8],
  ['Asia/Kolkata', 5],
  ['Asia/Kathmandu', 4],
  ['Australia/Adelaide', 3],
];

function makeMembers(): Row[] {
  const lot = seeded(20261123);
  const rows: Row[] = Array.from({ length: 240 }, (_, index) => ({
    phone: numberOf('2340001', index, lot),
    first_name: lot() < 0.08 ? '' : pick(firstNames, lot),
    last_name: pick(lastNames, lot),
    tier: weighted(
      [
        ['gold', 25],
        ['silver', 50],
        ['bronze', 25],
      ],
      lot,
    ),
    tz: weighted(homes, lot),
    wants_code: lot() < 0.4 ? 'yes' : 'no',
    // Most wrote within the last day; some so long ago that their session closes before the message's turn.
    last_inbound_at: lot() < 0.04 ? '' : instant(begin - lot() * (lot() < 0.12 ? 30 * hour : 15 * hour)),
  }));
  // What real lists hold: somebody twice, somebody without a zone.
  rows.splice(150, 0, { ...rows[40], tier: 'gold' });
  rows[90] = { ...rows[90], tz: '', tier: 'silver' };
  return rows;
}

function makeDoNotContact(members: readonly Row[]): Row[] {
  const lot = seeded(7);
  const asked = [12, 57, 101, 160, 233].map((index) => members[index]?.['phone'] ?? '');
  return [...asked, numberOf('2340001', 900, lot)].map((phone) => ({
    phone,
    since: instant(begin - (10 + Math.floor(lot() * 300)) * 24 * hour).slice(0, 10),
    said: pick(['reply STOP', 'phone call', 'e-mail'], lot),
  }));
}

interface Signup {
  readonly phone: string;
  readonly name: string;
  readonly requested_at: string;
  readonly verified: 'yes' | 'no';
  /** Seconds since 1970, as text: what the service wants to know about a code that was used. */
  readonly verified_at?: string;
}

function makeSignups(): Signup[] {
  const lot = seeded(31);
  return Array.from({ length: 80 }, (_, index) => {
    const person = {
      phone: numberOf('2340002', index, lot),
      name: `${pick(firstNames, lot)} ${pick(lastNames, lot)}`,
      requested_at: instant(begin - lot() * 4 * minute),
    };
    if (lot() < 0.3) return { ...person, verified: 'no' };
    return {
      ...person,
      verified: 'yes',
      verified_at: String(Math.floor((begin + 20_000 + lot() * 3 * minute) / 1000)),
    };
  });
}

function makeCommunity(): Row[] {
  const lot = seeded(50);
  return Array.from({ length: 50 }, (_, index) => ({
    phone: numberOf('2340003', index, lot),
    first_name: pick(firstNames, lot),
    city: pick(['Lagos', 'Abuja', 'Ibadan', 'Kano', 'Enugu', 'Port Harcourt'], lot),
    last_inbound_at: instant(begin - lot() * 6 * hour),
  }));
}

/** 13 digits; unique by index. Never `0000` at the end: to the sandbox that is somebody whose session is closed. */
function numberOf(prefix: string, index: number, lot: () => number): string {
  return `${prefix}${String(index).padStart(3, '0')}${String(1 + Math.floor(lot() * 999)).padStart(3, '0')}`;
}

/** mulberry32: small, and the same everywhere. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick(list: readonly string[], lot: () => number): string {
  return list[Math.floor(lot() * list.length)] ?? '';
}

function weighted(list: ReadonlyArray<readonly [string, number]>, lot: () => number): string {
  let left = lot() * list.reduce((sum, [, weight]) => sum + weight, 0);
  return list.find(([, weight]) => (left -= weight) < 0)?.[0] ?? '';
}

/** To the minute, in UTC: `2026-11-22T18:40:00Z`. */
function instant(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16)}:00Z`;
}

function csv(columns: readonly string[], rows: readonly Row[]): string {
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');
}

const firstNames =
  'Abena Ada Adaeze Aisha Amara Amina Anil Bisi Chidi Chinwe Dayo Ebele Efua Emeka Esi Femi Funke Grace Hauwa Ibrahim Ify Imani Jide Kamal Kemi Kofi Kwame Lerato Lindiwe Maya Musa Ngozi Nkechi Obi Ola Priya Rajan Sade Sanjay Segun Simi Sipho Sunita Tariq Temi Thabo Tunde Uche Wale Yaa Yemi Zainab Zola'.split(
    ' ',
  );
const lastNames =
  'Abara Adeyoke Akinbola Amadike Asantewu Balogi Chukwera Danjari Eboka Ezeanu Fasholade Gurungi Ibekwere Jibrilo Kalejai Khumali Lawalo Mensahr Mokoeni Nwankeze Obafemu Odunaya Okonjide Okparo Oyelowu Patelia Quartera Rasheedo Sharmin Tamangu Thapari Udochi Umarin Williamu Yusufari'.split(
    ' ',
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, content] of Object.entries(makeAudiences())) writeFileSync(new URL(name, import.meta.url), content);
}
