import { gzipSync } from 'node:zlib';
import { createDice, type Dice } from '../attack/dice.ts';
import { type ReadRow, readList } from './list-reader.ts';
import { parquetFile, sqliteFile } from './source-files.ts';
import { separatorOf, type TextFormat, type WrittenCell, type WrittenRow, writtenList } from './written-list.ts';

/** Flaws of a file, after which it is either refused whole or read with a finding that names the place. */
export const fileFlaws = [
  'latin1',
  'utf16',
  'cutGzip',
  'twiceKey',
  'strayQuote',
  'ragged',
  'sepLine',
  'pointer',
  'webPage',
] as const;
export type FileFlaw = (typeof fileFlaws)[number];

/** A file that is read as it is, or one that a snapshot is made of: `command` prints NDJSON. */
export const formats = ['csv', 'semicolons', 'tabs', 'jsonl', 'command', 'sqlite', 'parquet'] as const;
export type ListFormat = (typeof formats)[number];
export type SourceFormat = Exclude<ListFormat, TextFormat>;

/** How the campaign says whose clock counts. */
export type Clocks = 'number' | 'column' | 'columnElse' | 'zone';

/** A campaign with its lists, and what is true of them. */
export interface MadeLists {
  readonly seed: number;
  readonly format: ListFormat;
  readonly flaw: FileFlaw | undefined;
  readonly clocks: Clocks;
  readonly campaignZone: string;
  /** When the run begins, in epoch milliseconds. */
  readonly now: number;
  readonly files: Readonly<Record<string, Buffer>>;
  readonly listName: string;
  /** The list, read once more. */
  readonly rows: () => readonly ReadRow[];
  /** Whose number a key cell is: the digits that count. A cell that is not here is nobody's number. */
  readonly personOf: ReadonlyMap<string, Person>;
  /** Who is on the do-not-contact list. */
  readonly excluded: ReadonlySet<string>;
  readonly where: Where | undefined;
  readonly parts: readonly BodyPart[];
  /** The cell of a flawed row, by which a finding must name it. */
  readonly flawedLine: number | undefined;
}

export interface Person {
  readonly id: string;
  readonly country: Country;
}

export interface Where {
  readonly column: 'status' | 'city';
  readonly kind: 'is' | 'not';
  readonly value: string;
}

export const bodyParts = ['name', 'amount', 'policy', 'times', 'equals', 'first'] as const;
export type BodyPart = (typeof bodyParts)[number];

const templates: Readonly<Record<BodyPart, string>> = {
  name: "{{ recipient.name | default: 'there' }}",
  amount: '{{ recipient.amount }}',
  policy: '{{ recipient.policy }}',
  times: '{{ recipient.amount | times: 3 }}',
  equals: '{% if recipient.count == 10 %}ten{% else %}other{% endif %}',
  first: "{{ recipient.name | default: 'there' | first }}",
};

/** What is between two parts of a text. No cell has it. */
export const partEnd = ' ⁂ ';

export type Country = keyof typeof countries;

/** Calling code; national numbers, `#` for any digit; zones of which each must be open where nothing else decides. */
export const countries = {
  NG: { code: '234', national: '803#######', zones: ['Africa/Lagos'] },
  KE: { code: '254', national: '712######', zones: ['Africa/Nairobi'] },
  IN: { code: '91', national: '98########', zones: ['Asia/Kolkata'] },
  GB: { code: '44', national: '7911######', zones: ['Europe/London'] },
  US: { code: '1', national: '21255501##', zones: ['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu'] },
  BR: { code: '55', national: '119########', zones: ['America/Sao_Paulo', 'America/Manaus', 'America/Rio_Branco'] },
  MX: { code: '52', national: '55########', zones: ['America/Mexico_City', 'America/Tijuana', 'America/Cancun'] },
  AU: { code: '61', national: '412######', zones: ['Australia/Sydney', 'Australia/Perth'] },
  NZ: { code: '64', national: '21######', zones: ['Pacific/Auckland'] },
} as const;

