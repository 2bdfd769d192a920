import { didYouMean } from '../../diagnostic/did-you-mean.ts';
import { operationIds } from '../../service/operations/operations.ts';
import { numberHint, yamlLine } from '../yaml/yaml-findings.ts';
import type { Path } from '../yaml/yaml-tree.ts';

/** What to write instead, for common mistakes; otherwise an example. */
export function schemaHint(problem: SchemaError): string | undefined {
  const { data } = problem;
  if (Array.isArray(data)) return wants(problem, 'object') ? listHint(problem) : undefined;
  if (typeof data !== 'string' && typeof data !== 'number') return undefined;
  const text = String(data).slice(0, hintedMost).trim();
  return formHint(problem, text) ?? kindHint(problem, text);
}

/** Characters of a text that is nearly in its form. Some patterns below take long for long ones. */
const hintedMost = 100;

/** Hints for texts with a required form. */
export function formHint(problem: SchemaError, text: string): string | undefined {
  return formHints.get(formOf(problem) ?? '')?.(text.slice(0, hintedMost), problem);
}

type FormHint = (text: string, problem: SchemaError) => string | undefined;

/** By the name of the form in the schema. */
const formHints: ReadonlyMap<string, FormHint> = new Map<string, FormHint>([
  ['LocalTime', timeHint],
  ['LocalDateTime', dateTimeHint],
  ['LocalDate', (text) => yearFirst(text, '')],
  ['Duration', durationHint],
  ['Rate', rateHint],
  ['CampaignId', idHint],
  ['AudiencePath', listPathHint],
  ['ListPath', listPathHint],
  ['CellTime', cellTimeHint],
  ['ListEncoding', encodingHint],
]);

function kindHint(problem: SchemaError, text: string): string | undefined {
  const form = wants(problem, 'number') ? /^-?\d+(\.\d+)?$/ : wants(problem, 'integer') ? /^-?\d+$/ : undefined;
  if (typeof problem.data === 'string' && form?.test(text) === true) return `write ${text} without quotes`;
  if (form !== undefined && numberHint(text) !== undefined) return numberHint(text);
  if (wants(problem, 'array')) return daysHint(text) ?? example(problem);
  if (!wants(problem, 'object')) return undefined;
  if ((operationIds as readonly string[]).includes(text)) return `write \`{ uses: ${text} }\``;
  if (problem.path.at(-1) === 'timezone') return `write \`{ zone: ${text} }\`, or \`{ column: … }\``;
  return example(problem);
}

/** `9:00`, `9am`, `9.30`, `20`. */
function timeHint(text: string): string | undefined {
  const [, hour = '', minute = '00', half = ''] = /^(\d{1,2})(?:[:.h](\d{2})?)?\s*([ap]m)?$/i.exec(text) ?? [];
  if (hour === '') return undefined;
  const late = half.toLowerCase() === 'pm' && Number(hour) < 12 ? 12 : 0;
  const early = half.toLowerCase() === 'am' && Number(hour) === 12 ? 12 : 0;
  const time = `${String(Number(hour) + late - early).padStart(2, '0')}:${minute}`;
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? `write "${time}"` : 'hours go from 00 to 23, minutes from 00 to 59';
}

/** A campaign that ends at nine in the morning would leave out whom its last day was for. */
function dateTimeHint(text: string, { path }: Pick<SchemaError, 'path'>): string | undefined {
  const time = ['ends', 'until'].includes(String(path.at(-1))) ? '20:00' : '09:00';
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `add the time: \`${text} ${time}\``;
  const [, date, hour = '', minute = ''] = /^(\d{4}-\d{2}-\d{2})[ T](\d{1,2}):(\d{2})$/.exec(text) ?? [];
  if (date === undefined) {
    const [, h = '', m = '00'] = /[ ,T]([01]?\d|2[0-3]):([0-5]\d)(?::\d\d)?$/.exec(text) ?? [];
    return yearFirst(text, h === '' ? ` ${time}` : ` ${h.padStart(2, '0')}:${m}`);
  }
  if (hour === '24') return 'write midnight as `00:00` of the next day';
  return Number(hour) > 23 || Number(minute) > 59
    ? 'hours go from 00 to 23, minutes from 00 to 59'
    : `write \`${date} ${hour.padStart(2, '0')}:${minute}\``;
}

