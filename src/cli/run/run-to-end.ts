import packageJson from '../../../package.json' with { type: 'json' };
import { leftOutRows } from '../../campaign/audiences/left-out-rows.ts';
import { messageOf } from '../../diagnostic/message-of.ts';
import type { JobId } from '../../job/address.ts';
import { listJobs } from '../../ledger/backend.ts';
import { actionGroup } from '../../ledger/signed.ts';
import type { Monitor } from '../../metrics/monitor.ts';
import { noticeVariable, readNoticeAddress } from '../../notice/notice-target.ts';
import type { Notices } from '../../notice/notices.ts';
import { overdueRemedy } from '../../plan/begun.ts';
import { plannedSources } from '../../plan/make-plan.ts';
import { approvalIn } from '../../plan/saved/saved-plan.ts';
import { urlHost } from '../../platform/listen.ts';
import type { Host, StopSignal } from '../../platform/ports.ts';
import { createSeededRandom } from '../../platform/seeded-random.ts';
import { keepSnapshots, pinsOf } from '../../project/snapshots.ts';
import { formatLeftOut, sourceList } from '../../report/audience-text.ts';
import { formatDayTime } from '../../report/plan/words.ts';
import { formatEnd } from '../../report/reason-text.ts';
import { textLines } from '../../report/render/text.ts';
import { editsToText } from '../../report/run/changes-text.ts';
import { workersToText } from '../../report/run/run-state-text.ts';
import { beforeRun, type StartRefusal } from '../../run/before-run.ts';
import { type CarriedOut, carryOutRun } from '../../run/carry-out-run.ts';
import { claimContacts } from '../../run/claim-contacts.ts';
import { signatureOf } from '../../run/operator/approve-plan.ts';
import type { Edits } from '../../run/resume/edits.ts';
import { createRunControl, type RunControl } from '../../run/run-control.ts';
import type { RunView } from '../../run/run-input.ts';
import type { StopReason } from '../../run/stop-reason.ts';
import { jobCounts, removedSteps } from '../../run/summary.ts';
import { formatDuration } from '../../time/duration.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { formatCommand, formatFresh } from '../messages/format-command.ts';
import { newRunText } from '../messages/held-run.ts';
import { unknownSnapshotsText } from '../messages/missing-run.ts';
import { clockWords } from '../open/approved-plan.ts';
import { openRun } from '../open/open-run.ts';
import type { OpenedRun } from '../open/opened-run.ts';
import { stateError } from '../open/refuse.ts';
import { sandboxStopped } from '../open/start-time.ts';
import type { MonitorOptions, RunOptions } from '../options/shared-options.ts';
import { stoppingText } from '../output/at-terminal.ts';
import { createRunReporter, type RunReporter } from '../output/run-reporter.ts';
import { confirmRun } from './confirm-run.ts';

/** What the process that a run is a part of has, where it does other things, too. */
export interface RunBeside {
  readonly monitor: Monitor | undefined;
  /** Its reason is the signal that ends the process; another process may continue the run. */
  readonly stop: AbortSignal;
}

/** callsheet run FILE: carries out what is left of the campaign, exactly once; resumes automatically. */
export async function runToEnd(options: RunOptions, host: Host, beside?: RunBeside): Promise<ExitCode> {
  if (beside !== undefined) return openAndRun(options, host, beside);
  const monitor = await openMonitor(options, host);
  if (typeof monitor === 'number') return monitor;
  try {
    return await openAndRun(options, host, { monitor });
  } finally {
    await monitor?.close();
  }
}

async function openAndRun(options: RunOptions, host: Host, beside: Partial<RunBeside>): Promise<ExitCode> {
  const opened = await openRun(options, host);
  if (typeof opened === 'number') return opened;
  try {
    if (beside.stop?.aborted) return exitCode.stopped;
    const { loaded } = opened;
    const { timezone } = loaded.campaign;
    const sources = sourceList(plannedSources(loaded), { now: host.clock.now(), timezone });
    for (const line of [...formatLeftOut(leftOutRows(loaded)), ...textLines([sources], host.console)])
      host.console.err(`${line}\n`);
    const edits = await refuseToStart(opened);
    if (typeof edits === 'number') return edits;
    await keepSnapshots(opened.project, opened.loaded, opened.run, host.clock.now());
    return await carryOut({ ...opened, edits }, beside);
  } catch (error) {
    return stateError(error, opened.stateFile, host);
  } finally {
    await opened.close();
  }
}

