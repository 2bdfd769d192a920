import { fstatSync, writeFileSync } from 'node:fs';
import { type Console, interrupted, type Signals, type StopSignal } from './ports.ts';

/** `colour: undefined` leaves the choice to the terminal, NO_COLOR, FORCE_COLOR and CI. */
export function createNodeConsole(input: {
  readonly colour: false | undefined;
  readonly env: NodeJS.ProcessEnv;
}): Console {
  const { stdout, stderr } = process;
  let failure: Error | undefined;
  const failed = (error: Error): void => {
    failure ??= error;
  };
  stdout.on('error', failed);
  stderr.on('error', () => {});
  const write = outIsFile() ? writeToFile : (text: string) => void stdout.write(text);
  return {
    out(text) {
      if (failure) return;
      try {
        write(text);
      } catch (error) {
        failed(error as Error);
      }
    },
    err: (text) => void stderr.write(text),
    drained: () =>
      new Promise((resolve) => {
        if (failure || !stdout.writableNeedDrain) {
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
    async outFailure() {
      // A stream says only later what became of the last text.
      await new Promise((resolve) => setImmediate(resolve));
      return failure && !readerLeft(failure) ? failure.message : undefined;
    },
    outIsLeft: () => failure !== undefined && readerLeft(failure),
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
      // A question that goes to a log would be answered by somebody who has not read it.
      if (!stdin.isTTY || !stderr.isTTY) return undefined;
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

function outIsFile(): boolean {
  try {
    const out = fstatSync(1);
    return out.isFile() || (out.isCharacterDevice() && process.stdout.isTTY !== true);
  } catch {
    return false;
  }
}

/** Node's own stream does not notice when a full disk takes only a part of a text. */
const writeToFile = (text: string): void => writeFileSync(1, text);

/** A reader that closes the pipe (`| head`) ends the output. */
function readerLeft(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET');
}

function wantsColour(input: { readonly colour: false | undefined; readonly env: NodeJS.ProcessEnv }): boolean {
  if (input.colour === false || input.env['NO_COLOR']) return false;
  if (input.env['FORCE_COLOR'] && input.env['FORCE_COLOR'] !== '0') return true;
  return process.stdout.isTTY === true && !input.env['CI'] && input.env['TERM'] !== 'dumb';
}

const stopSignals: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Those of this process. */
export function createNodeSignals(): Signals {
  return {
    onStop(listener) {
      for (const signal of stopSignals) process.on(signal, listener);
      return () => {
        for (const signal of stopSignals) process.off(signal, listener);
      };
    },
    onParentGone(listener) {
      process.once('disconnect', listener);
      return () => {
        process.off('disconnect', listener);
        // A channel that is listened to keeps a process from ending.
        if (process.connected) process.disconnect();
      };
    },
    quit: (code) => process.exit(code),
  };
}
