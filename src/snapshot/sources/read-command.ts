import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { messageOf } from '../../diagnostic/message-of.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { killGroup, withoutSettings } from '../../platform/child-programs.ts';
import { type ReadOptions, SourceFailure, type SourceReader } from '../source-reader.ts';
import { readListRows } from './list-rows.ts';

const tailCharacters = 400;
/** Without a byte for so long after a program has ended, its output is not waited for: what it has started may keep it open. */
const silenceMs = 5_000;
const tailMs = 1_000;

/** A program's rows count when it has ended with 0: what it printed before it failed is not a list. */
export const readCommand: SourceReader = async (wanted, sink, how) => {
  const { query } = wanted;
  if (query.kind !== 'command') return;
  if (!how.allowCommands)
    throw new SourceFailure(
      'programs are started only with --allow-commands',
      'check the command, then pass --allow-commands',
    );
  const [program = '', ...args] = query.argv;
  const child = start(program, args, how);
  let hasEnded = false;
  let isHeldOpen = false;
  const kill = (): void => {
    killGroup(child.pid);
    // A process in a group of its own may still have it open.
    child.stdout.destroy();
  };
  const giveUp = (): void => {
    isHeldOpen = hasEnded && !child.stdout.readableEnded;
    kill();
  };
  how.signal.addEventListener('abort', giveUp);
  if (how.signal.aborted) giveUp();
  let tail = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-tailCharacters);
  });
  const ended = new Promise<Ended | Error>((resolve) => {
    child.on('error', resolve);
    child.on('exit', (code, signal) => resolve({ code, signal }));
  });
  let silence: NodeJS.Timeout | undefined;
  void ended.then(() => {
    hasEnded = true;
    silence = setTimeout(giveUp, silenceMs);
  });
  async function* bytesOf(stdout: Readable): AsyncGenerator<Uint8Array> {
    for await (const chunk of stdout) {
      silence?.refresh();
      yield chunk as Uint8Array;
    }
  }
  let broken: unknown;
  try {
    await readListRows(bytesOf(child.stdout), query, sink);
  } catch (error) {
    broken = error;
    kill();
  }
  const end = await ended;
  clearTimeout(silence);
  await finishedWithin(child.stderr, tailMs);
  if (isHeldOpen)
    throw new SourceFailure(
      `\`${program}\` has ended, but something that it started keeps its output open: the list may go on`,
      'let it wait for what it starts, or close that output with `>/dev/null`',
    );
  how.signal.throwIfAborted();
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

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
}

async function finishedWithin(stream: Readable, ms: number): Promise<void> {
  const timer = setTimeout(() => stream.destroy(), ms);
  await finished(stream).catch(() => {});
  clearTimeout(timer);
}

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
    const words = messageOf(error);
    throw new SourceFailure(`\`${program}\` cannot be started: ${words}`);
  }
}
