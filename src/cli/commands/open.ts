import { randomBytes } from 'node:crypto';
import { startControlServer } from '../../control/server/control-server.ts';
import type { Host } from '../../platform/ports.ts';
import { createControlRoom } from '../control/control-room.ts';
import { findCampaigns } from '../control/find-campaigns.ts';
import type { ControlOptions } from '../control/open-options.ts';
import { controlRoutes } from '../control/routes/control-routes.ts';
import { couldNot } from '../open/open-campaign.ts';
import { stopSignals } from '../open/stop-by-signal.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';

export interface OpenOptions extends ControlOptions {
  /** Campaign files, or folders with some. */
  readonly files: readonly string[];
}

/** callsheet open [FOLDER | FILE…]: campaigns, runs and people as pages on this machine's own address, until Ctrl-C. */
export async function open(options: OpenOptions, host: Host): Promise<ExitCode> {
  const { port, allowActions } = options;
  const files = await findCampaigns(options.files.length === 0 ? ['.'] : options.files, host);
  if (typeof files === 'string') return couldNot(host, files);
  const token = randomBytes(32).toString('base64url');
  const server = await startControlServer({
    port,
    token,
    allowActions,
    clock: host.clock,
    routes: controlRoutes(createControlRoom(options, files, host)),
    log: (line) => host.console.err(`${line}\n`),
  }).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  if (typeof server === 'string') return couldNot(host, `The control room cannot start: ${server}`);
  host.console.out(`http://127.0.0.1:${server.port}/#${token}\n`);
  const may = allowActions ? 'can start, pause and cancel runs' : 'can see everything, and change nothing';
  host.console.err(`Open this address in a browser. Who has it ${may}. Press Ctrl-C to stop.\n`);
  await new Promise<void>((resolve) => {
    for (const signal of stopSignals) process.once(signal, () => resolve());
  });
  await server.close();
  return exitCode.done;
}
