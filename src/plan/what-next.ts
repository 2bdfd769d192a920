import type { Instant } from '../platform/ports.ts';
import { createScheduler } from '../schedule/create-scheduler.ts';
import type { Decision, HeldBy, SchedulerInput } from '../schedule/scheduler.ts';
import { describeBlock } from '../schedule/step-state.ts';

/** What a run would do next, by the scheduler that carries it out. */
export interface WhatNext {
  /** The next start; absent where nothing can start by itself. */
  readonly next?: {
    readonly step: string;
    /** `now` where nothing holds it. */
    readonly at: Instant;
    readonly heldBy?: HeldBy;
  };
  /** Steps with work left that wait for others. */
  readonly after: readonly string[];
  /** Steps whose work cannot start until a person does something, and why. */
  readonly blocked: readonly { readonly step: string; readonly reason: string }[];
}

/** Asks for one decision; nobody is judged or started by it. */
export function whatNext(input: SchedulerInput): WhatNext {
  const scheduler = createScheduler(input);
  const decision = decide(() => scheduler.next(input.now));
  const progress = scheduler.progress();
  const blocked = progress.flatMap(({ step, state, reason, counts }) =>
    (state === 'blocked' || state === 'stopped') && counts.pending > 0
      ? [{ step, reason: describeBlock(reason ?? state) }]
      : [],
  );
  const after = progress.filter(({ state, counts }) => state === 'waiting' && counts.pending > 0);
  const next = nextOf(decision, input.now);
  return {
    ...(next === undefined ? {} : { next }),
    after: after.map(({ step }) => step).filter((step) => step !== next?.step),
    blocked,
  };
}

/** Those who will not be started are no news here. */
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
