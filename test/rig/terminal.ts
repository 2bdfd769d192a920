import { spawn } from 'node:child_process';

export interface Terminal {
  /** Everything that the person saw, without colours and moves of the cursor. */
  readonly screen: string;
  readonly code: number | null;
}

/** `node <args>` at a terminal of its own, where a person types this answer to the question that it asks. */
export function answerAtTerminal(
  args: readonly string[],
  answer: string,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Terminal> {
  const command = [process.execPath, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const spawned = spawn(
    'script',
    ['--quiet', '--return', '--flush', '--command', `stty cols 100; ${command}`, '/dev/null'],
    {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', HOME: cwd, NO_COLOR: '1', CI: '1', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  let text = '';
  let isAnswered = false;
  spawned.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (isAnswered || !question.test(text)) return;
    isAnswered = true;
    spawned.stdin.write(`${answer}\r`);
  });
  return new Promise((resolve, reject) => {
    spawned.on('error', reject);
    spawned.on('close', (code) => resolve({ code, screen: text.replace(moves, '').replaceAll('\r', '') }));
  });
}

const question = /\? Type [^:]+: /;

/** Escape sequences. */
const moves = new RegExp(String.raw`\u001b\[[?\d;]*[A-Za-z]`, 'g');
