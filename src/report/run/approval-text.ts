import { counted } from '../../diagnostic/count-words.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Approval } from '../../ledger/signed/approval.ts';
import { formatInstant } from '../../time/local-time.ts';
import { shownReason } from '../mask.ts';
import { formatDate } from '../plan/words.ts';

const shownAtMost = 5;

/** A sentence for each plan that was approved, newest first. */
export function approvalLines(approvals: readonly Approval[], timezone: string): readonly string[] {
  const lines = approvals.toReversed().slice(0, shownAtMost);
  const more = approvals.length - lines.length;
  return [
    ...lines.map((approval) => formatApproval(approval, timezone)),
    ...(more > 0 ? [`${counted(more, 'earlier approval')}.`] : []),
  ];
}

export function formatApproval({ plan, at, by, comment }: Approval, timezone: string): string {
  const words = comment === undefined ? '.' : `: ${shownReason(comment, false)}`;
  return `Plan ${plan.slice(0, 12)} was approved by ${visibleLine(by)} on ${formatDate(at, timezone)}${words}`;
}

/** Oldest first, as they were made. */
export function approvalsToJson(approvals: readonly Approval[], timezone: string): readonly object[] {
  return approvals.map(({ at, ...approval }) => ({ ...approval, at: formatInstant(at, timezone) }));
}