/** `23/11/2026`: day and month are only certain if one of them is more than 12. */
function yearFirst(text: string, time: string): string | undefined {
  const [, first = '', second = '', year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const [day, month] = Number(second) > 12 ? [second, first] : [first, second];
  if (Number(first) <= 12 && Number(second) <= 12)
    return `write the year first, then the month: \`${year}-MM-DD${time}\``;
  return `write the year first: \`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${time}\``;
}

const unitLetters = /^(?:(s)(?:ec(?:ond)?s?)?|(m)(?:in(?:ute)?s?)?|(h)(?:(?:ou)?rs?)?|(d)(?:ays?)?)$/i;

function unitOf(word: string): string | undefined {
  return unitLetters.exec(word)?.slice(1).find(Boolean)?.toLowerCase();
}

function durationHint(text: string): string | undefined {
  if (/^\d+$/.test(text)) return `add the unit: \`${text}m\` for minutes`;
  const [, hours, minutes] = /^(\d{1,3})\s*h\s*(\d{1,2})\s*(?:m|min)?$/i.exec(text) ?? [];
  if (hours !== undefined) return `write \`${Number(hours) * 60 + Number(minutes)}m\``;
  const [, count, word = ''] = /^(\d+)\s*([a-z]+)$/i.exec(text) ?? [];
  const unit = unitOf(word);
  return count === undefined || unit === undefined ? undefined : `write \`${count}${unit}\``;
}

function rateHint(text: string): string | undefined {
  if (/^\d+$/.test(text)) return `add the unit: \`${text}/s\`, \`${text}/m\` or \`${text}/h\``;
  const [, count, per = '', word = ''] = /^(\d+)\s*(\/|per\b|an?\b)?\s*([a-z]+)$/i.exec(text) ?? [];
  const unit = unitOf(word);
  if (count === undefined || unit === undefined) return undefined;
  if (Number(count) === 0) return 'the count must be at least 1, or nothing would start';
  return per === '' ? `for one every ${count}${unit}, write \`1/${count}${unit}\`` : `write \`${count}/${unit}\``;
}

/** Spreadsheets keep numbers as numbers, and lose digits of telephone numbers. */
function listPathHint(text: string): string | undefined {
  if (/\.(xlsx?|xlsm|xlsb|ods|numbers)$/i.test(text))
    return 'this is a spreadsheet: export the list from it as “CSV UTF-8”, with the numbers formatted as text';
  if (/\.(tsv|tab|txt)(\.gz)?$/i.test(text))
    return 'rename the file so that it ends in `.csv`, and set `sep: "\\t"` in the audience: tabs separate its columns';
  if (/\.json(\.gz)?$/i.test(text))
    return 'write one JSON object a line, with no list around the lines, into a file that ends in `.jsonl`';
  return /\.(csv|jsonl|ndjson|parquet)(\.gz)?$/i.test(text)
    ? 'write the ending in small letters, also in the name of the file'
    : undefined;
}

function cellTimeHint(text: string, problem: SchemaError): string | undefined {
  return /^\d{4}-\d{2}-\d{2}./.test(text) ? dateTimeHint(text, problem) : yearFirst(text, '');
}

/** Other names of the same encoding, such as `latin1`. */
function encodingHint(text: string): string | undefined {
  if (/^ansi$/i.test(text)) return 'write the encoding of that Windows, such as `windows-1252` of Western Europe';
  try {
    return `write \`${new TextDecoder(text).encoding}\``;
  } catch {
    return undefined;
  }
}

function idHint(text: string): string | undefined {
  const id = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-\d]+|-+$/g, '');
  return id === '' ? undefined : `write \`${id.slice(0, 40)}\``;
}

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** `mon-fri`. */
function daysHint(text: string): string | undefined {
  const [from, to] = text
    .toLowerCase()
    .split(/\s*(?:-|–|to)\s*/)
    .map((day) => days.indexOf(day.slice(0, 3)));
  if (from === undefined || to === undefined || from === -1 || to < from) return undefined;
  return `write \`[${days.slice(from, to + 1).join(', ')}]\``;
}

