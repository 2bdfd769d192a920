import type { Host } from '../../platform/ports.ts';
import { isLoopback } from '../../service/contract/addresses.ts';
import { serveSandbox } from '../open/serve-sandbox.ts';
import { readWorldFile } from '../open/world-file.ts';
import type { ExitCode } from '../options/exit-code.ts';
import type { Given } from '../program.ts';

/** callsheet serve: the sandbox as a process of its own, until Ctrl-C. */
export async function serve(options: Given<'serve'>, host: Host): Promise<ExitCode> {
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
