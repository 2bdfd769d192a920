import type { CsvSeparator } from '../../audience/list-format.ts';
import { isTemplate } from '../../campaign/template/template.ts';
import { yamlWord } from '../../campaign/yaml/yaml-findings.ts';
import { listed } from '../../diagnostic/did-you-mean.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Instant } from '../../platform/ports.ts';
import { instantOf, wallAt } from '../../time/local-time.ts';
import { countryName } from '../../time/time-zone.ts';
import { dateOf, dayMs, hourMs } from '../../time/wall-clock.ts';

/** What `init` can write: `example` is the worked campaign with every kind of step, the others have one step each. */
export const starterKinds = ['whatsapp', 'code', 'call', 'example'] as const;
export type StarterKind = (typeof starterKinds)[number];

/** A campaign with one step, as its author chose it. */
export interface StarterChoice {
  readonly kind: Exclude<StarterKind, 'example'>;
  readonly timezone: string;
  /** Absent: three made-up people, in a list that is written beside the campaign. */
  readonly list?: StarterList;
  /** The group-call task that `call` calls again. */
  readonly task?: number;
}

/** A list of the author's own, and which of its columns a first campaign can use. */
export interface StarterList {
  /** From the campaign's folder. */
  readonly file: string;
  /** The list elsewhere that this file becomes a copy of, as it was named. */
  readonly copyOf?: string;
  readonly sep: CsvSeparator;
  /** Where the campaign must name it, and how a text of the list reads in it and in others that are likely. */
  readonly encoding:
    | (Encoding & { readonly by: 'letters' | 'countries'; readonly others: readonly Encoding[] })
    | undefined;
  readonly key: FoundColumn;
  readonly firstName: string | undefined;
  readonly lastInbound: ColumnFound;
  /** How the times of `lastInbound` are written, where it must be said; two where either may be the day. */
  readonly formats: readonly string[];
  /** The first of these times that cannot be read; undefined where all can. */
  readonly unread?: string | undefined;
  /** Some of these times are local ones. */
  readonly lacksOffset: boolean;
  /** The column with the time zone of each row. */
  readonly timezone: ColumnFound;
  /** The column with the country of each row; undefined where all numbers have their country codes. */
  readonly country: ColumnFound | undefined;
  /** By column: the cells of who may be contacted, where it says so. */
  readonly where: Readonly<Record<string, readonly string[]>>;
  /** Columns that may say so, too. */
  readonly unclearConsent: readonly string[];
  /** Cells of the key column. */
  readonly numbers: readonly string[];
  /** The country of most numbers or of the campaign's zone, and whether it is that of those without a country code. */
  readonly home?: { readonly country: string; readonly isOfNumbers: boolean } | undefined;
}

interface Encoding {
  readonly name: string;
  readonly example: string;
}

export interface FoundColumn {
  readonly kind: 'found';
  readonly column: string;
  /** What says that it is the one. */
  readonly by: 'heading' | 'rows';
  /** They have such rows, too, and headings that say more. */
  readonly others: readonly string[];
}

/** `unclear`: none or several have such rows; `unlike`: the heading says it, and the rows have something else. */
export type ColumnFound = FoundColumn | { readonly kind: 'unclear' | 'unlike'; readonly columns: readonly string[] };

export function columnOf(found: ColumnFound | undefined): string | undefined {
  return found?.kind === 'found' ? found.column : undefined;
}

/** A campaign cannot name a column without a heading, or with a template for one. */
export function foundColumn(column: string, by: FoundColumn['by'], others: readonly string[] = []): ColumnFound {
  return column === '' || isTemplate(column) ? unclearColumns([column]) : { kind: 'found', column, by, others };
}

export function unclearColumns(columns: readonly string[]): ColumnFound {
  return { kind: 'unclear', columns };
}

/** "`a` and `b`". */
export function shownColumns(columns: readonly string[], last?: string): string {
  return listed(
    columns.map((name) => name || '(no heading)'),
    last,
  );
}

/** The files of a first campaign, by name; the campaign itself first. It starts at the next ten o'clock that is an hour ahead. */
export function starterFiles(choice: StarterChoice, now: Instant): Readonly<Record<string, string>> {
  const { kind, timezone, list } = choice;
  const ten = Math.ceil((wallAt(now, timezone) - 9 * hourMs) / dayMs);
  const starts = `${dateOf(ten)} 10:00`;
  const head = [
    '# yaml-language-server: $schema=campaign.schema.json',
    `campaign: ${campaignNames[kind]}`,
    `timezone: ${timezone}`,
    `starts: ${starts}`,
  ];
  const lines = kind === 'call' ? call(choice.task ?? 1001) : toPeople(kind, list ?? inventedList, timezone);
  return {
    [`${campaignNames[kind]}.yaml`]: `${[...head, ...lines].join('\n')}\n`,
    ...(kind === 'call' || list !== undefined ? {} : { [inventedList.file]: people(instantOf(starts, timezone)) }),
  };
}

