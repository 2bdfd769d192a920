import type { Instant } from '../platform/ports.ts';
import { createScheduler } from '../schedule/create-scheduler.ts';
import type { BlockReason } from '../schedule/reasons.ts';
import type { Decision, SchedulerInput } from '../schedule/scheduler.ts';
import type { HeldBy } from '../schedule/trace.ts';

/** What a run would do next, decided by its scheduler. */
export interface WhatNext {
  /** The next start; absent where nothing can start without a person. */
  readonly next?: {
    readonly step: string;
    /** `now` where nothing holds it. */
    readonly at: Instant;
    readonly heldBy?: HeldBy;
  };
  /** Steps with work left that wait for others. */
  readonly after: readonly string[];
  /** Steps whose work cannot start until a person does something. */
  readonly blocked: readonly { readonly step: string; readonly by: BlockReason }[];
}

/** Asks the scheduler for one start or wait; nothing is started or recorded. */
export function whatNext(input: SchedulerInput): WhatNext {
  const scheduler = createScheduler(input);
  const decision = decide(() => scheduler.next(input.now));
  const progress = scheduler.progress();
  const blocked = progress.flatMap(({ step, blockedBy, counts }) =>
    blockedBy !== undefined && counts.pending > 0 ? [{ step, by: blockedBy }] : [],
  );
  const after = progress.filter(({ state, counts }) => state === 'waiting' && counts.pending > 0);
  const next = nextOf(decision, input.now);
  return {
    ...(next === undefined ? {} : { next }),
    after: after.map(({ step }) => step).filter((step) => step !== next?.step),
    blocked,
  };
}

/** Skips the jobs that will not start. */
function decide(next: () => Decision): Decision {
  for (;;) {
    const decision = next();
    if (decision.kind !== 'drop') return decision;
  }
}

function nextOf(decision: Decision, now: Instant): WhatNext['next'] {
  if (decision.kind === 'start') return { step: decision.job.step.id, at: now };
  if (decision.kind !== 'wait') return undefined;
  const { step, until, heldBy } = decision;
  return { step, at: until, heldBy };
}
