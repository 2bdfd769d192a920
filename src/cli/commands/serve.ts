import type { Host } from '../../platform/ports.ts';
import { openProject } from '../../project/project.ts';
import { findRun } from '../../project/state.ts';
import { moneyInput } from '../../rehearsal/campaign-world.ts';
import { isLoopback } from '../../service/contract/addresses.ts';
import { formatInstant } from '../../time/local-time.ts';
import { couldNot, type ExitCode } from '../exit-code.ts';
import { formatCommand } from '../messages/format-command.ts';
import { readRecorded } from '../messages/missing-run.ts';
import { readWorldFile, serveSandbox } from '../open/sandbox-server.ts';
import { sandboxStopped } from '../open/start-time.ts';
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
  const warning = 'Warning: anyone who can reach this machine over the network can read and control this sandbox.\n';
  return serveSandbox(sandbox, host, isLoopback(options.host) ? '' : warning);
}

/** callsheet inbox FILE: the page of what everybody received in the sandbox runs of a campaign, until Ctrl-C. */
export async function inbox(options: Given<'inbox'>, host: Host): Promise<ExitCode> {
  const trial = { ...options, sandbox: true };
  const found = await findRun(openProject(trial, host), { file: trial.file, run: trial.run });
  if (found === undefined) return couldNot(host, `There is no file ${options.file}, or it does not name a campaign.`);
  const { ledger } = found.paths;
  if ((await host.files.realPath(ledger)) === undefined) {
    const command = formatCommand(trial)('run');
    return couldNot(host, `${options.file} has no sandbox run yet, so nobody has received anything: \`${command}\``);
  }
  const { timezone, costs } = found.understood ?? { timezone: 'UTC', costs: {} };
  const stopped = await readRecorded({ ...found, orNew: true }, sandboxStopped);
  // As a further sandbox run does, it goes on where the last one stopped.
  const clock = stopped === undefined ? {} : { clock: { start: formatInstant(stopped, timezone) } };
  const sandbox = {
    port: options.port,
    clock: host.clock,
    data: ledger,
    world: { timezone, ...moneyInput(costs), ...clock },
  };
  return serveSandbox(sandbox, host, 'Open this address in a browser. Press Ctrl-C to stop.\n');
}