const campaignNames: Readonly<Record<StarterChoice['kind'], string>> = {
  whatsapp: 'first-message',
  code: 'first-codes',
  call: 'first-calls',
};

const inventedList = {
  file: 'people.csv',
  sep: ',',
  encoding: undefined,
  key: { kind: 'found', column: 'phone', by: 'heading', others: [] },
  firstName: 'first_name',
  lastInbound: { kind: 'found', column: 'last_inbound_at', by: 'heading', others: [] },
  formats: [],
  lacksOffset: false,
  timezone: { kind: 'unclear', columns: [] },
  country: undefined,
  where: {},
  unclearConsent: [],
  numbers: [],
} as const satisfies StarterList;

/** Nobody can have these numbers: after 234, no subscriber's number begins with 0. They wrote in the night before. */
function people(starts: Instant): string {
  const names = ['Ada', 'Bola', 'Chidi'];
  const rows = names.map((name, index) => {
    const wrote = new Date(starts - (3 + index) * hourMs).toISOString().replace('.000', '');
    return `234000100010${index + 1},${name},${wrote}\n`;
  });
  return `phone,first_name,last_inbound_at\n${rows.join('')}`;
}

function toPeople(kind: 'whatsapp' | 'code', list: StarterList, timezone: string): readonly string[] {
  const audience = {
    file: list.file,
    key: list.key.column,
    ...(list.sep === ',' ? {} : { sep: list.sep }),
    ...(list.encoding === undefined ? {} : { encoding: list.encoding.name }),
  };
  const { formats, lacksOffset } = list;
  const [lastInbound, country, zone] = [list.lastInbound, list.country, list.timezone].map(columnOf);
  const [format, other] = formats;
  const wrote = [
    `column: ${yamlWord(lastInbound ?? '')}`,
    ...(format === undefined ? [] : [`format: ${yamlWord(format)}`]),
    ...(lacksOffset ? [`zone: ${timezone}`] : []),
  ];
  const conditions = Object.entries(list.where).map(
    ([column, cells]) =>
      `${yamlWord(column)}: ${cells.length === 1 ? yamlWord(cells[0]!) : `[${cells.map(yamlWord).join(', ')}]`}`,
  );
  const hasWrote = kind === 'whatsapp' && lastInbound !== undefined;
  const pairs = [
    ...Object.entries(audience).map(([key, value]) => `${key}: ${yamlWord(value)}`),
    ...(country === undefined ? [] : [`country: { column: ${yamlWord(country)} }`]),
    ...(list.home?.isOfNumbers === true ? [`country: ${yamlWord(list.home.country)}`] : []),
    ...(zone === undefined ? [] : [`timezone: { column: ${yamlWord(zone)}, else: number }`]),
    ...(conditions.length === 0 ? [] : [`where: { ${conditions.join(', ')} }`]),
    ...(hasWrote ? [`lastInbound: ${wrote.length === 1 ? yamlWord(lastInbound) : `{ ${wrote.join(', ')} }`}`] : []),
  ];
  const doubts = [
    ...(other === undefined ? [] : [`or ${other}: the list does not tell`]),
    ...(lacksOffset ? ['zone: UTC, if a database wrote these times'] : []),
  ];
  const doubt = hasWrote && doubts.length > 0 ? `   # ${doubts.join('; ')}` : '';
  const account =
    kind === 'whatsapp' ? '{ appId: sandbox-app, businessPhone: "2348000000001" }' : '{ appId: sandbox-app }';
  return [
    `account: ${account}   # before a real run: your own`,
    'audiences:',
    `  people: { ${pairs.join(', ')} }${doubt}`,
    'steps:',
    ...(kind === 'whatsapp' ? ['  hello:', '    uses: whatsapp.send'] : ['  code:', '    uses: otp.send']),
    '    forEach: people',
    ...(kind === 'whatsapp'
      ? [`    with: { type: text, text: { body: ${JSON.stringify(greeting(list.firstName))} } }`]
      : ['    with: { templateId: 31, channel: sms }   # before a real run: your own template']),
  ];
}

function greeting(firstName: string | undefined): string {
  const name = firstName === undefined ? '' : ` {{ ${columnPath(firstName)} | default: 'there' }}`;
  return `Hello${name}, thank you for your message. How can we help you?`;
}

function columnPath(column: string): string {
  return /^[A-Za-z_]\w*$/.test(column) ? `recipient.${column}` : `recipient['${column}']`;
}