const names = [
  'Ada',
  'Chloé',
  'Chloe\u0301',
  "Sinéad O'Brien",
  'Müller, Jr.',
  '"Bo"',
  '李雷',
  '👩‍👩‍👧 family',
  'مریم‌زاده',
  'Ada; Obi',
  'Ada\nObi',
  'Ze\u200bnon',
  '#1',
  '',
];
const amounts = [
  '49.50',
  '1200.00',
  '0.1',
  '0.7',
  '1200.10',
  '-3.25',
  '90071992547409931',
  '12345678901234567890.12',
  '0',
];
const notAmounts = ['1,200.50', '€5', 'n/k', '12 USD'];
const policies = ['90071992547409931', '90071992547409932', '9223372036854775807', '0071', '1.10', '5'];
const statuses = ['open', 'OPEN', 'op\u00aden', '\u200bopen', 'closed', 'clo\u200bsed', 'Closed ', 'paused', ''];
const cities = ['Orléans', 'Orle\u0301ans', 'ORLÉANS', 'Orl\u200béans', 'Lyon', ''];
const columns = ['phone', 'name', 'amount', 'count', 'policy', 'status', 'city', 'tz', 'note'] as const;

/** Everything that a seed decides. */
export function makeLists(seed: number): MadeLists {
  const dice = createDice(seed);
  const format = dice.pick(formats);
  const isSource = !isText(format);
  const flaw = !isSource && dice.chance(0.35) ? dice.pick(fileFlaws.filter((one) => canBe(one, format))) : undefined;
  const clocks = dice.pick(['number', 'column', 'columnElse', 'zone'] as const);
  const campaignZone = dice.pick(['Africa/Lagos', 'Asia/Kolkata', 'Europe/London', 'America/New_York']);
  const where = dice.chance(0.6) ? whereOf(dice) : undefined;
  const parts = dice.some(bodyParts, dice.between(1, bodyParts.length));
  const personOf = new Map<string, Person>();
  const people = Array.from({ length: dice.between(1, 25) }, (_, index) => personFor(index, dice));
  const rows: WrittenRow[] = [];
  for (const person of people) {
    rows.push(rowOf(person, format, dice, personOf));
    // A source in which somebody is twice is refused.
    if (!isSource && dice.chance(0.15)) rows.push(rowOf(dice.pick(people), format, dice, personOf));
    if (dice.chance(0.05)) rows.push(rowOfNobody(person, format, dice));
  }
  const listName = fileNames[format];
  const excludedPeople = people.filter(() => dice.chance(0.1));
  const excluded = new Set(excludedPeople.map(({ id }) => id));
  const stop = [
    'phone',
    ...excludedPeople.map((person) => `"${notation(person, 'csv', dice).replaceAll('"', '""')}"`),
  ].join('\n');
  const flawed = isText(format)
    ? withFlaw(rows, format, flaw, dice)
    : { bytes: sourceFile(rows, format, dice), line: undefined };
  return {
    seed,
    format,
    flaw,
    clocks,
    campaignZone,
    now: Date.UTC(2026, 10, 23) + dice.between(0, 7 * 24 * 60) * 60_000,
    listName,
    rows: () => (isText(format) ? readList(flawed.bytes, format) : readRows(rows)),
    files: {
      [listName]: flawed.bytes,
      ...(format === 'sqlite' ? { 'people.sql': Buffer.from(`SELECT ${columns.join(', ')} FROM people\n`) } : {}),
      'stop.csv': Buffer.from(`${stop}\n`),
      'campaign.yaml': Buffer.from(campaignText({ listName, format, clocks, campaignZone, where, parts })),
    },
    personOf,
    excluded,
    where,
    parts,
    flawedLine: flawed.line,
  };
}

const fileNames: Readonly<Record<ListFormat, string>> = {
  csv: 'members.csv',
  semicolons: 'members.csv',
  tabs: 'members.csv',
  jsonl: 'members.jsonl',
  command: 'members.ndjson',
  sqlite: 'members.db',
  parquet: 'members.parquet',
};

function isText(format: ListFormat): format is TextFormat {
  return format in separatorOf;
}

const none: WrittenCell = { kind: 'word', text: 'null' };

function sourceFile(rows: readonly WrittenRow[], format: SourceFormat, dice: Dice): Buffer {
  if (format === 'sqlite') return sqliteFile(rows, columns);
  if (format === 'parquet') return parquetFile(rows, columns);
  // A source without a column is refused: each row has them all.
  const whole = rows.map(({ cells }) => ({
    cells: Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cell.text === '' ? none : cell])),
  }));
  return Buffer.from(writtenList(whole, columns, 'jsonl', dice).replace(/\n?$/, '\n'));
}

