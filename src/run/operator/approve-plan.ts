import { boundedLine } from '../../diagnostic/visible-text.ts';
import type { OpenForRunning, Refused, RunAbout, StateBackend } from '../../ledger/backend.ts';
import type { Approval } from '../../ledger/signed.ts';
import type { SavedPlan } from '../../plan/saved/saved-plan.ts';
import type { Instant } from '../../platform/ports.ts';
import { isSameService } from '../../service/contract/addresses.ts';

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

/** Who does something with a run, and when; undefined where nobody is named. */
export function signatureOf(
  { by = '', comment }: { readonly by?: string | undefined; readonly comment?: string | undefined },
  at: Instant,
): (SignedBy & { readonly at: Instant }) | undefined {
  return by.trim() === '' ? undefined : { ...signed({ by, comment }), at };
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
  const { hash, checksum } = plan;
  const approval: Approval = { plan: hash, checksum, service: about.service, at: Math.round(at), ...signed(who) };
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

/** Whether somebody has approved that this plan, as its file is now, is carried out at this service. */
type ApprovalState =
  | { readonly kind: 'approved' }
  | { readonly kind: 'unapproved' }
  /** Its file was another one then. */
  | { readonly kind: 'edited'; readonly by: string }
  /** It was approved for another service. */
  | { readonly kind: 'otherService'; readonly by: string; readonly service: string };

export function approvalState(
  approvals: readonly Approval[],
  plan: Pick<SavedPlan, 'hash' | 'checksum'>,
  service: string,
): ApprovalState {
  const ofPlan = approvals.filter((one) => one.plan === plan.hash);
  const ofFile = ofPlan.filter(({ checksum }) => checksum === plan.checksum);
  if (ofFile.some((one) => isSameService(one.service, service))) return { kind: 'approved' };
  const [last, edited] = [ofFile.at(-1), ofPlan.at(-1)];
  if (last !== undefined) return { kind: 'otherService', by: last.by, service: last.service };
  return edited === undefined ? { kind: 'unapproved' } : { kind: 'edited', by: edited.by };
}
