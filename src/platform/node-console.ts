import { type Console, interrupted } from './ports.ts';

/** `colour: undefined` leaves the choice to the terminal, NO_COLOR, FORCE_COLOR and CI. */
export function createNodeConsole(input: {
  readonly colour: false | undefined;
  readonly env: NodeJS.ProcessEnv;
}): Console {
  const { stdout, stderr } = process;
  // A reader that closes the pipe (`| head`) ends the output, never the run.
  let readerLeft = false;
  stdout.on('error', () => {
    readerLeft = true;
  });
  stderr.on('error', () => {});
  return {
    out(text) {
      if (!readerLeft) stdout.write(text);
    },
    err: (text) => void stderr.write(text),
    drained: () =>
      new Promise((resolve) => {
        if (readerLeft || !stdout.writableNeedDrain) {
          resolve();
          return;
        }
        const done = (): void => {
          stdout.off('drain', done);
          stdout.off('close', done);
          resolve();
        };
        stdout.on('drain', done);
        stdout.on('close', done);
      }),
    outIsTerminal: stdout.isTTY === true,
    errIsTerminal: stderr.isTTY === true,
    get width() {
      return stdout.columns || stderr.columns || 100;
    },
    get height() {
      return stdout.rows || stderr.rows || 24;
    },
    erase: (stream, rows) => void (stream === 'out' ? stdout : stderr).write(`\r\x1b[${rows}A\x1b[J`),
    colour: wantsColour(input),
    async ask(question) {
      // Opened only for a question: most commands never ask, and the import slows every start.
      const { stdin } = process;
      if (!stdin.isTTY) return undefined;
      const { createInterface } = await import('node:readline/promises');
      const reader = createInterface({ input: stdin, output: stderr });
      try {
        return await reader.question(question);
      } catch (error) {
        if (!(error instanceof Error && error.name === 'AbortError')) throw error;
        stderr.write('\n');
        return interrupted;
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
