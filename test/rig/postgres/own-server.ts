import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { initialise, launchServer, type ServerSettings, serverFolder } from './start-server.ts';

/** A server of one test file, which may be stopped and set as it likes. */
export interface OwnServer {
  /** Of its administrator, without a database. */
  readonly url: string;
  /** Where its data, its log and its files for TLS are. */
  readonly folder: string;
  /** As a crash of the server, or `pg_ctl stop -m immediate`. */
  crash(): Promise<void>;
  /** After a crash; with other settings, where some are given. */
  start(settings?: ServerSettings): Promise<void>;
  remove(): Promise<void>;
}

/** `prepare` may put files into its folder first, and say by which program the server is to be run. */
export async function startOwnServer(
  settings: ServerSettings = {},
  prepare: (folder: string) => readonly string[] | undefined = () => undefined,
): Promise<OwnServer> {
  const folder = serverFolder();
  initialise(folder);
  const by = prepare(folder);
  const port = await freePort();
  let server = await launchServer(folder, port, settings, by);
  const crash = async (): Promise<void> => {
    signal(-server.pid, 'SIGQUIT');
    while (signal(-server.pid, 0)) await sleep(20);
  };
  return {
    url: server.url,
    folder,
    crash,
    async start(other = settings) {
      server = await launchServer(folder, port, other, by);
    },
    async remove() {
      await crash();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** False where there is no such process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
