import type { CsvSeparator } from '../../audience/list-format.ts';
import type { Scalar } from '../../audience/scalar.ts';
import type { Span } from '../../diagnostic/source-file.ts';
import type { Instant } from '../../platform/ports.ts';

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

export type RowFormat = 'csv' | 'ndjson';

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
