import { leftOutRows } from '../../campaign/audiences/left-out-rows.ts';
import { overdueBy } from '../../plan/overdue.ts';
import { startsJob } from '../../plan/saved/saved-plan.ts';
import type { Host } from '../../platform/ports.ts';
import { createSeededRandom } from '../../platform/seeded-random.ts';
import { formatLeftOut } from '../../report/left-out-text.ts';
import { formatDayTime } from '../../report/plan/words.ts';
import { formatEnd } from '../../report/reason-text.ts';
import { editsToText } from '../../report/run/edits-text.ts';
import { endCodeOf } from '../../run/end-code.ts';
import { followRequests } from '../../run/follow-requests.ts';
import { type Edits, findEdits, renameSteps, settleRemovedInFlight } from '../../run/resume/edits.ts';
import { runCampaign } from '../../run/run.ts';
import { createRunControl, type RunControl } from '../../run/run-control.ts';
import { hasBegun, jobCounts, removedSteps } from '../../run/summary.ts';
import { listJobs } from '../../state/backend.ts';
import { formatCommand } from '../messages/format-command.ts';
import { newRunWords } from '../messages/new-run.ts';
import { startOverHint } from '../messages/start-over.ts';
import { stateError } from '../messages/state-error.ts';
import { clockWords } from '../open/approved-plan.ts';
import { openRun } from '../open/open-run.ts';
import type { OpenedRun } from '../open/opened-run.ts';
import { stopSignals } from '../open/stop-by-signal.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import type { RunOptions } from '../options/run-options.ts';
import { createRunReporter, type RunReporter } from '../output/run-reporter.ts';
import { confirmRun } from './confirm-run.ts';

/** callsheet run FILE: carries out what is left of the campaign, exactly once; resumes automatically. */
export async function runToEnd(options: RunOptions, host: Host): Promise<ExitCode> {
  const opened = await openRun(options, host);
  if (typeof opened === 'number') return opened;
  try {
    for (const line of formatLeftOut(leftOutRows(opened.loaded))) host.console.err(`${line}\n`);
    return (await refuseToStart(opened, options, host)) ?? (await carryOut(opened, options, host));
  } catch (error) {
    return stateError(error, opened.stateFile, host);
  } finally {
    await opened.close();
  }
}

/** What a person must decide first: a pause, a schedule of last week, the first real send. Undefined when it may start. */
async function refuseToStart(opened: OpenedRun, options: RunOptions, host: Host): Promise<ExitCode | undefined> {
  const { loaded, lease, clock } = opened;
  const { campaign } = loaded;
  const { control: requested } = await lease.status();
  if (requested !== 'run') {
    const what = requested === 'pause' ? 'paused' : 'cancelled';
    host.console.err(
      `${campaign.id} is ${what}. Resume it with \`${formatCommand(options)('resume')}\`. Nothing was sent.\n`,
    );
    return exitCode.stopped;
  }
  const newRun = await newRunWords({
    ...opened,
    options,
    campaign,
    reader: lease,
    ...(options.sandbox ? { sandboxState: opened.stateFile } : {}),
  });
  if (newRun !== undefined) {
    host.console.err(`${newRun} Nothing was sent.\n`);
    return exitCode.couldNotRun;
  }
  const edits = await printEdits(opened, options, host);
  if (edits !== undefined && edits.unclear.length > 0 && !options.acceptEdits) {
    host.console.err('Nothing was sent.\n');
    return exitCode.couldNotRun;
  }
  const begun = await hasBegun(campaign, lease);
  const late = overdueBy({ campaign, now: clock.now(), begun });
  const clockContinues = options.sandbox && (await lease.recentStarts(1)).length > 0;
  // The sandbox's clock was set by an earlier run: nobody is reached too late.
  if (clockContinues && (late !== undefined || options.at !== undefined))
    await printClockContinues(opened, options, host);
  else if (late !== undefined && !options.late) {
    const hours = Math.round(late / 360_000) / 10;
    host.console.err(
      `${campaign.id} was scheduled for ${campaign.starts?.replace('T', ' ').slice(0, 16)} (${hours} h ago) and has not started. Use --late to start it now, or change \`starts\`. Nothing was sent.\n`,
    );
    return exitCode.couldNotRun;
  }
  const { approved } = opened;
  const moved = approved && (await clockWords(approved, opened, host));
  if (moved !== undefined) host.console.err(`${moved}\n`);
  const refused = await confirmRun(opened, options, host);
  if (refused !== undefined) return refused;
  if (edits !== undefined) {
    await settleRemovedInFlight(lease, edits, clock.now());
    await lease.apply([{ kind: 'inputs', digest: loaded.digest }]);
  }
  return undefined;
}

