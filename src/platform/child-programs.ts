import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** How a command of our own ended. */
export interface OwnCommandEnd {
  /** Null when it was ended by a signal. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Where a command of our own is carried out. */
interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A command of our own that serves something until it is ended. */
export interface OwnServer {
  /** What it printed when it was ready. */
  readonly firstLine: string;
  readonly ended: Promise<void>;
  end(): Promise<void>;
}

interface Watched {
  readonly signal?: AbortSignal;
  readonly onErr?: (text: string) => void;
}

/** This program with another command, as a process of its own: what it reads and how long it takes holds nobody up here. */
export interface OwnProgram {
  /** Of its words, only the name of the command is on its command line. */
  run(words: readonly string[], where: Surroundings & Watched): Promise<OwnCommandEnd>;
  /**
   * To be there until it is ended or this process is gone; its words name no person. Rejects with what it printed where it ends before it
   * is ready.
   */
  serve(words: readonly string[], where: Surroundings): Promise<OwnServer>;
  /** To go on when this process ends; its words name no person. What it prints goes to a file. Resolves with its exit code. */
  start(words: readonly string[], where: Surroundings & { readonly log: string }): Promise<number | null>;
}

/** `program`: options of Node, and the file of this program. */
export function createOwnProgram(program: readonly string[]): OwnProgram {
  const begin = (words: readonly string[], { cwd, env }: Surroundings, options: SpawnOptions): ChildProcess =>
    spawn(process.execPath, [...program, ...words], { cwd, env: { ...env, NO_COLOR: '1' }, ...options });
  return {
    run([name = '', ...words], where) {
      const { signal, onErr } = where;
      if (signal?.aborted) return Promise.resolve({ code: null, out: '', err: '' });
      return new Promise((resolve, reject) => {
        const child = begin([name, wordsOnStdin], where, {
          stdio: 'pipe',
          ...(signal === undefined ? {} : { signal }),
        });
        // It may end before it has read them.
        child.stdin?.on('error', () => {}).end(JSON.stringify(words));
        const printed = printedBy(child, onErr);
        child.on('error', (error) => (signal?.aborted ? resolve({ code: null, ...printed }) : reject(error)));
        child.on('close', (code) => resolve({ code, ...printed }));
      });
    },
    serve: (words, where) =>
      new Promise((resolve, reject) => {
        // It notices by the channel that this process is gone, however it ended.
        const child = begin(words, where, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
        const ended = new Promise<void>((done) => child.once('close', () => done()));
        const printed = printedBy(child);
        child.stdout?.on('data', () => {
          const [firstLine = '', rest] = printed.out.split('\n', 2);
          if (rest === undefined) return;
          resolve({
            firstLine,
            ended,
            async end() {
              child.kill();
              await ended;
            },
          });
        });
        child.on('error', reject);
        void ended.then(() => reject(new Error(printed.err.trim())));
      }),
    start(words, where) {
      const file = openSync(where.log, 'w', 0o600);
      try {
        const child = begin(words, where, { stdio: ['ignore', file, file], detached: true });
        child.unref();
        return new Promise((resolve, reject) => {
          child.on('error', reject);
          child.on('exit', resolve);
        });
      } finally {
        closeSync(file);
      }
    },
  };
}

/** What it has printed so far. */
function printedBy({ stdout, stderr }: ChildProcess, onErr?: (text: string) => void): { out: string; err: string } {
  const printed = { out: '', err: '' };
  stdout?.setEncoding('utf8').on('data', (text: string) => void (printed.out += text));
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed.err += text;
    onErr?.(text);
  });
  return printed;
}

/**
 * In place of the words of a command of our own, which come on stdin: everybody on the machine can read a command line, and the words
 * may hold a person's number, or a comment about them.
 */
const wordsOnStdin = '--words-on-stdin';

/** The words of the command line, those on stdin included. */
export async function givenWords(argv: readonly string[]): Promise<readonly string[]> {
  const [name, given, ...rest] = argv;
  if (name === undefined || given !== wordsOnStdin || rest.length > 0) return argv;
  let text = '';
  for await (const part of process.stdin.setEncoding('utf8') as AsyncIterable<string>) text += part;
  return [name, ...(JSON.parse(text) as string[])];
}

/** The account's key and secret, and the addresses of others, are not for a program that a campaign names. */
export function withoutSettings(env: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^callsheet_/i.test(name)));
}

/** Ends a program that was started `detached`, with its own children. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
