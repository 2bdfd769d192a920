import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { pino } from 'pino';
import { leftOutRows } from '../../campaign/audiences/left-out-rows.ts';
import { counted, formatCount } from '../../diagnostic/count-words.ts';
import { messageOf } from '../../diagnostic/message-of.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { formatAddress, type JobId } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import type { NoticeFailure } from '../../notice/notices.ts';
import { whyUnreadable } from '../../platform/ports.ts';
import { formatLeftOut } from '../../report/audience-text.ts';
import { shownAddress, shownReason, someAddresses } from '../../report/mask.ts';
import { stepNames } from '../../report/plan/words.ts';
import { formatEnd } from '../../report/reason-text.ts';
import { formatUnanswered } from '../../report/run/doubt-text.ts';
import { eventToJson, eventToText } from '../../report/run/event-text.ts';
import { rejectedText, removedStepsText, summaryText } from '../../report/run/run-state-text.ts';
import type { RunEvent, Summary } from '../../run/event.ts';
import type { RunView } from '../../run/run-input.ts';
import { type RunResult, reachedNobody } from '../../run/run-state.ts';
import type { RemovedStep } from '../../run/summary.ts';
import { formatInstant } from '../../time/local-time.ts';
import { exitCode } from '../exit-code.ts';
import { completeCommands, formatCommand } from '../messages/format-command.ts';
import type { OpenedRun } from '../open/opened-run.ts';
import type { RunOptions } from '../options/shared-options.ts';
import { fitTerminal } from './print-document.ts';
import { createEventLines, createLiveProgress, createPlainProgress } from './run-progress.ts';

export type RunReporter = Awaited<ReturnType<typeof createRunReporter>>;

interface FinishedRun extends RunResult {
  readonly exitCode: number;
  readonly inDoubt: readonly JobRecord[];
  readonly removed: readonly RemovedStep[];
}

/** Text: lines on stderr as it goes, the sums on stdout at the end. JSON: one event a line on stdout. */
export async function createRunReporter({ options, loaded, logFile, host }: OpenedRun) {
  const { timezone, steps } = loaded.campaign;
  const log = await createRunLog(logFile, timezone);
  if (log.problem !== undefined) host.console.err(`${log.problem}: no log is written.\n`);
  const isForMachine = options.format === 'json';
  const createForPeople = host.console.errIsTerminal ? createLiveProgress : createPlainProgress;
  const createProgress = isForMachine ? createEventLines : createForPeople;
  const stepName = stepNames(steps);
  let view: RunView | undefined;
  const progress = createProgress({ host, timezone, stepName, counted: (step) => view?.progressOf(step) });
  const { showNumbers } = options;
  let finished = false;
  return {
    emit(event: RunEvent): void {
      log.write(event);
      const line = isForMachine ? '' : eventToText(event, { timezone, showNumbers, stepName });
      progress.onEvent(event, line && completeCommands(line, options));
    },
    onView(of: RunView): void {
      view = of;
    },
    /** A line for the person at the terminal. */
    note: progress.above,
    /** On stderr and in the log; the run's outcome stays as it is. */
    noticeFailed(failure: NoticeFailure): void {
      log.writeNoticeFailure(failure);
      if (finished) host.console.err(`${noticeFailureText(failure)}\n`);
      else progress.above(noticeFailureText(failure));
    },
    /** Says what a process that ends now leaves unanswered. */
    quit(unanswered: readonly JobId[]): void {
      progress.above(formatUnanswered(unanswered, loaded.campaign, showNumbers));
      progress.close();
    },
    finish(result: FinishedRun): void {
      finished = true;
      progress.close();
      if (isForMachine) return;
      const { summary } = result;
      const left = formatLeftOut(leftOutRows(loaded)).map((line) => `${line}.`);
      const removed = removedStepsText(result.removed);
      const isNobody = reachedNobody(loaded.campaign, result.steps);
      const words = endedWords(result, isNobody, options);
      const command = formatCommand(options);
      const rejected = rejectedText(summary, command('report'));
      const ended = [...removed, ...doubts(result.inDoubt, options), ...rejected, ...left, words];
      const look = options.sandbox && !isNobody ? [`See what everybody received: \`${command('inbox')}\``] : [];
      const lines = [summaryText(host.console, result.steps, summary), '', ...ended, ...look];
      host.console.out(`${fitTerminal(completeCommands(lines.join('\n'), options), host.console)}\n`);
    },
    close(): void {
      progress.close();
      log.close();
    },
  };
}

function noticeFailureText({ notice, reason }: NoticeFailure): string {
  return `The notice \`${notice}\` was not delivered: ${visibleLine(reason)}.`;
}

const doubtsShown = 20;

function doubts(jobs: readonly JobRecord[], options: RunOptions): string[] {
  if (jobs.length === 0) return [];
  return [
    `In doubt (will not be resent automatically): ${someAddresses(jobs.map(formatAddress), options.showNumbers, doubtsShown)}.`,
    `Decide with \`${formatCommand(options)('reconcile')}\`.`,
  ];
}

