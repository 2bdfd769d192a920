import { counted } from '../diagnostic/count-words.ts';
import type { JobResult } from '../job/job.ts';
import { formatMoney } from '../plan/budget.ts';
import type { PlannedJob, StepProblem } from '../plan/plan.ts';
import { formatLate } from '../plan/plan-findings.ts';
import type { RunResult } from '../run/run-state.ts';
import type { Rejections, StopReason } from '../run/stop-reason.ts';
import { type BlockReason, dropMeaning, dropText, readBlock, readDrop } from '../schedule/reasons.ts';
import type { StepProgress } from '../schedule/scheduler.ts';
import { statusOf } from '../service/contract/statuses.ts';
import type { OperationId } from '../service/operations/operations.ts';
import { formatDuration, formatSpanSetting } from '../time/duration.ts';
import { shownReason } from './mask.ts';
import { formatJobs } from './plan/words.ts';

/** The reason of a record or an event: a drop reason becomes a sentence, other words stay as they are. */
export function formatReason(text: string): string {
  const drop = readDrop(text);
  return drop === undefined ? text : dropMeaning(drop);
}

/** `-69 rate does not exist`. 0 is success: then the answer failed an `expect`, as the reason says. */
export function codeAndReason(
  { code = '', reason = '' }: Pick<JobResult, 'code' | 'reason'>,
  showNumbers: boolean,
): string {
  return `${code === '0' ? '' : code} ${shownReason(formatReason(reason), showNumbers)}`.trim();
}

/** "`funds` was rejected". */
export function formatBlock({ need, became }: BlockReason): string {
  return `\`${need}\` ${blockWords[became]}`;
}

const blockWords: Readonly<Record<BlockReason['became'], string>> = {
  inDoubt: 'is in doubt: a person must decide (`callsheet reconcile`)',
  blocked: 'is blocked',
  stopped: 'is stopped',
  reachesOthers: 'may reach people other than these recipients',
  notInPart: 'is not in this run yet',
  doneInPart: 'is not done for all recipients',
  expired: 'expired',
  rejected: 'was rejected',
  skipped: 'was skipped',
  cancelled: 'was cancelled',
  notNeeded: 'was not needed',
};

/** The same from an event. */
export function formatBlockText(text: string): string {
  const block = readBlock(text);
  return block === undefined ? text : formatBlock(block);
}

export function formatProblem(problem: StepProblem): string {
  return problem.kind === 'blocked' ? formatBlock(problem.by) : formatLate(problem);
}

/**
 * Why a run stopped, or what keeps the rest from starting; undefined where nothing does. What is recorded does not say what a person must
 * do next: they may have done it when it is read.
 */
export function formatEnd(
  { reason, kept, next, isOutOfPlan }: Pick<RunResult, 'reason' | 'kept' | 'next' | 'isOutOfPlan'>,
  isRecorded = false,
): string | undefined {
  if (reason?.kind === 'wave' && !isRecorded)
    return `${formatStopReason(reason)}; \`callsheet promote\` lets it continue`;
  if (reason !== undefined) return formatStopReason(reason);
  if (kept.length === 0) {
    if (next === undefined) return undefined;
    return isOutOfPlan
      ? `${next.step} has jobs left that are not in the approved plan; make a new one with \`callsheet plan --out plan.json\`, and approve it with \`callsheet approve --plan plan.json\``
      : `${next.step} has jobs left that another run would start, and that this one did not`;
  }
  // A step that does not start keeps others from starting; the cause is named once.
  const [others, causes] = [kept.filter(isBehind), kept.filter((one) => !isBehind(one))];
  const lines = (causes.length === 0 ? kept : causes).map(
    ({ step, blockedBy, stopReason = '' }) => `${step}: ${blockedBy ? formatBlock(blockedBy) : stopReason}`,
  );
  if (causes.length === 0 || others.length === 0) return lines.join('; ');
  const behind = names.format(others.map(({ step }) => step));
  return `${lines.join('; ')}; so ${behind} ${others.length === 1 ? 'does' : 'do'} not start`;
}

