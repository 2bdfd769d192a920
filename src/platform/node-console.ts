import type { Console } from './ports.ts';

/** `colour: undefined` leaves the choice to the terminal, NO_COLOR, FORCE_COLOR and CI. */
export function createNodeConsole(input: {
  readonly colour: false | undefined;
  readonly env: NodeJS.ProcessEnv;
}): Console {
  const { stdout, stderr } = process;
  // A reader that went away (`| head`) ends the output, never the run.
  for (const stream of [stdout, stderr]) stream.on('error', () => {});
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    drained: () =>
      new Promise((resolve) => {
        if (!stdout.writableNeedDrain || stdout.destroyed) resolve();
        else {
          stdout.once('drain', resolve);
          stdout.once('close', resolve);
        }
      }),
    outIsTerminal: stdout.isTTY === true,
    errIsTerminal: stderr.isTTY === true,
    width: stdout.columns || 100,
    colour: wantsColour(input),
    async ask(question) {
      // Opened only for who is asked: most commands never are, and it costs every start.
      const { stdin } = process;
      if (!stdin.isTTY) return undefined;
      const { createInterface } = await import('node:readline/promises');
      const reader = createInterface({ input: stdin, output: stderr });
      try {
        return await reader.question(question);
      } finally {
        reader.close();
      }
    },
  };
}

function wantsColour(input: { readonly colour: false | undefined; readonly env: NodeJS.ProcessEnv }): boolean {
  if (input.colour === false || input.env['NO_COLOR']) return false;
  if (input.env['FORCE_COLOR'] && input.env['FORCE_COLOR'] !== '0') return true;
  return process.stdout.isTTY === true && !input.env['CI'] && input.env['TERM'] !== 'dumb';
}
