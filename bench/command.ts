import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine } from './measure.ts';
import type { Peer } from './start-peer.ts';
import { waitUntil } from './wait-until.ts';

/** What a process took from its start to its end. */
export interface Taken {
  readonly seconds: number;
  /** Until the first bytes on its stdout. */
  readonly firstOutSeconds: number;
  readonly cpuSeconds: number;
  /** Of these, what the system's calls took. */
  readonly systemSeconds: number;
  /** The most that it ever had. */
  readonly rssMb: number;
  readonly stdout: string;
}

export interface Started {
  readonly process: ChildProcess;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The most memory that it has had so far, in MB; NaN where the system does not tell. */
  mostMb(): number;
  /** Resolves when stderr holds these words. Rejects if the process ends without them. */
  says(words: string): Promise<void>;
  /** What stderr has in the first group of this pattern. */
  said(pattern: RegExp): string;
  /** Rejects with the output if it ends with a code that is not in `codes` (default 0). */
  ended(codes?: readonly (number | null)[]): Promise<Taken>;
}

export interface StartInput {
  /** What Node is to run: a file and its arguments. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly peer?: Peer;
  readonly env?: Readonly<Record<string, string>>;
  /** Before the arguments: `--cpu-prof` and the like. */
  readonly nodeArgs?: readonly string[];
}

/** Runs `callsheet …` as users have it, in `cwd`, against `peer`. */
export function startCommand({ args, ...rest }: StartInput): Started {
  return startNode({ ...rest, args: [commandLine, ...args] });
}

/** Runs a program of the bench in a process of its own, with what it takes written down. */
export function startNode({ args, cwd, peer, env = {}, nodeArgs = [] }: StartInput): Started {
  const usage = fileURLToPath(new URL('clients/usage.mjs', import.meta.url));
  const usageFile = join(cwd, 'usage.json');
  // From an earlier process, which may have been killed.
  rmSync(usageFile, { force: true });
  const startedAt = performance.timeOrigin + performance.now();
  const child = spawn(process.execPath, [...nodeArgs, '--import', usage, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...peer?.env, BENCH_USAGE: usageFile, XDG_STATE_HOME: join(cwd, 'rollback-guard'), ...env },
  });
  const now = (): number => (performance.timeOrigin + performance.now() - startedAt) / 1000;
  let [stdout, stderr, firstOutSeconds] = ['', '', Number.NaN];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if (Number.isNaN(firstOutSeconds)) firstOutSeconds = now();
    // A report of a million rows is not kept.
    if (stdout.length < 10_000) stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => void (stderr += chunk));
  const closed = once(child, 'close') as Promise<[number | null]>;
  return {
    process: child,
    startedAt,
    mostMb() {
      const path = `/proc/${child.pid}/status`;
      const found = existsSync(path) ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(path, 'utf8')) : null;
      return found === null ? Number.NaN : Number(found[1]) / 1024;
    },
    async says(words) {
      await waitUntil(`“${words}” of ${args.join(' ')}`, () => {
        if (!stderr.includes(words) && child.exitCode !== null)
          throw new Error(`${args.join(' ')} ended with ${child.exitCode} before it said “${words}”: ${stderr}`);
        return stderr.includes(words);
      });
    },
    said: (pattern) => pattern.exec(stderr)?.[1] ?? '',
    async ended(codes = [0]) {
      const [code] = await closed;
      const seconds = now();
      if (!codes.includes(code)) throw new Error(`${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
      const { cpuMs, systemMs, rssMb } = existsSync(usageFile)
        ? (JSON.parse(readFileSync(usageFile, 'utf8')) as Usage)
        : { cpuMs: Number.NaN, systemMs: Number.NaN, rssMb: Number.NaN };
      return { seconds, firstOutSeconds, cpuSeconds: cpuMs / 1000, systemSeconds: systemMs / 1000, rssMb, stdout };
    },
  };
}

interface Usage {
  readonly cpuMs: number;
  readonly systemMs: number;
  readonly rssMb: number;
}
