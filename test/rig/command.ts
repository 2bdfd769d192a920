import { hostname } from 'node:os';
import { createOwnProgram, type OwnProgram } from '../../src/platform/child-programs.ts';
import { createRealClock } from '../../src/platform/clocks.ts';
import { createNodeFiles } from '../../src/platform/node-files.ts';
import type { Clock, Host, StopSignal } from '../../src/platform/ports.ts';
import { builtMain, type Child, type ChildPlace, type Ended } from './child.ts';
import { printedLines } from './printed-lines.ts';

/**
 * `callsheet <args>` in this process, as it was built, with a folder, an environment, a console and signals of its own: a tenth of
 * what a process costs. What a process is the point of (SIGKILL, locks, what another process sees) takes `startChild`.
 */
export function startCommand(
  args: readonly string[],
  { cwd, env = {}, clock = createRealClock() }: Omit<ChildPlace, 'uid'> & { readonly clock?: Clock },
): Child {
  const { print, text, line, nextLine, over } = printedLines();
  const listeners = new Set<(signal: StopSignal) => void>();
  let end: (ended: Pick<Ended, 'code' | 'signal'>) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const ended = new Promise<Ended>((resolve, reject) => {
    end = (how) => {
      over();
      resolve({ ...how, ...text });
    };
    fail = reject;
  });
  const host: Host = {
    clock,
    files: createNodeFiles(cwd),
    console: {
      out: (words) => print('stdout', words),
      err: (words) => print('stderr', words),
      drained: () => new Promise((resolve) => setImmediate(resolve)),
      outFailure: async () => undefined,
      outIsLeft: () => false,
      outIsTerminal: false,
      errIsTerminal: false,
      width: 100,
      height: 24,
      erase: () => {},
      colour: false,
      ask: async () => undefined,
    },
    signals: {
      onStop(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      onParentGone: () => () => {},
      quit(code) {
        end({ code, signal: null });
        throw new Error('the command has ended itself');
      },
    },
    env: definedOnly({ PATH: process.env['PATH'], HOME: cwd, NO_COLOR: '1', ...env }),
    cwd,
    pid: process.pid,
    ownProgram: { ...processes, run: runHere },
    hostname: hostname(),
    user: env['USER'] ?? 'tester',
  };
  void builtCommandLine()
    .then(async (commandLine) => end({ code: await commandLine(args, host), signal: null }))
    .catch(fail);
  return {
    pid: process.pid,
    ended,
    line,
    nextLine,
    kill(signal) {
      if (signal === 'SIGKILL') throw new Error('only a process can be killed: take `process` in place of `callsheet`');
      if (listeners.size === 0) return end({ code: null, signal });
      for (const listener of listeners) listener(signal as StopSignal);
    },
  };
}

const processes = createOwnProgram([builtMain]);

const onlyRead: ReadonlySet<string | undefined> = new Set(['plan', 'why']);

/** A command that another one starts; as a process where it changes something, or the options of Node are for it. */
const runHere: OwnProgram['run'] = async (words, where) => {
  const { cwd, env, signal, onErr } = where;
  if (!onlyRead.has(words[0]) || env['NODE_OPTIONS'] !== undefined) return processes.run(words, where);
  if (signal?.aborted) return { code: null, out: '', err: '' };
  const command = startCommand(words, { cwd, env });
  const stop = (): void => command.kill('SIGTERM');
  signal?.addEventListener('abort', stop);
  const { code, stdout: out, stderr: err } = await command.ended;
  signal?.removeEventListener('abort', stop);
  onErr?.(err);
  return { code, out, err };
};

/** An environment has no variable without a value. */
function definedOnly(env: Host['env']): Host['env'] {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}

type CommandLine = (argv: readonly string[], host: Host) => Promise<number>;

let loaded: Promise<CommandLine> | undefined;

/** The command line as users have it; the tests' global setup builds it. `npm run coverage` counts lines of the source. */
function builtCommandLine(): Promise<CommandLine> {
  const fromSource = process.env['COMMANDS_FROM_SOURCE'] === '1';
  const place = fromSource ? '../../src/cli/command-line.ts' : '../../dist/src/cli/command-line.js';
  const built = new URL(place, import.meta.url).href;
  loaded ??= (import(/* @vite-ignore */ built) as Promise<{ commandLine: CommandLine }>).then(
    (module) => module.commandLine,
  );
  return loaded;
}
