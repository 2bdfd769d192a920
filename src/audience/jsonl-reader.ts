import { parse } from '../diagnostic/exact-json.ts';
import { messageOf } from '../diagnostic/message-of.ts';
import { hasHalfCharacter } from '../diagnostic/visible-text.ts';
import { type AudienceProblem, createTally, type Tally, tallied } from './audience-problem.ts';
import { cellText, comparable } from './comparable.ts';
import type { RowReader, RowSink } from './list-format.ts';
import { numberAsWritten, type Scalar } from './scalar.ts';

/** A longer line is not a recipient. */
const lineMax = 1024 * 1024;
/** A longer name cannot be a column that a campaign uses. */
const nameMax = 1000;
const namesMax = 10_000;
/** A finding for each further name would help nobody. */
const repeatedMost = 10;

/** One JSON object per line; its properties are the columns, in the order in which they first appear. */
export function jsonlReader(sink: RowSink): RowReader {
  const decoder = new TextDecoder('utf-8');
  const broken = createTally();
  const repeated = new Map<string, Tally>();
  const parseLine = lineParser(addRepeated);
  const header: string[] = [];
  const columnOf = new Map<string, number>();
  const columnAlike = new Map<string, number>();
  /** By column: other spellings of its name, which look the same. */
  const spellings = new Map<number, string[]>();
  let detail = '';
  let lineEnd: LineEnd | undefined;
  let rest = '';
  let line = 0;
  let current: Record<string, unknown> = {};

  const valueIn = (column: number): unknown => {
    const name = header[column]!;
    if (Object.hasOwn(current, name)) return current[name];
    const other = spellings.get(column)?.find((one) => Object.hasOwn(current, one));
    return other === undefined ? undefined : current[other];
  };
  const field = (column: number): Scalar | undefined => {
    const value = valueIn(column);
    if (typeof value === 'string') return cellText(value);
    return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
  };
  const isNested = (column: number): boolean => typeof (valueIn(column) ?? '') === 'object';
  const fields = Object.assign(field, { isNested });

  function readLine(text: string): void {
    line++;
    if (text.trim() === '') return;
    let parsed: unknown;
    try {
      parsed = parseLine(text);
    } catch (error) {
      return fail(messageOf(error));
    }
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return fail('it is not an object');
    current = parsed as Record<string, unknown>;
    learn(current);
    if (spellings.size > 0) findSpelledTwice(current);
    sink.onRow(fields, line);
  }

  function learn(row: Record<string, unknown>): void {
    const before = header.length;
    for (const name of Object.keys(row)) {
      // A file in which every row has other properties would fill the memory with names.
      if (columnOf.has(name) || columnOf.size >= namesMax || name.length > nameMax) continue;
      const alike = comparable(name);
      const known = columnAlike.get(alike);
      if (known !== undefined) spellings.set(known, [...(spellings.get(known) ?? []), name]);
      const column = known ?? header.push(name) - 1;
      columnAlike.set(alike, column);
      columnOf.set(name, column);
    }
    if (header.length !== before) sink.onHeader(header);
  }

  /** A line with two spellings of one name, and two values: which of them is meant, nobody knows. */
  function findSpelledTwice(row: Record<string, unknown>): void {
    for (const [column, others] of spellings) {
      const name = header[column]!;
      const present = [name, ...others].filter((one) => Object.hasOwn(row, one));
      if (new Set(present.map((one) => JSON.stringify(row[one]))).size > 1) addRepeated(name);
    }
  }

  function addRepeated(name: string): void {
    const tally = repeated.get(name) ?? createTally();
    if (repeated.size < repeatedMost) repeated.set(name, tally);
    tally.add(line);
  }

  function fail(message: string): void {
    if (broken.count === 0) detail = message;
    broken.add(line);
  }

  function write(chunk: Uint8Array): AudienceProblem | undefined {
    let text = decoder.decode(chunk, { stream: true });
    if (lineEnd === undefined) {
      [text, rest] = [rest + text, ''];
      lineEnd = firstLineEnd(text);
    }
    const mark = lineEnd ?? '\n';
    // Where a line has many chunks, each is looked through once.
    let start = 0;
    for (let end = text.indexOf(mark); end !== -1; end = text.indexOf(mark, start)) {
      readLine(rest + text.slice(start, end));
      rest = '';
      start = end + 1;
    }
    rest += text.slice(start);
    if (rest.length <= lineMax) return undefined;
    return { kind: 'json', count: 1, lines: [line + 1], detail: 'a line is longer than 1 MB' };
  }

  return {
    write,
    end: () => {
      if (rest !== '') readLine(rest);
      return line === 0 ? { kind: 'noHeader', count: 1, lines: [1] } : undefined;
    },
    header,
    get problems() {
      const twice = [...repeated].flatMap(([column, tally]) => tallied('repeatedName', tally, { column }));
      return [...tallied('json', broken, { detail }), ...twice];
    },
  };
}

type LineEnd = '\n' | '\r';

/** Old Macs end lines with a carriage return alone. Undefined before the first line has ended. */
function firstLineEnd(text: string): LineEnd | undefined {
  const [end] = /\r\n|\r(?!$)|\n/.exec(text) ?? [];
  return end === undefined || end === '\r' ? end : '\n';
}

/**
 * A line → its value, with numbers as they are written: `1.10`, `90071992547409931` and `1e3` are texts. `onRepeated` gets a name that the
 * line has twice, with two values.
 */
function lineParser(onRepeated: (name: string) => void): (text: string) => unknown {
  const options = {
    parseNumber: numberAsWritten,
    onDuplicateKey({ key, oldValue }: { readonly key: string; readonly oldValue: unknown }) {
      onRepeated(key);
      return oldValue;
    },
  };
  let plain: RegExp | undefined;
  let shapes = 0;
  return (text) => {
    if (plain?.test(text) === true) return JSON.parse(text);
    const value = parseExactly(text);
    if (hasHalfCharacter(text)) throw new RangeError('it has half of a character, such as `\\ud83d`');
    // Most lists have one shape. If every line has another, expressions would cost more than they save.
    if (shapes < shapesMost && typeof value === 'object' && value !== null) {
      plain = plainLine(Object.keys(value));
      shapes++;
    }
    return value;
  };

  function parseExactly(text: string): unknown {
    try {
      return parse(text, undefined, options);
    } catch (error) {
      // People know the words of the built-in parser.
      JSON.parse(text);
      throw error instanceof RangeError ? new RangeError('its values are nested too deeply') : error;
    }
  }
}

/**
 * Lines that the built-in parser, which takes half the time, reads without a loss: with these names, each once and in this order, and
 * with numbers that it does not change.
 */
function plainLine(names: readonly string[]): RegExp {
  const members = names.map(
    (name) => `\\s*${JSON.stringify(name).replace(/[^\w\s"]/g, '\\$&')}\\s*:\\s*${plainValue}\\s*`,
  );
  return new RegExp(`^\\{${members.join(',')}\\}\\s*$`);
}

/** No escapes. Numbers of at most 15 digits, as `String` writes them. */
const plainValue = String.raw`(?:"[^"\\]*"|true|false|null|0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d{0,8})\.\d{0,5}[1-9])`;
const shapesMost = 20;