/** What was put into a file that no text reader can read. */
function readRows(rows: readonly WrittenRow[]): readonly ReadRow[] {
  return rows.map(({ cells }, index) => ({
    line: index + 1,
    cells: new Map(Object.entries(cells).map(([name, { text }]) => [name, text.trim()])),
  }));
}

function canBe(flaw: FileFlaw, format: ListFormat): boolean {
  if (flaw === 'twiceKey') return format === 'jsonl';
  return !['strayQuote', 'ragged', 'sepLine'].includes(flaw) || format !== 'jsonl';
}

function whereOf(dice: Dice): Where {
  const column = dice.pick(['status', 'city'] as const);
  const value = column === 'status' ? dice.pick(['open', 'closed']) : dice.pick(['Orléans', 'Orle\u0301ans']);
  return { column, kind: dice.pick(['is', 'not'] as const), value };
}

function personFor(index: number, dice: Dice): Person & { readonly national: string } {
  const country = dice.chance(0.5) ? 'NG' : dice.pick(Object.keys(countries) as Country[]);
  const { code, national } = countries[country];
  const digits = String(index).padStart(2, '0');
  // The last two are its own, so that no two people share a number.
  const own = national.replace(/##$/, digits).replace(/#/g, () => String(dice.between(0, 9)));
  return { id: code + own, country, national: own };
}

type Numbered = ReturnType<typeof personFor>;

/** Each of these is one and the same telephone. */
function notation({ country, national, id }: Numbered, format: ListFormat, dice: Dice): string {
  if (format === 'parquet') return id;
  const { code } = countries[country];
  const forms = [
    id,
    `+${id}`,
    `00${id}`,
    `+${code} ${national.slice(0, 3)} ${national.slice(3)}`,
    `+${code}-${national.slice(0, 3)}-${national.slice(3)}`,
    `+${code}\u00a0${national}`,
    `tel:+${id}`,
    `="${id}"`,
    `'+${id}`,
    `\u200e+${id}`,
    `+${id.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))}`,
    ...(country === 'GB' ? [`+44 (0)${national}`] : []),
    ...(country === 'MX' ? [`+521${national}`, `521${national}`] : []),
  ];
  return dice.chance(0.5) ? id : dice.pick(forms);
}

function rowOf(person: Numbered, format: ListFormat, dice: Dice, personOf: Map<string, Person>): WrittenRow {
  const phone = notation(person, format, dice);
  personOf.set(phone.trim(), person);
  const { zones } = countries[person.country];
  const zone = dice.chance(0.85) ? dice.pick(zones) : '';
  return rowWith(phone, zone, format, dice);
}

function rowOfNobody(person: Numbered, format: ListFormat, dice: Dice): WrittenRow {
  const phone =
    format === 'parquet'
      ? '12345'
      : dice.pick(['12345', 'none', `${person.id} / ${person.id}`, '', '+999123456789', `${person.id} ext 5`]);
  return rowWith(phone, countries[person.country].zones[0], format, dice);
}

function rowWith(phone: string, tz: string, format: ListFormat, dice: Dice): WrittenRow {
  const amount = amountOf(format, dice);
  const values = {
    amount,
    count: dice.pick(['10', '10', '9', '10.0', '']),
    policy: dice.pick(format === 'parquet' ? policies.filter(isWhole) : policies),
  };
  const text = (value: string): WrittenCell => ({ kind: 'text', text: value });
  const number = (value: string): WrittenCell =>
    mayBeNumber(value, format) && dice.chance(0.7) ? { kind: 'number', text: value } : text(value);
  return {
    cells: {
      phone: number(phone),
      name: text(dice.pick(names)),
      amount: number(values.amount),
      count: number(values.count),
      policy: number(values.policy),
      status: text(dice.pick(statuses)),
      city: text(dice.pick(cities)),
      tz: text(tz),
      note: text(dice.pick(['', 'called twice', 'wants a call, later', 'a\nb'])),
    },
  };
}

function amountOf(format: ListFormat, dice: Dice): string {
  if (format === 'sqlite') return dice.pick(['49.5', '1200', '0.1', '0.7', '-3.25', '90071992547409931']);
  if (format === 'parquet') return dice.pick(['49.50', '1200.00', '0.10', '0.70', '1200.10', '-3.25']);
  // A column of numbers takes no other text.
  if (format === 'command') return dice.pick(amounts);
  return dice.chance(0.9) ? dice.pick(amounts) : dice.pick([...notAmounts, '']);
}

function isWhole(text: string): boolean {
  return /^[1-9]\d*$/.test(text);
}

/** Whether the digits may be in the file without quotes; a database would write some of them in another way. */
function mayBeNumber(value: string, format: ListFormat): boolean {
  if (format === 'sqlite') return isWhole(value) || String(Number(value)) === value;
  return (format === 'jsonl' || format === 'command') && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value);
}

