import type { RequestEntry } from '../../../src/sandbox/journal/journal.ts';
import { compared, type ReadRow } from './list-reader.ts';
import { type BodyPart, countries, type MadeLists, type Person, partEnd } from './made-lists.ts';

/** What one command line, or the library, did with the lists. */
export interface ListsDone {
  /** Whether findings kept the campaign from being run. */
  readonly refused: boolean;
  /** All findings, as they are printed. */
  readonly findings: string;
  /** How many messages the plan said, where there was one. */
  readonly planned: number | undefined;
  readonly requests: readonly RequestEntry[];
}

/** Compares what the sandbox received with what the files say, read once more; each sentence is a broken promise. */
export function judgeLists(made: MadeLists, done: ListsDone): readonly string[] {
  if (done.refused) return judgeRefusal(made, done);
  if (made.flaw !== undefined && made.flawedLine === undefined) return [`a list that is ${made.flaw} was read`];
  const broken: string[] = [];
  if (made.flawedLine !== undefined && !names(done.findings, made.flawedLine))
    broken.push(`no finding names line ${made.flawedLine}, which is ${made.flaw}: ${short(done.findings)}`);
  const wanted = wantedMessages(made);
  const received = new Map<string, RequestEntry[]>();
  for (const request of done.requests) {
    // Mexico's mobile numbers were written with a 1, and are sent as the list has them.
    const id = recipientOf(request).replace(/^521(?=\d{10}$)/, '52');
    received.set(id, [...(received.get(id) ?? []), request]);
  }
  for (const [id, requests] of received) {
    if (requests.length > 1) broken.push(`${id} was sent ${requests.length} messages`);
    const want = wanted.get(id);
    if (want === undefined) broken.push(`${id} was sent a message, and must not be`);
    else for (const request of requests) broken.push(...judgeMessage(made, want, request));
  }
  for (const [id, { row, doubtful }] of wanted) {
    if (received.has(id) || (doubtful && / (?:skips|skipped)/.test(done.findings))) continue;
    broken.push(
      `${id} (line ${row.line}) was left out${doubtful ? ' without a finding' : ''}: ${short(done.findings)}`,
    );
  }
  if (done.planned !== done.requests.length)
    broken.push(`the plan said ${done.planned} to send, and ${done.requests.length} were sent`);
  return broken;
}

function judgeRefusal(made: MadeLists, { requests, findings }: ListsDone): readonly string[] {
  const broken: string[] = [];
  if (requests.length > 0) broken.push('a campaign with errors sent something');
  if (made.flaw === undefined) broken.push(`a good list was refused: ${short(findings)}`);
  else if (!findings.includes(made.listName)) broken.push(`no finding names the list: ${short(findings)}`);
  return broken;
}

interface Wanted {
  readonly person: Person;
  readonly row: ReadRow;
  /** Nothing can be sent for this row, or its hours are not known: it is left out, and a finding must name it. */
  readonly doubtful: boolean;
}

/** By person: the first row that `where` selects, as the documents of audiences say. */
function wantedMessages(made: MadeLists): ReadonlyMap<string, Wanted> {
  const wanted = new Map<string, Wanted>();
  for (const row of made.rows()) {
    const person = personOf(made, row);
    if (person === undefined || made.excluded.has(person.id) || wanted.has(person.id)) continue;
    if (!isSelected(made, row)) continue;
    const noZone = made.clocks === 'column' && cellOf(row, 'tz') === '';
    const cannotBe = made.parts.some((part) => textOf(part, row) === undefined);
    wanted.set(person.id, { person, row, doubtful: noZone || cannotBe });
  }
  return wanted;
}

function personOf(made: MadeLists, row: ReadRow): Person | undefined {
  const cell = cellOf(row, 'phone');
  const person = made.personOf.get(cell);
  if (person !== undefined) return person;
  // The rows with a stray quote are not of the people that the seed made up.
  return /^2348030000[09]\d\d$/.test(cell) ? { id: cell, country: 'NG' } : undefined;
}

