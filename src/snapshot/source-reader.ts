import { comparable } from '../audience/comparable.ts';
import type { WantedSource } from '../campaign/sources/wanted-sources.ts';
import { messageOf } from '../diagnostic/message-of.ts';

/** Reads one kind of source from its first row to its last, or throws a `SourceFailure`. */
export type SourceReader = (wanted: WantedSource, sink: SourceSink, how: ReadOptions) => Promise<void>;

export interface SourceSink {
  /** Before the first row, and again when JSON lines bring new columns. It throws where declared columns are missing. */
  onHeader(columns: readonly string[]): void;
  /** The cells by column, as the source has them. To be read at once. */
  onRow(cell: (column: number) => unknown, row: number): void;
}

export interface ReadOptions {
  /** Of the source, where it is not written in the campaign. */
  readonly address: string | undefined;
  /** The variable that has it. */
  readonly variable: string;
  /** The environment of a program that is started. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the campaign file, absolute. */
  readonly directory: string;
  readonly allowCommands: boolean;
  readonly timeoutMs: number;
  /** To stop, or as the time is over: what a reader throws then is not looked at. */
  readonly signal: AbortSignal;
}

/** A source that could not be read to its end: what happened, for people, without any secret, and what to do. */
export class SourceFailure extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** What was read cannot be written. It goes through the readers as a failure of the source does: none of them takes it for its own. */
export class DiskFailure extends SourceFailure {
  readonly code: string;

  constructor(error: unknown) {
    super(messageOf(error));
    this.code = codeOf(error);
  }
}

/** Undefined where the error is not about the folder of the snapshots. */
export function folderTrouble(error: unknown): string | undefined {
  const code = codeOf(error);
  if (['EROFS', 'EACCES', 'EPERM'].includes(code)) return 'cannot be written';
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) return 'has no room';
  return error instanceof DiskFailure ? `cannot be written: ${error.message}` : undefined;
}

/** What Node or a driver calls an error; empty where it has no such name. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function isInsecure(code: string): boolean {
  return /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO)/.test(code);
}

export const folderHint = 'let this user write there, or make room';

/** The names of the columns of a source. Of two that look the same it would be unclear which one is meant. */
export function distinctColumns(names: readonly string[]): readonly string[] {
  const asSeen = names.map(comparable);
  const twice = names.find((_, index) => asSeen.indexOf(asSeen[index]!) !== index);
  if (twice === undefined) return names;
  throw new SourceFailure(`two columns have the name \`${twice}\``, 'give each column a name of its own');
}