const names = new Intl.ListFormat('en-GB');

function isBehind({ blockedBy }: StepProgress): boolean {
  return blockedBy?.became === 'blocked' || blockedBy?.became === 'stopped';
}

/** For machines: what holds a planned job, or why it will not start. */
export function plannedReason({ heldBy, drop }: PlannedJob): string | undefined {
  return drop === undefined ? heldBy : dropText(drop.reason);
}

/** Why a run stopped, as a part of a sentence. */
export function formatStopReason(reason: StopReason): string {
  switch (reason.kind) {
    case 'answer':
      return `the service answered ${reason.code}: ${reason.reason}${whatToDo(reason.operation, reason.code)}`;
    case 'clock':
      return `the service answered ${reason.code}: ${reason.reason}; set this machine's clock`;
    case 'clocksApart':
      return `the service's clock is ${formatDuration(Math.abs(reason.aheadMs))} ${reason.aheadMs < 0 ? 'behind' : 'ahead of'} this machine's, so one of them is wrong, and nobody's allowed hours can be known; set this machine's clock`;
    case 'turnedAway':
      return `nothing was accepted yet, and the first answer is ${reason.reason}: check CALLSHEET_BASE_URL, and whether a proxy or gateway blocks this machine`;
    case 'unreachable':
      return `the service cannot be reached: ${reason.reason}`;
    case 'budget':
      return `the budget of ${formatMoney(reason.budget, reason.currency)} is used up (${formatMoney(reason.spent, reason.currency)} spent); raise \`limits.budget\``;
    case 'doubts':
      return `${counted(reason.inDoubt, 'job is', 'jobs are')} in doubt (limits.doubts)`;
    case 'accountDoubts':
      return `${counted(reason.inDoubt, 'job of this account is', 'jobs of this account are')} in doubt, over all its campaigns (limits.account.doubts)`;
    case 'rejections':
      return reason.step === undefined
        ? `${rejections(reason, '')} (limits.stopAfter)${mostOf(reason)}`
        : `${rejections(reason, ` of \`${reason.step}\``)}${mostOf(reason)}${goOn}`;
    case 'oneCode':
      return `the service rejected the first ${reason.jobs} jobs of \`${reason.step}\` with one code, ${reason.code}: ${reason.reason}${whatToDo(reason.operation, reason.code)}${goOn}`;
    case 'wave':
      return `of ${formatJobs(reason.accepted + reason.rejected + reason.inDoubt)} of wave ${reason.wave} of \`${reason.step}\`, ${counted(reason.rejected, 'was', 'were')} rejected and ${counted(reason.inDoubt, 'is', 'are')} in doubt (haltIf)`;
    case 'staleList':
      return `the suppression list \`${reason.list}\` is older than ${formatSpanSetting(reason.maxAgeMs)}: import it again with \`callsheet suppress --import FILE --list ${reason.list}\``;
    case 'stateFile':
      return 'the state cannot be read or written';
    case 'signal':
    case 'handOver':
      return reason.signal;
    case 'cancelled':
    case 'aborted':
      return reason.kind;
    case 'endless':
      return 'the rehearsal gave up after a year';
    case 'refused':
      return reason.reason;
    default:
      return reason satisfies never;
  }
}

function rejections({ rejected, of }: Rejections, step: string): string {
  return `${rejected} of the last ${of} jobs${step} ${rejected === 1 ? 'was' : 'were'} rejected`;
}

function mostOf({ rejected, most: { operation, code, reason, jobs } }: Rejections): string {
  const answer = code === '' ? reason : `${code}: ${reason}`;
  return `, ${jobs < rejected ? 'most often ' : ''}with ${answer}${whatToDo(operation, code)}`;
}

/** Of a limit that the campaign did not set. */
const goOn = '; to send all the same, set `limits.stopAfter: never`';

function whatToDo(operation: OperationId, code: string): string {
  const remedy = statusOf(operation, code)?.advice?.remedy;
  return remedy === undefined ? '' : `; ${remedy}`;
}
