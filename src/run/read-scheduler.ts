import { hasState } from '../job/history.ts';
import type { Rest } from '../job/rest.ts';
import { createScheduler, type Scheduler } from '../schedule/create-scheduler.ts';
import type { AccountPace, StepProgress } from '../schedule/scheduler.ts';
import { readHistory } from './resume/read-history.ts';
import type { RunInput } from './run-input.ts';

export interface ReadScheduler {
  readonly scheduler: Scheduler;
  readonly hasAccepted: boolean;
  readonly rests: readonly Rest[];
  /** How often people had decided before what is recorded was read. */
  readonly decisions: number;
}

/** A scheduler that knows the past of the run. The past itself is not kept: of a large run it takes much memory. */
export async function readScheduler(
  input: RunInput,
  {
    accountPace,
    stopped,
  }: { readonly accountPace: AccountPace | undefined; readonly stopped: readonly StepProgress[] },
): Promise<ReadScheduler> {
  const { loaded, lease, control, clock, isApproved, part, contacts, run } = input;
  const { campaign, rosters } = loaded;
  const decisions = Math.max(control.decisions(), (await lease.requests()).decisions);
  const history = await readHistory(campaign, lease);
  const now = clock.now();
  return {
    decisions,
    scheduler: createScheduler({
      campaign,
      run,
      // In a sandbox, and where the clock skips every wait, no person is there who could promote.
      promotes: input.service === 'sandbox' || input.during !== undefined ? 'unbroken' : undefined,
      rosters,
      history,
      isApproved,
      part,
      stopped,
      accountPace,
      contacts: contacts && {
        run,
        factsOf: contacts.known.factsOf,
        keepsPlanned: false,
      },
      now,
    }),
    hasAccepted: hasState(history, 'accepted'),
    rests: history.rests,
  };
}