async function printClockContinues(opened: OpenedRun, options: RunOptions, host: Host): Promise<void> {
  const { loaded, clock, stateFile, lease } = opened;
  const now = formatDayTime(clock.now(), loaded.campaign.timezone, true);
  const hint = startOverHint(options, stateFile, (await lease.otherRuns()).length > 0);
  host.console.err(`The sandbox’s clock continues where its last run stopped, ${now}. To start over: ${hint}\n`);
}

/** Prints what was edited after it was sent. Undefined where nothing was edited. */
async function printEdits(opened: OpenedRun, options: RunOptions, host: Host): Promise<Edits | undefined> {
  const { loaded, lease, run: label } = opened;
  await renameSteps(lease, loaded.campaign);
  const edits = await findEdits({ loaded, reader: lease, run: label, files: host.files });
  if (edits === undefined) return undefined;
  host.console.err(editsToText(edits, options.showNumbers));
  if (options.sandbox && edits.changedAfterSent.length > 0) {
    const hint = startOverHint(options, opened.stateFile, (await lease.otherRuns()).length > 0);
    host.console.err(`To try the edited campaign from its start: ${hint}\n`);
  }
  return edits;
}

/** Runs until it ends; obeys signals and commands from other terminals. Used by `watch --run` too. */
export async function carryOut(opened: OpenedRun, options: RunOptions, host: Host): Promise<ExitCode> {
  const { loaded, lease, clock, run: label, service, approved } = opened;
  const reporter = await createRunReporter({ options, loaded, logFile: opened.logFile, host });
  const control = createRunControl();
  const stopListening = listen({ control, opened, reporter });
  const requests = followRequests(control, lease);
  const leftOut = leftOutRows(loaded);
  const left = leftOut.length === 0 ? {} : { leftOut };
  try {
    const resumed = (await lease.steps()).length > 0;
    await lease.apply([{ kind: 'begun', at: clock.now() }]);
    const campaign = loaded.campaign.id;
    reporter.emit({ event: 'started', at: clock.now(), campaign, run: label, service, resumed, ...left });
    await requests.read();
    const result = await runCampaign({
      ...opened,
      files: host.files,
      isApproved: approved && ((job) => startsJob(approved, job)),
      random: createSeededRandom(clock.now() ^ host.pid),
      emit: reporter.emit,
      control,
    });
    const code = endCodeOf(result);
    await lease.apply([{ kind: 'ended', exitCode: code, at: clock.now() }]);
    const { summary } = result;
    const reason = formatEnd(result);
    const because = reason === undefined ? {} : { reason };
    reporter.emit({ event: 'finished', at: clock.now(), exitCode: code, summary, ...because, ...left });
    const inDoubt = summary.inDoubt === 0 ? [] : await listJobs(lease, { state: 'inDoubt' });
    const removed = removedSteps(loaded.campaign, await jobCounts(lease));
    reporter.finish({ ...result, exitCode: code, inDoubt, removed });
    return code;
  } catch (error) {
    return stateError(error, opened.stateFile, host);
  } finally {
    requests.stop();
    stopListening();
    reporter.close();
  }
}

/** Ctrl-C once drains, twice ends at once. */
function listen(input: {
  readonly control: RunControl;
  readonly opened: OpenedRun;
  readonly reporter: RunReporter;
}): () => void {
  const { control, opened, reporter } = input;
  let interrupted = false;
  const quit = async (): Promise<never> => {
    try {
      reporter.quit(await listJobs(opened.lease, { state: 'sending' }));
    } finally {
      process.exit(exitCode.stopped);
    }
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (interrupted) return void quit();
    interrupted = true;
    reporter.note(`${signal}: no new jobs start; waiting for jobs in flight. Send it again to quit immediately.`);
    control.drain({ kind: 'signal', signal });
  };
  for (const signal of stopSignals) process.on(signal, onSignal);
  return () => {
    for (const signal of stopSignals) process.off(signal, onSignal);
  };
}