/** Steps and audiences are maps by name, not lists. */
function listHint(problem: SchemaError): string | undefined {
  return ['steps', 'audiences'].includes(String(problem.path.at(-1)))
    ? 'start each one with its name and no `-`, such as `hello:`, and put its keys below'
    : example(problem);
}

function example(problem: SchemaError): string | undefined {
  const [first] = (problem.schema['examples'] ?? []) as readonly unknown[];
  if (typeof first !== 'object' || first === null || Object.keys(first).length === 0) return undefined;
  const written = yamlLine(first);
  const name = /^\d+$/.test(String(problem.path.at(-1))) ? '' : `${problem.path.at(-1)}: `;
  return written.length > 80 ? undefined : `such as \`${name}${written}\``;
}

/** The key that an unknown one was most likely meant for: one that is spelt much the same, or that other tools call so. */
export function meantKey(key: string, candidates: readonly string[]): string | undefined {
  return didYouMean(key, candidates) ?? otherName(key, candidates);
}

/** The key that other tools call so. */
export function otherName(key: string, candidates: readonly string[]): string | undefined {
  return candidates.find((one) => one === otherNames[key.toLowerCase()]);
}

/** A word of other tools for the time in which nothing starts. A campaign says when something may, in `window`. */
export function isClosedTime(word: string): boolean {
  return /^((quiet|silent|blackout)[ _-]?(day|hour|time|date|period)s?|blackouts?|dnd|do[ _-]?not[ _-]?disturb)$/i.test(
    word,
  );
}

/** The names of other tools for the same keys. */
const otherNames: Readonly<Record<string, string>> = {
  from: 'open',
  start: 'open',
  begin: 'open',
  to: 'close',
  end: 'close',
  until: 'close',
  path: 'file',
  source: 'file',
  csv: 'file',
  jsonl: 'file',
  parquet: 'file',
  url: 'http',
  query: 'sql',
  filter: 'where',
  phone: 'key',
  number: 'key',
  msisdn: 'key',
  tz: 'timezone',
  zone: 'timezone',
  name: 'campaign',
  id: 'campaign',
  depends_on: 'needs',
  dependson: 'needs',
  after: 'needs',
  jobs: 'steps',
  tasks: 'steps',
  variables: 'vars',
};

/** One error of the schema's validator, with everything that its sentence needs. */
export interface SchemaError {
  readonly path: Path;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The schema that has the keyword. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly data: unknown;
}

/** What is expected, as the schema describes it. */
export function words(problem: SchemaError): string {
  const own = problem.schema['x-words'];
  if (typeof own === 'string') return own;
  const types = kindWords((problem.params['type'] ?? problem.schema['type']) as string | string[] | undefined);
  return types.length === 0 ? 'what is expected here' : types.join(' or ');
}

/** The name that the schema gives to a form of text, if it has one. */
export function formOf({ schema }: SchemaError): string | undefined {
  return typeof schema['title'] === 'string' ? schema['title'] : undefined;
}

/** Whether a value of this kind is allowed. */
export function wants(problem: SchemaError, type: string): boolean {
  const types = [problem.schema['type'], problem.params['type']].flat();
  const branches = (problem.schema['anyOf'] ?? []) as readonly { type?: unknown }[];
  return types.includes(type) || branches.some((branch) => [branch.type].flat().includes(type));
}

export function kindWords(types: string | readonly string[] = []): readonly string[] {
  return [types].flat().map((type) => kindNames[type] ?? type);
}

export const kindNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a map',
  array: 'a list',
  null: 'empty',
};
