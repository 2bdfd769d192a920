import { spawn } from 'node:child_process';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { killGroup, withoutSettings } from '../../platform/child-program.ts';
import { createTimeLimit } from '../../platform/time-limit.ts';
import { SourceFailure } from '../source-failure.ts';
import type { ReadOptions, SourceReader } from '../source-reader.ts';
import { readListRows } from './list-rows.ts';

const tailCharacters = 400;

/** A program's rows count when it has ended with 0: what it printed before it failed is not a list. */
export const readCommand: SourceReader = async (wanted, sink, how) => {
  const { query } = wanted;
  if (query.kind !== 'command') return;
  if (!how.allowCommands)
    throw new SourceFailure(
      'programs are started only when you say so',
      'look at the command, and pass --allow-commands',
    );
  const [program = '', ...args] = query.argv;
  const child = start(program, args, how);
  const limit = createTimeLimit(how.timeoutMs, how.signal);
  const kill = (): void => killGroup(child.pid);
  limit.signal.addEventListener('abort', kill);
  let tail = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-tailCharacters);
  });
  const ended = new Promise<{ readonly code: number | null; readonly signal: string | null } | Error>((resolve) => {
    child.on('error', resolve);
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  let broken: unknown;
  try {
    await readListRows(child.stdout, query, sink);
  } catch (error) {
    broken = error;
    kill();
  }
  const end = await ended;
  limit.clear();
  if (how.signal.aborted) throw new SourceFailure('reading was stopped');
  if (limit.signal.aborted)
    throw new SourceFailure(`\`${program}\` did not end within ${how.timeoutMs / 1000} s`, 'raise `timeout`');
  if (end instanceof Error) {
    const isAbsent = 'code' in end && end.code === 'ENOENT';
    throw new SourceFailure(
      isAbsent ? `there is no program \`${program}\`` : `\`${program}\` cannot be started: ${end.message}`,
      'check its name and PATH',
    );
  }
  // If our reader gave up, the program was killed for it.
  if (broken !== undefined) throw broken;
  if (end.code === 0) return;
  const ending = end.code === null ? `was ended by ${end.signal}` : `ended with the exit code ${end.code}`;
  const words = visibleLine(tail.trim().split('\n').slice(-3).join(' '));
  throw new SourceFailure(`\`${program}\` ${ending}${words === '' ? '' : `: ${words}`}`, 'run the command by hand');
};

function start(program: string, args: readonly string[], how: ReadOptions) {
  try {
    return spawn(program, args, {
      cwd: how.directory,
      env: withoutSettings(how.env),
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own children end with it.
      detached: process.platform !== 'win32',
    });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new SourceFailure(`\`${program}\` cannot be started: ${words}`);
  }
}
