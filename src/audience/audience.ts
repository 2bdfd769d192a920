import { createHash } from 'node:crypto';
import { type Files, isUnreadable } from '../platform/ports.ts';
import { asUtf8, BrokenGzip, textGuard, unpack, WrongEncoding } from './as-utf8.ts';
import type { AudienceProblem } from './audience-problem.ts';
import { csvReader } from './csv-reader.ts';
import { jsonlReader } from './jsonl-reader.ts';
import type { CsvSeparator, ListFormat, RowReader, RowSink } from './list-format.ts';
import { parseWrittenNumber } from './number/written-number.ts';
import type { Roster } from './roster.ts';
import { type RosterRequest, rosterBuilder } from './roster-builder.ts';

export interface AudienceRead {
  /** Absent if the file could not be read to its end. */
  readonly roster?: Roster;
  readonly header: readonly string[];
  readonly problems: readonly AudienceProblem[];
  /** SHA-256 of what was read, hex. */
  readonly fileHash: string;
  /** Memory that the roster uses. */
  readonly bytes?: number;
}

export interface AudienceFile {
  /** Where the file really is. */
  readonly path: string;
  readonly format: ListFormat;
  readonly sep?: CsvSeparator | undefined;
  /** A name of the WHATWG Encoding Standard. Default: UTF-8, or what its byte order mark tells. */
  readonly encoding?: string | undefined;
  /** The columns, where they are known without the file: it may have no rows that could name them. */
  readonly columns?: readonly string[];
}

/** Undefined if the file does not exist. Memory grows only with the keys and with the columns that are kept. */
export async function readAudience(
  files: Files,
  file: AudienceFile,
  request: RosterRequest,
): Promise<AudienceRead | undefined> {
  const builder = rosterBuilder(request);
  const { columns = [] } = file;
  if (columns.length > 0) builder.onHeader(columns);
  const read = await readRows(files, file, builder);
  if (read === undefined) return undefined;
  const { fileHash } = read;
  const isEmpty =
    read.header.length === 0 && columns.length > 0 && read.problems.every(({ kind }) => kind === 'noHeader');
  const header = isEmpty ? columns : read.header;
  const whole = read.whole || isEmpty;
  const keyless = header.length > 0 && !builder.hasKey() ? withoutKey(read, request.key) : [];
  const problems = [
    ...keyless,
    ...(isEmpty ? [] : read.problems),
    ...(whole && builder.hasKey() ? builder.problems() : []),
  ];
  if (!whole || !builder.hasKey()) return { header, problems, fileHash };
  return { roster: builder.roster(fileHash), header, problems, fileHash, bytes: builder.bytes() };
}

function withoutKey({ header, problems, whole }: RowsRead, column: string): AudienceProblem[] {
  // With another delimiter there is one column, and a finding about its name would not help.
  if (!whole || problems.some((problem) => problem.kind === 'delimiter')) return [];
  return [{ kind: header.some(isNumber) ? 'noNames' : 'noKeyColumn', count: 1, lines: [1], column }];
}

/** A telephone number among the names of the columns: the first line is already a recipient. */
function isNumber(cell: string): boolean {
  return (parseWrittenNumber(cell)?.digits.length ?? 0) >= 7;
}

export interface RowsRead {
  readonly header: readonly string[];
  readonly problems: readonly AudienceProblem[];
  readonly fileHash: string;
  /** The file was read to its end. */
  readonly whole: boolean;
}

/** Undefined if the file does not exist. */
export async function readRows(files: Files, file: AudienceFile, sink: RowSink): Promise<RowsRead | undefined> {
  const stream = await files.stream(file.path);
  if (stream === undefined) return undefined;
  const unreadable = (detail: string): AudienceProblem => ({ kind: 'unreadable', count: 1, lines: [1], detail });
  if (isUnreadable(stream)) return { header: [], problems: [unreadable(stream.words)], fileHash: '', whole: false };
  const read = await readRowsOf(stream, file, sink);
  // An export may still be at work: a row may be cut, or be half of one and half of another.
  return stream.hasChanged?.() === true
    ? { ...read, problems: [unreadable('file was written to while it was read')], whole: false }
    : read;
}

/** Of bytes that are not in a file. What they throw, it throws. */
export async function readRowsOf(
  stream: AsyncIterable<Uint8Array>,
  { format, sep, encoding }: Omit<AudienceFile, 'path'>,
  sink: RowSink,
): Promise<RowsRead> {
  const reader: RowReader = format === 'csv' ? csvReader(sink, sep) : jsonlReader(sink);
  const guard = textGuard();
  const hash = createHash('sha256');
  let stop: AudienceProblem | undefined;
  try {
    for await (const chunk of asUtf8(
      unpack(stream, (bytes) => void hash.update(bytes)),
      encoding,
    )) {
      stop = guard.check(chunk) ?? reader.write(chunk) ?? sink.stop?.();
      if (stop) break;
    }
  } catch (error) {
    if (error instanceof WrongEncoding) stop = error.problem;
    else if (error instanceof BrokenGzip) stop = { kind: 'gzip', count: 1, lines: [1], detail: error.message };
    else throw error;
  }
  stop ??= guard.end() ?? reader.end();
  const problems = [...reader.problems, ...(stop ? [stop] : [])];
  return { header: reader.header, problems, fileHash: hash.digest('hex'), whole: stop === undefined };
}
