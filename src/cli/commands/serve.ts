import type { Host } from '../../platform/ports.ts';
import { isLoopback } from '../../service/contract/base-url.ts';
import { serveSandbox } from '../open/serve-sandbox.ts';
import { readWorldFile } from '../open/world-file.ts';
import type { ExitCode } from '../options/exit-code.ts';

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
  const sandbox = {
    port,
    host: options.host,
    clock: host.clock,
    ...(world === undefined ? {} : { world }),
    ...(data === undefined ? {} : { data }),
  };
  return serveSandbox(sandbox, host, () => {
    if (isLoopback(options.host)) return;
    host.console.err(
      `Warning: anyone who can reach this machine over the network can read and control this sandbox.\n`,
    );
  });
}
