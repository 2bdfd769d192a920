import { spawn } from 'node:child_process';

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

/** `node <args>`, with nothing of this process's settings in its environment and no terminal. */
export function startChild(
  args: readonly string[],
  {
    cwd,
    env = {},
    uid,
  }: {
    readonly cwd: string;
    readonly env?: Readonly<Record<string, string | undefined>>;
    /** As another user, which only root may. */
    readonly uid?: number;
  },
): Child {
  const spawned = spawn(process.execPath, [...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, NO_COLOR: '1', ...shiftedClock(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const lines: string[] = [];
  const waiting = new Set<(line: string) => void>();
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    let rest = '';
    spawned[name].setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
      const whole = (rest + chunk).split('\n');
      rest = whole.pop() ?? '';
      for (const line of whole) {
        lines.push(line);
        for (const listener of waiting) listener(line);
      }
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    spawned.on('error', reject);
    spawned.on('close', (code, signal) => resolve({ code, signal, ...text }));
  });

  const find = (pattern: RegExp, from: number): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const listener = (line: string): void => {
        const match = pattern.exec(line);
        if (match === null) return;
        waiting.delete(listener);
        resolve(match);
      };
      waiting.add(listener);
      for (const line of lines.slice(from)) listener(line);
      const missing = (): void =>
        reject(new Error(`it ended without a line like ${String(pattern)}:\n${text.stdout}${text.stderr}`));
      void ended.then(missing, missing);
    });

  return {
    pid: spawned.pid ?? 0,
    ended,
    line: (pattern) => find(pattern, 0),
    nextLine: (pattern) => find(pattern, lines.length),
    kill: (signal) => void spawned.kill(signal),
  };
}

/** Where the tests run at another hour (`run-at-hour.mjs`), so does the process. */
export function shiftedClock(): Readonly<Record<string, string>> {
  const { SHIFT_CLOCK_MS, NODE_OPTIONS = '' } = process.env;
  return SHIFT_CLOCK_MS === undefined ? {} : { SHIFT_CLOCK_MS, NODE_OPTIONS };
}
