import type { Host } from '../../platform/ports.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { isLoopback } from '../../service/contract/base-url.ts';
import { couldNot } from '../open/open-campaign.ts';
import { stopSignals } from '../open/stop-by-signal.ts';
import { readWorldFile } from '../open/world-file.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';

export interface ServeOptions {
  /** 0 picks a free one. */
  readonly port: number;
  readonly host: string;
  /** World file, laid over the default world. */
  readonly world?: string;
  /** Keep the ledger in this file. */
  readonly data?: string;
}

/** callsheet serve: the sandbox as a process of its own, until Ctrl-C. */
export async function serve(options: ServeOptions, host: Host): Promise<ExitCode> {
  const world = options.world === undefined ? undefined : await readWorldFile(options.world, host);
  if (typeof world === 'number') return world;
  const { port, data } = options;
  const sandbox = await start(() =>
    startSandbox({
      port,
      host: options.host,
      clock: host.clock,
      log: (line) => host.console.err(`${line}\n`),
      ...(world === undefined ? {} : { world }),
      ...(data === undefined ? {} : { data }),
    }),
  );
  if (typeof sandbox === 'string') return couldNot(host, `The sandbox cannot start: ${sandbox}`);
  host.console.out(`listening on ${sandbox.url}\n`);
  if (!isLoopback(options.host)) {
    host.console.err(
      `Warning: anyone who can reach this machine over the network can read and control this sandbox.\n`,
    );
  }
  await new Promise<void>((resolve) => {
    for (const signal of stopSignals) process.once(signal, () => resolve());
  });
  await sandbox.close();
  return exitCode.done;
}

async function start(begin: () => Promise<Sandbox>): Promise<Sandbox | string> {
  try {
    return await begin();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
