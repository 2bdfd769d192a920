import type { Host } from '../../platform/ports.ts';
import { openProject } from '../../project/project.ts';
import { findRun } from '../../project/state.ts';
import { moneyInput } from '../../rehearsal/campaign-world.ts';
import { formatInstant } from '../../time/local-time.ts';
import { formatCommand } from '../messages/format-command.ts';
import { readRecorded } from '../messages/read-recorded.ts';
import { couldNot } from '../open/refuse.ts';
import { serveSandbox } from '../open/serve-sandbox.ts';
import type { ExitCode } from '../options/exit-code.ts';
import type { Given } from '../program.ts';

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
  const latest = await readRecorded({ ...found, orNew: true }, async (reader) => (await reader.recentStarts(1))[0]);
  // As a further sandbox run does, it goes on where the last one stopped.
  const clock = latest === undefined ? {} : { clock: { start: formatInstant(latest + 1_000, timezone) } };
  const sandbox = {
    port: options.port,
    clock: host.clock,
    data: ledger,
    world: { timezone, ...moneyInput(costs), ...clock },
  };
  return serveSandbox(sandbox, host, () => {
    host.console.err('Open this address in a browser. Press Ctrl-C to stop.\n');
  });
}
