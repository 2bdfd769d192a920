import { spawn } from 'node:child_process';
import { killGroup, withoutSettings } from '../platform/child-programs.ts';

/** Starts the program once, with the notice on stdin, and waits for its end. Why it failed, or undefined. */
export function startCommand(
  argv: readonly string[],
  { directory, env }: { readonly directory: string; readonly env: Readonly<Record<string, string | undefined>> },
  body: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const [program = '', ...args] = argv;
  return new Promise((resolve) => {
    if (signal.aborted) return resolve('it was not started');
    const child = spawn(program, args, {
      cwd: directory,
      env: withoutSettings(env),
      stdio: ['pipe', 'ignore', 'ignore'],
      // Its own children end with it.
      detached: process.platform !== 'win32',
    });
    const kill = (): void => killGroup(child.pid);
    const settle = (fault: string | undefined): void => {
      signal.removeEventListener('abort', kill);
      resolve(fault);
    };
    signal.addEventListener('abort', kill);
    child.on('error', (error) => {
      settle(`\`${program}\` cannot be started: ${'code' in error ? String(error.code) : error.name}`);
    });
    child.on('exit', (code, ended) => {
      if (code === 0) return settle(undefined);
      settle(`\`${program}\` ${code === null ? `was ended by ${ended}` : `ended with the exit code ${code}`}`);
    });
    // A program need not read what it is given.
    child.stdin.on('error', () => {});
    child.stdin.end(`${body}\n`);
  });
}
