import { spawn } from 'node:child_process';
import { printedLines } from './printed-lines.ts';

/** A process under test. */
export interface Child {
  readonly pid: number;
  /** The first line, printed or still to come, on stdout or stderr that matches. Rejects when the process ends without it. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /** Like `line`, among what is printed from now on. */
  nextLine(pattern: RegExp): Promise<RegExpExecArray>;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ChildPlace {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** As another user, which only root may. */
  readonly uid?: number;
}

/** `node <args>`, with nothing of this process's settings in its environment and no terminal. */
export function startChild(args: readonly string[], { cwd, env = {}, uid }: ChildPlace): Child {
  const spawned = spawn(process.execPath, [...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, NO_COLOR: '1', ...shiftedClock(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const { print, text, line, nextLine, over } = printedLines();
  for (const name of ['stdout', 'stderr'] as const) {
    spawned[name].setEncoding('utf8').on('data', (words: string) => print(name, words));
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    spawned.on('error', reject);
    spawned.on('close', (code, signal) => {
      over();
      resolve({ code, signal, ...text });
    });
  });
  return {
    pid: spawned.pid ?? 0,
    ended,
    line,
    nextLine,
    kill: (signal) => void spawned.kill(signal),
  };
}

/** Where the tests run at another hour (`run-at-hour.mjs`), so does the process. */
export function shiftedClock(): Readonly<Record<string, string>> {
  const { SHIFT_CLOCK_MS, NODE_OPTIONS = '' } = process.env;
  return SHIFT_CLOCK_MS === undefined ? {} : { SHIFT_CLOCK_MS, NODE_OPTIONS };
}

/** The command line as users have it; the tests' global setup builds it. */
export const builtMain = new URL('../../dist/src/cli/main.js', import.meta.url).pathname;