function call(task: number): readonly string[] {
  return [
    'steps:',
    '  callAgain:',
    '    uses: voice.redial',
    '    with:',
    `      taskId: ${task}`,
    '      taskName: "first-calls-{{ run.id }}"',
    '      source: 3',
    '      text: Good morning. Your order is ready, and you can collect it today.',
    '      lan: EN',
  ];
}

/** Says which columns of a list a first campaign uses, and how to name those that it does not. */
export function columnLines(kind: StarterChoice['kind'], list: StarterList, campaign: string): string {
  const { key, country, home, where, unclearConsent, timezone, lastInbound, firstName, encoding } = list;
  const lines = [
    ...(encoding === undefined ? [] : [['encoding', howEncoded(encoding)]]),
    ['key', found(key)],
    ...(country === undefined
      ? []
      : [
          [
            'country',
            home?.isOfNumbers === true ? homeWords(home.country) : found(country, withoutCountry(home?.country)),
          ],
        ]),
    ...Object.entries(where).map(([column, cells]) => ['where', onlyWords(column, cells)]),
    ...(unclearConsent.length === 0 ? [] : [['where', unclearWords(unclearConsent)]]),
    ...(Object.keys(where).length + unclearConsent.length === 0 ? [['where', everybody]] : []),
    [
      'timezone',
      found(
        timezone,
        'the country of each number decides; `timezone: { column: … }` names a column of IANA zones, `{ zone: … }` one for all',
        'UTC or something else',
      ),
    ],
    ...(kind === 'whatsapp'
      ? [
          ['lastInbound', `${found(lastInbound, withoutLastInbound)}${howWritten(list)}`],
          ['with', firstName === undefined ? 'no first names found' : `first names from \`${firstName}\``],
        ]
      : []),
  ];
  const rows = lines.map(([field, words]) => `  ${`${field}:`.padEnd(13)}${visibleLine(words!)}\n`);
  return `\nThe columns of ${list.file}, as ${campaign} uses them:\n${rows.join('')}`;
}

function homeWords(country: string): string {
  return `${country}, as numbers have no country code and the campaign is in ${countryName(country)}; please check`;
}

function onlyWords(column: string, cells: readonly string[]): string {
  const values = cells.filter((cell) => cell !== '');
  const empty = values.length === cells.length ? [] : ['nothing'];
  const words = [...values.map((cell) => `\`${cell}\``), ...empty].join(' or ');
  return `only people with ${words} in \`${column}\`, as its heading says who may be contacted; please check`;
}

function unclearWords(columns: readonly string[]): string {
  return `not clear, ${shownColumns(columns, 'and')} may say who must not be contacted: \`where: …\` leaves them out`;
}

function withoutCountry(home = 'NG'): string {
  return `numbers without a country code need \`country: ${home}\` or \`country: { column: … }\``;
}

const everybody = 'no column says who must not be contacted: `where: …` or `exclude: [FILE]` leaves people out';
const withoutLastInbound =
  'the message is sent to everybody, and refused for all who have not written within 24 hours; `lastInbound: …` names the column';

function howEncoded({ name, by, example, others }: NonNullable<StarterList['encoding']>): string {
  const why = `\`${name}\` by ${by === 'letters' ? 'its letters' : 'the countries of its numbers'}`;
  if (others.length > 0) {
    const readings = others.map((other) => `if it should be \`${other.example}\`, write \`${other.name}\``);
    return [`${why}, as in \`${example}\``, ...readings].join('; ');
  }
  return example === '' ? `${why}; please check` : `${why}, as in \`${example}\`; if that is wrong, write another`;
}

function howWritten({ formats: [format, other], unread }: StarterList): string {
  const how = format === undefined ? '' : `, read as \`${format}\``;
  const or = other === undefined ? '' : `; or is it \`${other}\`?`;
  const without = unread === undefined ? '' : `; \`${unread}\` cannot be read, and who has such a time is skipped`;
  return how + or + without;
}

function found(column: ColumnFound, without = '', unlike = 'something else'): string {
  switch (column.kind) {
    case 'found': {
      const by = column.by === 'heading' ? '' : ', by its rows; please check';
      const others = column.others.length === 0 ? '' : `; or is it ${shownColumns(column.others)}?`;
      return `\`${column.column}\`${by}${others}`;
    }
    case 'unclear': {
      const which = column.columns.length === 0 ? 'not found' : `not clear, perhaps ${shownColumns(column.columns)}`;
      return `${which}: ${without}`;
    }
    case 'unlike':
      return `not found, ${shownColumns(column.columns, 'and')} has ${unlike}: ${without}`;
    default:
      return column satisfies never;
  }
}
