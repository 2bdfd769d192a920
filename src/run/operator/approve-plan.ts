import { boundedLine } from '../../diagnostic/visible-text.ts';
import type { SavedPlan } from '../../plan/saved/saved-plan.ts';
import type { Instant } from '../../platform/ports.ts';
import type { OpenForRunning, Refused, RunAbout, StateBackend } from '../../state/backend.ts';
import type { Approval } from '../../state/signed/approval.ts';

/** Who decides, and why, as a ledger keeps it: one line each. */
export interface SignedBy {
  readonly by: string;
  readonly comment?: string | undefined;
}

const nameAtMost = 200;
const commentAtMost = 1_000;

export function signed({ by, comment }: SignedBy): SignedBy {
  const words = comment?.trim() ?? '';
  return {
    by: boundedLine(by.trim(), nameAtMost),
    comment: words === '' ? undefined : boundedLine(words, commentAtMost),
  };
}

/** Records that a person approves a plan, in the state of its run, which is created where there is none. */
export async function approvePlan(input: {
  readonly backend: StateBackend;
  readonly about: RunAbout;
  readonly me: OpenForRunning['me'];
  readonly plan: Pick<SavedPlan, 'hash' | 'checksum'>;
  readonly who: SignedBy;
  readonly at: Instant;
}): Promise<Approval | Refused> {
  const { backend, about, me, plan, who, at } = input;
  const approval: Approval = { plan: plan.hash, checksum: plan.checksum, at: Math.round(at), ...signed(who) };
  const recorded = await backend.approve(about, approval);
  if (recorded === 'recorded') return approval;
  if (recorded !== undefined) return recorded;
  const opened = await backend.openForRunning({ about, me, adopt: false });
  if ('refused' in opened) return opened;
  try {
    await opened.lease.apply([{ kind: 'approved', approval }]);
    return approval;
  } finally {
    await opened.lease.close();
  }
}

/** Who has approved the plan last; `edited` where its file was another one then. */
export function approvalOf(
  approvals: readonly Approval[],
  plan: Pick<SavedPlan, 'hash' | 'checksum'>,
): { readonly approval: Approval; readonly isEdited: boolean } | undefined {
  const ofPlan = approvals.filter((one) => one.plan === plan.hash);
  const same = ofPlan.findLast(({ checksum }) => checksum === plan.checksum);
  const approval = same ?? ofPlan.at(-1);
  return approval && { approval, isEdited: same === undefined };
}
