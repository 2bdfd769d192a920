import type { WantedSource } from '../campaign/sources/wanted-sources.ts';

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
