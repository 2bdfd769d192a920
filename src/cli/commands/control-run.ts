import type { Campaign } from '../../campaign/campaign.ts';
import { listed } from '../../diagnostic/did-you-mean.ts';
import type { ControlRequested } from '../../ledger/backend.ts';
import type { Control } from '../../ledger/change.ts';
import { actionGroup, type RunAction } from '../../ledger/signed.ts';
import type { Host } from '../../platform/ports.ts';
import { openProject } from '../../project/project.ts';
import { serviceOf } from '../../project/settings.ts';
import { type FoundRun, findRun } from '../../project/state.ts';
import { signatureOf } from '../../run/operator/approve-plan.ts';
import { isCarriedOut } from '../../run/run-state.ts';
import { overdueMs } from '../../run/summary.ts';
import { operations } from '../../service/operations/operations.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { asApproved, formatCommand } from '../messages/format-command.ts';
import { missingRunHint, readRecorded } from '../messages/missing-run.ts';
import { refusalMessage } from '../messages/state-messages.ts';
import { signedBy } from '../options/shared-options.ts';
import type { Given } from '../program.ts';

function controlText(
  control: Control,
  { before, carriedOut }: ControlRequested,
  isRunning: boolean,
  command: (name: string) => string,
): string {
  const nobody = carriedOut === undefined ? 'no process is running' : 'no process of this run is running';
  switch (control) {
    case 'pause':
      return isRunning
        ? `Paused: the running process stops starting jobs within a second. \`${command('resume')}\` lets it go on.`
        : `Paused: ${nobody}, and none starts jobs until \`${command('resume')}\`.`;
    case 'cancel':
      return isRunning
        ? `Cancelled: the running process ends when its jobs in flight are answered, and none starts until \`${command('resume')}\`.`
        : `Cancelled: ${nobody}, and none starts until \`${command('resume')}\`.`;
    case 'run': {
      if (before === 'run')
        return isRunning
          ? 'Nothing to resume: the run is neither paused nor cancelled, and a process is running.'
          : `Nothing to resume: the run is neither paused nor cancelled. To run what is left: \`${command('run')}\`.`;
      if (!isRunning) return `Resumed: ${nobody}. Start one with \`${command('run')}\`.`;
      return before === 'cancel'
        ? `Resumed. If the running process has seen the cancel, it ends: then start another one with \`${command('run')}\`.`
        : 'Resumed: the running process continues within a second.';
    }
    default:
      return control satisfies never;
  }
}

/** What no request here reaches: a task that the service was given, perhaps for a later time, is its own. */
function goesOn(campaign: Campaign | undefined): string {
  const calls = (campaign?.steps ?? []).filter(({ uses }) => operations[uses].taskField !== undefined);
  if (calls.length === 0) return '';
  const steps = calls.map(({ id }) => id);
  return ` Group calls of ${listed(steps, 'and')} that the service has accepted go on: end those in its console.`;
}

const commands: Readonly<Record<Control, RunAction>> = { pause: 'pause', run: 'resume', cancel: 'cancel' };

/**
 * callsheet pause | resume | cancel FILE: records the request in the state; a running process obeys within a second. To be fast, it
 * reads neither the audience nor every row of the state.
 */
export async function controlRun(
  options: Given<'pause'> & { readonly control: Control },
  host: Host,
): Promise<ExitCode> {
  const { file, control } = options;
  const found = await findRun(openProject(options, host), { file: options.file, run: options.run });
  if (found === undefined)
    return couldNot(host, `There is no file ${file}, or it does not name a campaign. Nothing was changed.`);
  const { project, place, campaign, run, backend } = found;
  // A comment has an author, too.
  const who = options.comment === undefined ? options : signedBy(options, host);
  const signature = signatureOf(who, host.clock.now());
  const signed = signature && actionGroup(commands[control], signature);
  const requested = await backend.requestControl({ campaign, run, service: '' }, control, signed);
  if (requested === undefined) {
    const service = serviceOf(project.env);
    const words = await missingRunHint({ ...found, ...place, service, options, host });
    return couldNot(host, `Nothing to ${commands[control]}: ${words}`);
  }
  if ('refused' in requested) return couldNot(host, refusalMessage(requested.refused, backend.location, options));
  const other = control === 'run' || isCarriedOut(requested, run) ? undefined : requested.carriedOut;
  if (other !== undefined)
    host.console.err(
      `Run ${run} is not running, but run ${other} of ${file} is, and continues. Select it with --run ${other}.\n`,
    );
  const isRunning = isCarriedOut(requested, run);
  const asks = control === 'run' ? await nextRun(found, options, host) : { options };
  const command = formatCommand(asks.options);
  const named = (name: string): string => command(name, name === 'run' ? asks.more : undefined);
  const beyond = control === 'run' ? '' : goesOn(found.understood);
  host.console.out(`${controlText(control, requested, isRunning, named)}${beyond}\n`);
  return exitCode.done;
}

/** What the next process of a run asks for: `--late`, and the plan that was approved. */
async function nextRun(
  found: FoundRun,
  options: Given<'pause'>,
  host: Host,
): Promise<{ readonly options: Given<'pause'>; readonly more?: string | undefined }> {
  const { understood: campaign } = found;
  const asked = await readRecorded(found, async (reader) => {
    const now = host.clock.now();
    const isLate = campaign && !options.sandbox && (await overdueMs({ campaign, now, reader })) !== undefined;
    return { options: asApproved(options, await reader.approvals()), more: isLate ? '--late' : undefined };
  });
  return asked ?? { options };
}