function isSelected({ where }: MadeLists, row: ReadRow): boolean {
  if (where === undefined) return true;
  const equal = compared(cellOf(row, where.column)) === compared(where.value);
  return where.kind === 'is' ? equal : !equal;
}

function judgeMessage(made: MadeLists, { person, row }: Wanted, request: RequestEntry): readonly string[] {
  const broken: string[] = [];
  const shown = `${person.id} (line ${row.line})`;
  const texts = bodyOf(request).split(partEnd);
  made.parts.forEach((part, index) => {
    const want = textOf(part, row);
    const got = texts[index];
    if (want === undefined) broken.push(`${shown} was sent ${part} ${JSON.stringify(got)}, which cannot be worked out`);
    else if (got === undefined || !isSame(made, part, want, got))
      broken.push(`${shown} was sent ${part} ${JSON.stringify(got)}, not ${JSON.stringify(want)}`);
  });
  for (const zone of zonesOf(made, person, row)) {
    const hour = hourIn(zone, Date.parse(request.at));
    if (hour < 9 || hour >= 20) broken.push(`${shown} was sent a message at ${hour} o'clock in ${zone}`);
  }
  return broken;
}

/** Undefined: the cell gives no such text. */
function textOf(part: BodyPart, row: ReadRow): string | undefined {
  const name = cellOf(row, 'name') || 'there';
  const amount = cellOf(row, 'amount') || undefined;
  switch (part) {
    case 'name':
      return name;
    case 'first':
      return String.fromCodePoint(name.codePointAt(0)!);
    case 'amount':
      return amount;
    case 'policy':
      return cellOf(row, 'policy');
    case 'times':
      return amount === undefined ? undefined : threeTimes(amount);
    case 'equals': {
      const count = decimal(cellOf(row, 'count'));
      return count !== undefined && count.units === 10n * 10n ** BigInt(count.places) ? 'ten' : 'other';
    }
    default:
      return part satisfies never;
  }
}

function isSame(made: MadeLists, part: BodyPart, want: string, got: string): boolean {
  // A decimal of a Parquet file has the places of its column.
  const asNumbers = part === 'times' || (part === 'amount' && made.format === 'parquet');
  if (!asNumbers) return want === got;
  const [a, b] = [decimal(want), decimal(got)];
  if (a === undefined || b === undefined) return false;
  return a.units * 10n ** BigInt(b.places) === b.units * 10n ** BigInt(a.places);
}

interface Decimal {
  readonly units: bigint;
  readonly places: number;
}

function decimal(text: string): Decimal | undefined {
  const [, sign, whole, part = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return { units: BigInt(`${sign === '-' ? '-' : ''}${whole}${part}`), places: part.length };
}

function threeTimes(text: string): string | undefined {
  const value = decimal(text);
  if (value === undefined) return undefined;
  const units = String(3n * (value.units < 0n ? -value.units : value.units)).padStart(value.places + 1, '0');
  const at = units.length - value.places;
  return `${value.units < 0n ? '-' : ''}${units.slice(0, at)}${value.places === 0 ? '' : `.${units.slice(at)}`}`;
}

/** All zones in which it must be day. */
function zonesOf({ clocks, campaignZone }: MadeLists, { country }: Person, row: ReadRow): readonly string[] {
  if (clocks === 'zone') return [campaignZone];
  const tz = cellOf(row, 'tz');
  if (clocks !== 'number' && tz !== '') return [tz];
  return countries[country].zones;
}

function hourIn(zone: string, at: number): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
  return Number(format.format(at));
}

function cellOf(row: ReadRow, column: string): string {
  return row.cells.get(column) ?? '';
}

function recipientOf({ body }: RequestEntry): string {
  return String((body as { readonly recipient?: unknown }).recipient);
}

function bodyOf({ body }: RequestEntry): string {
  return String((body as { readonly text?: { readonly body?: unknown } }).text?.body);
}

/** The first line of each finding. */
function short(findings: string): string {
  return findings
    .split('\n')
    .filter((line) => / (?:error|warning) CS\d+ /.test(line))
    .join('; ');
}

function names(findings: string, line: number): boolean {
  return new RegExp(`(?<!\\d)${line}(?!\\d)`).test(findings);
}