/** What a person must decide first: a pause, a schedule of last week, the first real send. When it may start, what was edited. */
async function refuseToStart(opened: OpenedRun): Promise<Edits | ExitCode | undefined> {
  const { lease, clock, run, approved, options, host } = opened;
  const clockContinues = options.sandbox && (await sandboxStopped(lease)) !== undefined;
  const { refused, edits, overdueMs } = await beforeRun({
    ...opened,
    pins: pinsOf(opened.project, run),
    isNamed: options.run !== undefined,
    files: host.files,
    now: clock.now(),
    // In the sandbox nobody is reached too late.
    late: options.late || options.sandbox,
    acceptEdits: options.acceptEdits,
  });
  if (edits !== undefined) printEdits(edits, opened);
  if (refused !== undefined) {
    host.console.err(`${refusalText(refused, opened)}Nothing was sent.\n`);
    return refused.kind === 'paused' || refused.kind === 'cancelled' ? exitCode.stopped : exitCode.couldNotRun;
  }
  if (clockContinues && (overdueMs !== undefined || options.at !== undefined)) printClockContinues(opened);
  else if (overdueMs !== undefined && !options.late)
    host.console.err(`A real run at this time would need --late: ${overdueText(opened, overdueMs)}.\n`);
  const moved = approved && (await clockWords(approved, opened));
  if (moved !== undefined) host.console.err(`${moved}\n`);
  const unconfirmed = await confirmRun(opened);
  if (unconfirmed !== undefined) return unconfirmed;
  const signature = signatureOf(options, host.clock.now());
  if (signature !== undefined) await lease.apply([{ kind: 'decided', group: actionGroup('start', signature) }]);
  return edits;
}

function refusalText(refused: StartRefusal, opened: OpenedRun): string {
  const { options, clock } = opened;
  const { campaign } = opened.loaded;
  switch (refused.kind) {
    case 'paused':
    case 'cancelled':
      return `${campaign.id} is ${refused.kind}. Resume it with \`${formatCommand(options)('resume')}\`. `;
    case 'earlierRuns':
      return `${newRunText(refused.runs, { ...opened, campaign })} `;
    case 'unknownSnapshots':
      return `${unknownSnapshotsText(refused.audiences, opened)} `;
    case 'unclearEdits':
      // They have been printed with the other edits.
      return '';
    case 'overdue':
      return `${overdueText(opened, refused.byMs)}. ${overdueRemedy(campaign, clock.now(), '--late')}. `;
    default:
      return refused satisfies never;
  }
}

function overdueText({ loaded }: OpenedRun, byMs: number): string {
  const { id, starts = '' } = loaded.campaign;
  return `${id} was due to start at ${starts.replace('T', ' ').slice(0, 16)} (${formatDuration(byMs)} ago) and has not started`;
}

function printClockContinues({ loaded, clock, options, host }: OpenedRun): void {
  const now = formatDayTime(clock.now(), loaded.campaign.timezone, true);
  const hint = formatFresh(options);
  host.console.err(`The sandbox’s clock continues where its last run stopped, ${now}. To start over: \`${hint}\`\n`);
}

/** What was edited after it was sent. */
function printEdits(edits: Edits, { options, host }: OpenedRun): void {
  host.console.err(editsToText(edits, options.showNumbers));
  if (!options.sandbox || edits.changedAfterSent.length === 0) return;
  const hint = formatFresh(options);
  host.console.err(`To try the edited campaign from its start: \`${hint}\`\n`);
}

/** Runs until it ends; obeys signals and commands from other terminals. */
async function carryOut(
  opened: OpenedRun & { readonly edits: Edits | undefined },
  { monitor, stop }: Partial<RunBeside>,
): Promise<ExitCode> {
  const { loaded, lease, clock, approved, options, host } = opened;
  const reporter = await createRunReporter(opened);
  const control = createRunControl();
  const notices = await openNotices(opened, reporter);
  const stopListening = stop === undefined ? listen(opened, control, reporter) : handOverAt(stop, control);
  let result: CarriedOut | undefined;
  const { giveUp, hide, onStop, onView, ...shown } = monitored(opened, monitor);
  let claims: Awaited<ReturnType<typeof claimContacts>>;
  try {
    const approvalOf = approved && ((job: JobId) => approvalIn(approved, job));
    claims = await claimContacts({ ...opened, files: host.files, approvalOf });
    result = await carryOutRun({
      ...shown,
      files: host.files,
      approvalOf,
      lists: options.sandbox ? undefined : loaded.campaign.contacts?.lists,
      random: createSeededRandom(clock.now() ^ host.pid),
      sharing: opened.sentWith && {
        sentWith: opened.sentWith,
        sendsItself: options.send !== false,
        onWorkers: (count) => reporter.note(workersToText({ campaign: loaded.campaign.id, run: opened.run }, count)),
      },
      emit(event) {
        reporter.emit(event);
        notices?.onEvent(event);
      },
      onView(view) {
        reporter.onView(view);
        onView?.(view);
      },
      formatEnd,
      control,
    });
    if (result.reason !== undefined) onStop?.(result.reason);
    const inDoubt = result.summary.inDoubt === 0 ? [] : await listJobs(lease, { state: 'inDoubt' });
    const removed = removedSteps(loaded.campaign, await jobCounts(lease));
    reporter.finish({ ...result, inDoubt, removed });
    return result.exitCode;
  } catch (error) {
    onStop?.({ kind: 'stateFile' });
    return stateError(error, opened.stateFile, host);
  } finally {
    stopListening();
    const delivered = notices && sendLast(notices, result, stop, host);
    try {
      await claims?.release();
      giveUp?.();
      // Who goes on with the run, or has waited for its end, does not wait for its notices.
      await opened.close();
    } finally {
      await delivered;
      hide?.();
      reporter.close();
    }
  }
}