function endedWords(result: FinishedRun, isNobody: boolean, options: RunOptions): string {
  const end = formatEnd(result);
  const reason = end === undefined ? [] : [shownReason(end, options.showNumbers)];
  const because = ['', ...reason].join(': ');
  switch (result.exitCode) {
    case exitCode.done:
      if (result.summary.pending > 0) return `Done for these recipients. ${notYet(result.summary.pending, options)}`;
      return isNobody
        ? `Finished: nobody was contacted. ${seeWhy(options, result.summary)}`
        : 'Done. Nothing is left to do.';
    case exitCode.stopped:
      if (result.reason?.kind === 'cancelled') {
        const command = formatCommand(options);
        return `Stopped: cancelled. To continue, undo the cancel with \`${command('resume')}\`, then use \`${command('run')}\`.`;
      }
      if (result.reason?.kind === 'handOver') {
        const { only, first, plan, requireApproval } = options;
        const isWhole = (only?.length ?? 0) === 0 && (plan ?? first) === undefined && requireApproval !== true;
        const who = isWhole ? ', or a worker that may lead,' : '';
        return `Stopped${because}. A \`run\` that follows${who} continues it; otherwise run the same command: \`${formatCommand(options)('run')}\`.`;
      }
      // It halts again until a person has promoted it, or raised the budget, as the reason says.
      if (result.reason?.kind === 'wave' || result.reason?.kind === 'budget')
        return `Stopped${because}. ${continueWith(options, 'Then')}`;
      return `Stopped${because}.${isAskedForPlan(result) ? '' : ` ${continueWith(options)}`}`;
    default:
      return result.ended === 'finished'
        ? `Finished${isNobody ? ' and nobody was contacted' : ''}${failureWords(result.summary, reason)}.${othersLeft(result, options)}`
        : `Ended with failures and work left${because}.${isAskedForPlan(result) ? '' : ` ${continueWith(options)}`}`;
  }
}

/** `: 153 rejected, 12 in doubt`, and the reason. */
function failureWords({ rejected, inDoubt }: Summary, reason: readonly string[]): string {
  const failed = [
    ...(rejected > 0 ? [`${formatCount(rejected)} rejected`] : []),
    ...(inDoubt > 0 ? [`${formatCount(inDoubt)} in doubt`] : []),
  ];
  return failed.length === 0
    ? [' with failures', ...reason].join(': ')
    : `: ${[failed.join(', '), ...reason].join('; ')}`;
}

/** A report has the reasons of jobs; why a list has nobody, the plan knows. */
function seeWhy(options: RunOptions, { skipped, expired }: RunResult['summary']): string {
  return `\`${formatCommand(options)(skipped + expired > 0 ? 'report' : 'plan')}\` says why.`;
}

function continueWith(options: RunOptions, then = 'To continue,'): string {
  return `${then} run the same command: \`${formatCommand(options)('run', options.late ? '--late' : undefined)}\`.`;
}

/** The same command would send nothing: only a new plan has what is left. */
function isAskedForPlan({ kept, isOutOfPlan }: Pick<RunResult, 'kept' | 'isOutOfPlan'>): boolean {
  return kept.length === 0 && isOutOfPlan === true;
}

function othersLeft({ kept, summary: { pending } }: FinishedRun, options: RunOptions): string {
  const isPart = options.first !== undefined || (options.only?.length ?? 0) > 0;
  return isPart && kept.length === 0 && pending > 0 ? ` ${notYet(pending, options)}` : '';
}

/** A run for some recipients leaves the others as they are. */
function notYet(pending: number, options: RunOptions): string {
  const rest = formatCommand({ ...options, only: [], first: undefined })('run');
  return `${counted(pending, 'job is', 'jobs are')} not in this run yet: \`${rest}\``;
}

/** The run's events beside its state file, one JSON object a line, numbers masked; accepted jobs are only in the state file. */
export interface RunLog {
  /** Why nothing is logged, if it is. */
  readonly problem?: string;
  write(event: RunEvent): void;
  writeNoticeFailure(failure: NoticeFailure): void;
  close(): void;
}

export async function createRunLog(path: string, timezone: string): Promise<RunLog> {
  const { pino } = await import('pino');
  const destination = open(path, pino.destination);
  // A log that cannot be written must not stop what is being logged; the state file has the truth.
  if (typeof destination === 'string')
    return { problem: `${path} ${destination}`, write() {}, writeNoticeFailure() {}, close() {} };
  destination.on('error', () => {});
  const log = pino({ base: null, timestamp: false, formatters: { level: (level) => ({ level }) } }, destination);
  return {
    write(event) {
      if (event.event === 'job' && event.state === 'accepted' && event.job.key !== undefined) return;
      const printed = eventToJson(event, timezone);
      log.info({
        ...printed,
        ...('job' in event ? { address: shownAddress(event.job, false) } : {}),
        ...('title' in event && event.title !== undefined ? { title: visibleLine(event.title) } : {}),
        ...(typeof printed['reason'] === 'string' ? { reason: shownReason(printed['reason'], false) } : {}),
      });
    },
    writeNoticeFailure: ({ at, notice, reason }) =>
      log.info({ event: 'noticeFailed', at: formatInstant(at, timezone), notice, reason: visibleLine(reason) }),
    close: () => destination.end(),
  };
}

/** In words why nothing can be written there. */
function open(path: string, destination: typeof pino.destination): ReturnType<typeof pino.destination> | string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    const unreadable = stats && whyUnreadable(stats);
    // To open a named pipe waits for somebody who reads it.
    if (unreadable !== undefined) return unreadable.words;
    const isCut = stats !== undefined && endsWithinLine(path);
    const log = destination({ dest: path, mode: 0o600, mkdir: true, sync: true });
    if (isCut) log.write('\n');
    return log;
  } catch (error) {
    return `cannot be written (${messageOf(error)})`;
  }
}

/** A full disk, or a power failure, leaves a part of a line: the first event of this process must not become a part of it. */
function endsWithinLine(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const last = Buffer.alloc(1);
    const { size } = fstatSync(file);
    return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last.toString() !== '\n';
  } finally {
    closeSync(file);
  }
}