/** The bytes of the list, and the line that a finding must name where one row is flawed. */
function withFlaw(
  rows: readonly WrittenRow[],
  format: TextFormat,
  flaw: FileFlaw | undefined,
  dice: Dice,
): { readonly bytes: Buffer; readonly line: number | undefined } {
  const text = writtenList(rows, columns, format, dice);
  const lines = text.trimEnd().split(/\r?\n/);
  const more = (line: string): string => `${lines.join('\n')}\n${line}\n`;
  const file = (content: string | Buffer, line?: number) => ({ bytes: Buffer.from(content as string), line });
  switch (flaw) {
    case undefined:
      return file(dice.chance(0.1) ? gzipSync(text) : text);
    case 'pointer':
      return file('version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n');
    case 'webPage':
      return file('<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>Sign in</body></html>\n');
    case 'latin1':
      return file(Buffer.from(more('é'), 'latin1'));
    case 'utf16':
      return file(Buffer.from(text.replace('\ufeff', ''), 'utf16le'));
    case 'cutGzip': {
      const zipped = gzipSync(text);
      return file(zipped.subarray(0, zipped.length - 9));
    }
    case 'twiceKey':
      return file(more('{"phone":"2348030000001","phone":"2348030000002"}'), lines.length + 1);
    case 'sepLine':
      return file(`sep=${separatorOf[format]}\n${text.replace('\ufeff', '')}`);
    case 'ragged':
      return file(more('2348030000003,one field too few'), lines.length + 1);
    case 'strayQuote': {
      const separator = separatorOf[format];
      const row = (id: string, note: string): string =>
        [`23480300009${id}`, 'Ada', '1.10', '10', '5', 'open', 'Lyon', 'Africa/Lagos', note].join(separator);
      const four = [row('01', '"he said'), row('02', ''), row('03', ''), row('04', 'bye"')];
      return file(more(four.join('\n')), lines.length + 1);
    }
    default:
      return flaw satisfies never;
  }
}

function campaignText(
  made: Pick<MadeLists, 'listName' | 'format' | 'clocks' | 'campaignZone' | 'where' | 'parts'>,
): string {
  const { listName, format, clocks, campaignZone, where, parts } = made;
  const zone = {
    number: '',
    column: 'timezone: { column: tz }',
    columnElse: 'timezone: { column: tz, else: number }',
    zone: `timezone: { zone: ${campaignZone} }`,
  }[clocks];
  const condition = where?.kind === 'not' ? `{ not: ${where.value} }` : where?.value;
  const body = parts.map((part) => templates[part]).join(partEnd);
  return `campaign: lists
timezone: ${campaignZone}
account: { appId: sandbox-app, businessPhone: "2348000000001" }
audiences:
  members:
    ${sourceOf(format, listName)}
    key: phone
    ${format === 'semicolons' ? 'sep: ";"' : format === 'tabs' ? 'sep: "\\t"' : ''}
    exclude: [stop.csv]
    ${zone}
    ${where === undefined ? '' : `where: { ${where.column}: ${condition} }`}
steps:
  hello:
    uses: whatsapp.send
    forEach: members
    with: { type: text, text: { body: ${JSON.stringify(body)} } }
`.replace(/^ +\n/gm, '');
}

function sourceOf(format: ListFormat, listName: string): string {
  if (isText(format)) return `file: ${listName}`;
  const types = columns.map((name) => `${name}: ${name === 'amount' ? 'number' : 'text'}`).join(', ');
  const what = {
    command: `command: [cat, ${listName}]\n    format: ndjson`,
    sqlite: 'sql: people.sql\n    from: sqlite',
    parquet: `file: ${listName}`,
  }[format];
  return `${what}\n    columns: { ${types} }`;
}
