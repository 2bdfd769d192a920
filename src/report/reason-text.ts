import type { JobResult } from '../job/job.ts';
import type { PlannedJob, StepProblem } from '../plan/plan.ts';
import { formatLate } from '../plan/plan-findings.ts';
import type { RunResult } from '../run/run-state.ts';
import { type BlockReason, dropMeaning, dropText, readBlock, readDrop } from '../schedule/reasons.ts';
import type { StepProgress } from '../schedule/scheduler.ts';
import { shownReason } from './mask.ts';
import { formatStopReason } from './run/stop-reason-text.ts';

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