/** Undefined where the campaign has none, or nothing is real. */
async function openNotices(opened: OpenedRun, reporter: RunReporter): Promise<Notices | undefined> {
  const { project, loaded, run, lease, sendsNotices, host } = opened;
  const { env } = project;
  if (!sendsNotices || Object.keys(loaded.campaign.notices).length === 0) return undefined;
  const { createNotices } = await import('../../notice/notices.ts');
  const address = readNoticeAddress(env[noticeVariable]);
  const hasDied = (await lease.status()).ended === undefined;
  const counts = hasDied ? [...(await jobCounts(lease)).values()] : [];
  const unnoticedDoubts = counts.reduce((sum, { inDoubt = 0 }) => sum + inDoubt, 0);
  const onFailure = reporter.noticeFailed;
  return createNotices({ loaded, run, clock: host.clock, env, address, unnoticedDoubts, onFailure });
}

/** Who stops the process meanwhile waits no longer. */
async function sendLast(
  notices: Notices,
  result: CarriedOut | undefined,
  stop: AbortSignal | undefined,
  { signals }: Host,
): Promise<void> {
  stop?.addEventListener('abort', notices.abandon);
  const stopListening = stop === undefined ? signals.onStop(notices.abandon) : undefined;
  await notices.end(result);
  stop?.removeEventListener('abort', notices.abandon);
  stopListening?.();
}

/** A database that does not answer must not hold up a person who quits. */
const quitMsMost = 1_000;

/** Ctrl-C once drains, twice ends at once. */
function listen({ lease, host }: OpenedRun, control: RunControl, reporter: RunReporter): () => void {
  const { signals } = host;
  let interrupted = false;
  const quit = async (): Promise<void> => {
    try {
      const tooLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), quitMsMost));
      const unanswered = await Promise.race([listJobs(lease, { state: 'sending' }), tooLate]);
      if (unanswered !== undefined) reporter.quit(unanswered);
    } finally {
      signals.quit(exitCode.stopped);
    }
  };
  const onSignal = (signal: StopSignal): void => {
    if (interrupted) return void quit();
    interrupted = true;
    reporter.note(stoppingText(signal, 'stopping after the requests in flight'));
    // A server that shuts down ends its processes like this; Ctrl-C is a person's.
    const handsOver = signal === 'SIGTERM' && lease.handOut !== undefined;
    control.drain({ kind: handsOver ? 'handOver' : 'signal', signal });
  };
  return signals.onStop(onSignal);
}

function handOverAt(stop: AbortSignal, control: RunControl): () => void {
  const handOver = (): void => control.drain({ kind: 'handOver', signal: String(stop.reason) });
  if (stop.aborted) handOver();
  stop.addEventListener('abort', handOver);
  return () => stop.removeEventListener('abort', handOver);
}

const loopback = '127.0.0.1';

/** Shows the metrics of this process where --metrics-port asks for it; undefined where it does not. */
export async function openMonitor(options: MonitorOptions, host: Host): Promise<Monitor | ExitCode | undefined> {
  const { metricsPort, metricsHost } = options;
  if (metricsPort === undefined) return undefined;
  const { startMonitor } = await import('../../metrics/monitor.ts');
  const address = { port: metricsPort, host: metricsHost ?? loopback };
  try {
    const monitor = await startMonitor({ ...address, version: packageJson.version });
    host.console.err(`Metrics: http://${urlHost(address.host)}:${monitor.port}/metrics\n`);
    return monitor;
  } catch (error) {
    return couldNot(host, `--metrics-port ${metricsPort}: ${messageOf(error)}. Nothing was sent.`);
  }
}

/** The same run, measured and shown by the monitor. */
export function monitored<Opened extends Pick<OpenedRun, 'loaded' | 'run' | 'lease' | 'transport'>>(
  opened: Opened,
  monitor: Monitor | undefined,
): Opened & {
  readonly onView?: (view: RunView) => void;
  readonly onStop?: (reason: StopReason) => void;
  readonly giveUp?: () => void;
  readonly hide?: () => void;
} {
  if (monitor === undefined) return opened;
  const { loaded, run, lease, transport } = opened;
  const { id: campaign, limits } = loaded.campaign;
  const metrics = monitor.add({ campaign, run, limits, role: 'leading', term: lease.term, ask: () => lease.status() });
  return {
    ...opened,
    lease: metrics.timeCommits(lease),
    transport: metrics.countRequests(transport),
    onView: metrics.show,
    onStop: metrics.countStop,
    giveUp: metrics.giveUp,
    hide: metrics.hide,
  };
}
