import type { CsvSeparator } from '../../audience/list-format.ts';
import type { Scalar } from '../../audience/scalar.ts';
import type { Span } from '../../diagnostic/source-file.ts';
import type { Instant } from '../../platform/ports.ts';
import { parseDuration } from '../../time/duration.ts';
import type { AudienceInput } from '../schema/campaign-input.gen.ts';
import { valueSpan, type YamlTree } from '../yaml/yaml-tree.ts';

/** Where the rows of an audience come from, if it is not a list that is read as it is. */
export interface Source {
  readonly origin: Origin;
  /** Every column that is kept, with its type, in the order of the file. */
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly refresh: 'frozen' | 'growing' | 'tracking';
  readonly expect: Expected;
  /** Undefined: snapshots are never deleted. */
  readonly keepForMs: number | undefined;
  readonly timeoutMs: number;
  /** Where the campaign names it. */
  readonly span: Span;
}

export type Origin =
  | {
      readonly kind: 'postgres' | 'sqlite';
      /** Path of the statement, as written. */
      readonly file: string;
      /** As written: texts may be templates. */
      readonly params: Readonly<Record<string, Scalar>>;
    }
  | { readonly kind: 'parquet'; readonly file: string }
  | ({ readonly kind: 'http'; readonly url: string } & RowsWritten)
  | ({ readonly kind: 'command'; readonly argv: readonly string[] } & RowsWritten);

/** How the rows of a source come. */
export interface RowsWritten {
  readonly format: RowFormat;
  readonly sep: CsvSeparator | undefined;
  readonly encoding?: string | undefined;
}

type RowFormat = 'csv' | 'ndjson';

export type ColumnType = 'text' | 'number' | 'instant' | 'date' | 'boolean';

/** What a snapshot must be like. */
export interface Expected {
  readonly atLeast: number;
  readonly atMost: number;
  /** Of those in the last snapshot, who may join and leave. */
  readonly change: number | undefined;
}

/** The rows of a source as they were read, in a file of their own. */
export interface Snapshot {
  /** Of the rows: a JSONL file, in the order of the keys, each once. */
  readonly path: string;
  /** The path for people. */
  readonly shown: string;
  /** SHA-256 of the file, hex. */
  readonly digest: string;
  readonly takenAt: Instant;
  /** The source, as people call it. */
  readonly source: string;
  /** Rows that the source gave. */
  readonly rows: number;
  /** Of these, rows without a usable number. */
  readonly unreadable: number;
  readonly recipients: number;
  /** Absent for the first one. */
  readonly since: SnapshotDifference | undefined;
  /** The record of a run's snapshots by which this one was chosen; a run without such a record may have begun with another. */
  readonly pins: string | undefined;
  /** In it of an earlier snapshot: people who have left the source since. */
  readonly kept: number;
  /** What people should know about its choice. */
  readonly note: SnapshotNote | undefined;
}

/** In people, from the snapshot before to this one. */
export interface SnapshotDifference {
  readonly takenAt: Instant;
  readonly joined: number;
  readonly left: number;
  /** With another value in some column. */
  readonly changed: number;
}

export type SnapshotNote =
  /** It was read just now. */
  | { readonly kind: 'new' }
  /** The run began with it; there is a later one. */
  | { readonly kind: 'frozen'; readonly newer: Instant }
  /** The run began with it; the source has been edited since. */
  | { readonly kind: 'edited' };

/** The source of an audience with defaults applied; undefined for a CSV or JSONL file, which is read as it is. */
export function lowerSource(name: string, input: AudienceInput, tree: YamlTree): Source | undefined {
  const origin = originOf(input);
  if (origin === undefined) return undefined;
  const { columns = {}, refresh = 'frozen', expect = {}, keepFor, timeout = '10m' } = input;
  const { rows = {}, change } = expect;
  return {
    origin,
    columns,
    refresh,
    expect: {
      atLeast: rows.atLeast ?? 1,
      atMost: rows.atMost ?? Number.POSITIVE_INFINITY,
      change: change === undefined ? undefined : Number(change.slice(0, -1)) / 100,
    },
    keepForMs: keepFor === undefined ? undefined : parseDuration(keepFor),
    timeoutMs: parseDuration(timeout),
    span: valueSpan(tree, ['audiences', name, keyOf(origin)]),
  };
}

/** The key of the audience that names its source. */
export function keyOf({ kind }: Origin): 'sql' | 'http' | 'command' | 'file' {
  if (kind === 'http' || kind === 'command') return kind;
  return kind === 'parquet' ? 'file' : 'sql';
}

function originOf({
  sql,
  from = 'postgres',
  params = {},
  http,
  command,
  file,
  format,
  sep,
  encoding,
}: AudienceInput): Origin | undefined {
  if (sql !== undefined) return { kind: from, file: sql, params };
  if (http !== undefined) return { kind: 'http', url: http, format: format ?? formatOf(http), sep, encoding };
  if (command !== undefined) return { kind: 'command', argv: command, format: format ?? 'csv', sep, encoding };
  return file?.endsWith('.parquet') ? { kind: 'parquet', file } : undefined;
}

function formatOf(url: string): RowFormat {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  return /\.(ndjson|jsonl)(\.gz)?$/.test(path) ? 'ndjson' : 'csv';
}

/** The variable of the environment with the address of an audience's source: CALLSHEET_AUDIENCE_LAPSED_MEMBERS_URL. */
export function addressVariable(audience: string): string {
  return `CALLSHEET_AUDIENCE_${audience.toUpperCase().replaceAll('-', '_')}_URL`;
}
