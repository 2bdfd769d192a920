import type { Stats } from 'node:fs';
import type { OwnProgram } from './child-programs.ts';
import type { Content } from './write-durably.ts';

/** Epoch milliseconds. Every instant inside Callsheet is one of these; wall-clock times stay text until `time/local-time.ts`. */
export type Instant = number & { readonly __unit?: 'epoch-ms' };

/** The only source of time: the real clock, one that skips waits (sandbox), or one that a test sets by hand. */
export interface Clock {
  now(): Instant;
  /** Milliseconds of a clock that nobody can set and that stops while the machine sleeps; absent where time is virtual. */
  steadyMs?(): number;
  /**
   * Resolves at or after `until`, or as soon as `signal` aborts (it never rejects). Where the real clock was set back meanwhile, it resolves
   * when as much time has passed.
   */
  sleepUntil(until: Instant, signal?: AbortSignal): Promise<void>;
}

/** Something is at the path, but it is not read. */
export interface Unreadable {
  readonly why: 'folder' | 'notAFile' | 'tooLarge';
  /** What follows the file's name: `is a named pipe, not a file`. */
  readonly words: string;
}

/** The bytes of a file in order, as chunks. */
export interface FileStream extends AsyncIterable<Uint8Array> {
  /** Once it has ended: whether the file was written to meanwhile, so that the bytes may be of two contents. Default: never. */
  hasChanged?(): boolean;
}

/**
 * Reading and writing files. Paths are absolute or relative to the working directory. Absence is a value, not an error. Only
 * regular files are read, up to their size when they were opened: a pipe or a device may never end, or never begin.
 */
export interface Files {
  /** The whole file as UTF-8 text; undefined if it does not exist. At most `mostBytes`, 500 MB unless given. */
  readText(path: string, mostBytes?: number): Promise<string | Unreadable | undefined>;
  readBytes(path: string, mostBytes?: number): Promise<Uint8Array | Unreadable | undefined>;
  /** Undefined if the file does not exist. Of any length unless `mostBytes` is given. */
  stream(path: string, mostBytes?: number): Promise<FileStream | Unreadable | undefined>;
  /** Names in a folder, sorted; those of folders end in `/`. Undefined if the folder does not exist. */
  list(path: string): Promise<readonly string[] | undefined>;
  /**
   * Temp file, fsync, rename: the old or the new content, never half. What is too large for memory is a function that writes it piece by
   * piece; if it throws, the file does not change. `mode` defaults to 0o600.
   */
  writeAtomically(path: string, content: Content, mode?: number): Promise<void>;
  /** The path with symbolic links resolved; undefined if the file does not exist. */
  realPath(path: string): Promise<string | undefined>;
}

export function isUnreadable(read: object | string | undefined): read is Unreadable {
  return typeof read === 'object' && 'why' in read;
}

/** A seeded source of numbers: the same seed gives the same sequence. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
}

/** Where output goes. stdout: findings and results. stderr: progress and logs. */
export interface Console {
  out(text: string): void;
  err(text: string): void;
  /** Resolves when what was printed with `out` has been taken by its reader. */
  drained(): Promise<void>;
  /** Why `out` could not print everything, for example for want of room on a disk. A reader that closed the pipe has what it wanted. */
  outFailure(): Promise<string | undefined>;
  /** Whether nobody reads what `out` prints any more, as was seen when something was printed. */
  outIsLeft(): boolean;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  /** Columns of the terminal, which people change; 100 where there is none. */
  readonly width: number;
  /** Rows of the terminal; 24 where there is none. */
  readonly height: number;
  /** Erases the last rows of a terminal, and what was typed below them. What is printed next begins where they began. */
  erase(stream: 'out' | 'err', rows: number): void;
  readonly colour: boolean;
  /** Asks on the terminal; undefined if stdin or stderr is not one, `interrupted` for Ctrl-C and Ctrl-D. */
  ask(question: string): Promise<string | undefined>;
}

/** The answer of a person who gave none; nobody types it. */
export const interrupted = '\u0003';

/** The signals that stop a command in good order. */
export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** How others end this process, and how it ends itself. */
export interface Signals {
  /** Calls back for every signal that stops a command, until the function that it returns is called. */
  onStop(listener: (signal: StopSignal) => void): () => void;
  /** Calls back when the process that started this one and kept a channel to it is gone. The function that it returns closes the channel. */
  onParentGone(listener: () => void): () => void;
  /** Ends the process now: requests in flight stay unanswered. */
  quit(code: number): never;
}

/** Resolves with the first signal that stops a command. */
export function stopSignal(signals: Signals): Promise<StopSignal> {
  return new Promise((resolve) => {
    const forget = signals.onStop((signal) => {
      forget();
      resolve(signal);
    });
  });
}

/** Everything outside the process that a command may use. Made once, in `cli/command-line.ts`. */
export interface Host {
  readonly clock: Clock;
  readonly files: Files;
  readonly console: Console;
  readonly signals: Signals;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly pid: number;
  readonly ownProgram: OwnProgram;
  readonly hostname: string;
  /** The name of the person at the keyboard, as the system has it. */
  readonly user: string;
}

/** The same host, whose console has some ways of its own. The size of a terminal, which people change, is still asked each time. */
export function withConsole(host: Host, own: Partial<Console>): Host {
  return { ...host, console: Object.create(host.console, Object.getOwnPropertyDescriptors(own)) as Console };
}

/** Why the thing at a path cannot be read as a file, if so. */
export function whyUnreadable(stats: Stats, mostBytes = Number.POSITIVE_INFINITY): Unreadable | undefined {
  if (stats.isDirectory()) return { why: 'folder', words: 'is a folder, not a file' };
  if (stats.isFIFO()) return { why: 'notAFile', words: 'is a named pipe, not a file' };
  if (stats.isSocket()) return { why: 'notAFile', words: 'is a socket, not a file' };
  if (!stats.isFile()) return { why: 'notAFile', words: 'is a device, not a file' };
  if (stats.size <= mostBytes) return undefined;
  const [size, most] = [stats.size, mostBytes].map((bytes) => bytes.toLocaleString('en-GB'));
  return { why: 'tooLarge', words: `has ${size} bytes, more than the ${most} that are read` };
}
