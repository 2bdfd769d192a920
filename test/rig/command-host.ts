import { hostname } from 'node:os';
import { createOwnProgram } from '../../src/platform/child-programs.ts';
import { createNodeFiles } from '../../src/platform/node-files.ts';
import type { Files, Host, Instant } from '../../src/platform/ports.ts';

/** A host with a stopped clock and a console that remembers; files are this machine's unless others are given. */
export function commandHost(input: {
  readonly now: Instant;
  readonly files?: Files;
  readonly env?: Record<string, string>;
}) {
  let out = '';
  let err = '';
  const host: Host = {
    clock: { now: () => input.now, sleepUntil: () => Promise.resolve() },
    files: input.files ?? createNodeFiles(),
    console: {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      outIsTerminal: false,
      errIsTerminal: false,
      erase: () => {},
      drained: async () => {},
      outFailure: async () => undefined,
      outIsLeft: () => false,
      width: 110,
      height: 24,
      colour: false,
      ask: () => Promise.resolve(undefined),
    },
    signals: {
      onStop: () => () => {},
      onParentGone: () => () => {},
      quit: (code) => {
        throw new Error(`the command quit with ${code}`);
      },
    },
    env: input.env ?? {},
    cwd: process.cwd(),
    pid: 1,
    ownProgram: createOwnProgram([]),
    user: 'ada',
    hostname: hostname(),
  };
  return { host, out: () => out, err: () => err };
}
