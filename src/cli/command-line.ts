import { hostname, userInfo } from 'node:os';
import { visibleLine, visibleOutput } from '../diagnostic/visible-text.ts';
import { createOwnProgram, givenWords } from '../platform/child-programs.ts';
import { createRealClock } from '../platform/clocks.ts';
import { createNodeFiles } from '../platform/node-files.ts';
import { createNodeConsole, createNodeSignals } from '../platform/node-process.ts';
import type { Console, Host } from '../platform/ports.ts';
import { exitCode } from './exit-code.ts';
import { parseArguments } from './parse-arguments.ts';

/** The one place that reads the command line, prints failures of ours, and tells the exit code. */
export async function commandLine(argv: readonly string[], outside: Host = thisProcess(argv)): Promise<number> {
  const host: Host = { ...outside, console: safeConsole(outside.console) };
  try {
    // Any command takes it, in any place: it is read above.
    const code = await parseArguments(
      (await givenWords(argv)).filter((word) => word !== '--no-color'),
      host,
    );
    const failure = await host.console.outFailure();
    if (failure === undefined) return code;
    const rest = code === exitCode.done ? ' Everything else was done.' : '';
    host.console.err(`The output is incomplete: it could not be written (${visibleLine(failure)}).${rest}\n`);
    return code === exitCode.done ? exitCode.outputLost : code;
  } catch (error) {
    host.console.err(`${(await storeWords(error)) ?? failureWords(error)}\n`);
    return exitCode.couldNotRun;
  }
}

/** The one place that reaches the ambient world. */
function thisProcess(argv: readonly string[]): Host {
  // Node itself would end with 1, which says that a campaign has errors.
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${failureWords(error)}\n`);
    process.exit(exitCode.couldNotRun);
  });
  const colour = argv.includes('--no-color') ? false : undefined;
  return {
    clock: createRealClock(),
    files: createNodeFiles(),
    console: createNodeConsole({ colour, env: process.env }),
    signals: createNodeSignals(),
    env: process.env,
    cwd: process.cwd(),
    pid: process.pid,
    ownProgram: createOwnProgram([...process.execArgv, process.argv[1] ?? '']),
    hostname: hostname(),
    user: userName(),
  };
}

/** A container may run under a number that has no name. */
function userName(): string {
  const { USER: name, USERNAME: windows } = process.env;
  const known = name ?? windows ?? '';
  if (known !== '') return known;
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

/** Undefined where it is not the fault of a shared ledger that was open already. */
async function storeWords(error: unknown): Promise<string | undefined> {
  if (!(error instanceof Error && 'trouble' in error)) return undefined;
  const { storeTrouble } = await import('../ledger/state-trouble.ts');
  const { storeTroubleMessage } = await import('./messages/state-messages.ts');
  const trouble = storeTrouble(error);
  return trouble && visibleLine(storeTroubleMessage(trouble, 'The store', error.message));
}

/** A file without permission, a full disk or a limit is the machine's fault; everything else is our bug. */
function failureWords(error: unknown): string {
  if (error instanceof Error && /\b(EMFILE|ENFILE)\b|too many open files/i.test(error.message))
    return 'Too many files are open: allow more with `ulimit -n`, or lower `limits.concurrency`. Nothing more was sent.';
  if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd')
    return 'The working folder is not there any more: change to one that is. Nothing was sent.';
  if (error instanceof Error && 'syscall' in error && 'path' in error && typeof error.path === 'string') {
    const what =
      error.syscall === 'mkdir' ? `Could not create the folder ${error.path}` : `Could not use ${error.path}`;
    return `${visibleLine(`${what} (${error.message.split(',', 1)[0]})`)}. Check its permissions and the disk. Nothing more was sent.`;
  }
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `Internal error: this is a bug in callsheet, not in your campaign. Nothing more was sent.\n${words}`;
}

/**
 * The console that every command prints through: whatever text of others an output holds, it cannot control a terminal. Of escape
 * sequences only our own colours pass, where there are colours. What would end a line is up to the printers (`visibleLine`).
 */
function safeConsole(console: Console): Console {
  const { colour } = console;
  const safe = (text: string): string => visibleOutput(text, { colour });
  return {
    ...console,
    get height() {
      return console.height;
    },
    get width() {
      return console.width;
    },
    out: (text) => console.out(safe(text)),
    err: (text) => console.err(safe(text)),
    ask: (question) => console.ask(safe(question)),
  };
}
