import { spawn, spawnSync } from 'node:child_process';
import { shiftedClock } from './child.ts';

/** `script` of util-linux gives a command a terminal of its own. */
export const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A command at a terminal, and somebody at the keyboard. */
export interface AtTerminal {
  /** Resolves when what the terminal was sent matches. Rejects when the command ends without it. */
  shows(pattern: RegExp): Promise<void>;
  type(keys: string): void;
  /** All that the terminal was sent. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
}

/** `node <args>` at a terminal of its own. */
export function startAtTerminal(args: readonly string[], { cwd, env }: Place, columns = 100): AtTerminal {
  const command = [process.execPath, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const child = spawn(
    'script',
    ['--quiet', '--return', '--flush', '--command', `stty cols ${columns} rows 24; exec ${command}`, '/dev/null'],
    {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', HOME: cwd, NO_COLOR: '1', CI: '1', ...shiftedClock(), ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  let output = '';
  const looking = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    for (const look of looking) look();
  });
  const ended = new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
  return {
    shows: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (pattern.test(output)) resolve();
        };
        looking.add(look);
        look();
        void ended.then(() => reject(new Error(`ended without ${pattern}:\n${output}`)));
      }),
    type: (keys) => void child.stdin.write(keys),
    ended,
  };
}

export interface Terminal {
  /** Everything that the person saw, without colours and moves of the cursor. */
  readonly screen: string;
  readonly code: number | null;
}

/** `node <args>` at a terminal of its own, where a person types this answer to the question that it asks. */
export async function answerAtTerminal(args: readonly string[], answer: string, place: Place): Promise<Terminal> {
  const terminal = startAtTerminal(args, place);
  // Where nothing is asked, there is nothing to answer.
  void terminal.shows(question).then(
    () => terminal.type(`${answer}\r`),
    () => {},
  );
  const { code, output } = await terminal.ended;
  return { code, screen: output.replace(moves, '').replaceAll('\r', '') };
}

const question = /\? Type [^:]+: /;

/** Escape sequences. */
const moves = new RegExp(String.raw`\u001b\[[?\d;]*[A-Za-z]`, 'g');
