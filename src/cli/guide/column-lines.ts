import { visibleLine } from '../../diagnostic/visible-text.ts';
import { countryName } from '../../time/time-zone.ts';
import { type ColumnFound, type StarterChoice, type StarterList, shownColumns } from './starter-campaign.ts';

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
