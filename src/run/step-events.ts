import type { Campaign, Step } from '../campaign/campaign.ts';
import type { BegunWave } from '../job/waves.ts';
import { isInScope } from '../ledger/contacts/judge-contact.ts';
import type { Instant } from '../platform/ports.ts';
import { blockText } from '../schedule/reasons.ts';
import type { Decision, Scheduler, StepProgress } from '../schedule/scheduler.ts';
import type { HeldBy } from '../schedule/trace.ts';
import { operations } from '../service/operations/operations.ts';
import type { RunEvent } from './event.ts';

type StepEvent = Extract<RunEvent, { event: 'step' }>;

/** Shorter waits are not reported. */
const announcedWaitMs = 1_000;
/** Nor are shorter waits of these after the first. */
const comeInRow: readonly HeldBy[] = ['rate', 'cap'];
const againWaitMs = 60_000;

/**
 * Reports once that a step started, ended or is blocked, and each long wait once; of the waits for a rate, or for what another campaign
 * is going to do, which come one after another, only the first and those of minutes.
 */
export function createStepEvents(
  steps: Pick<Scheduler, 'progressOf' | 'ended'>,
  { steps: all, contacts }: Pick<Campaign, 'steps' | 'contacts'>,
  emit: (event: RunEvent) => void,
) {
  const reported = new Map<string, string>();
  const titles = new Map(all.flatMap(({ id, title }) => (title === undefined ? [] : [[id, title]])));
  const capped = new Set(all.flatMap((step) => (isCapped(step, contacts) ? [step.id] : [])));
  /** By step: the wave of which it was said that it is over, and of which nothing was started since. */
  const saidOver = new Map<string, number>();
  let waited: Pick<Extract<Decision, { kind: 'wait' }>, 'until' | 'step' | 'heldBy'> | undefined;

  const report = (one: StepProgress, state: StepEvent['state'], at: Instant): void => {
    if (reported.get(one.step) === state) return;
    reported.set(one.step, state);
    const { pending, sending, accepted, rejected, skipped, expired, inDoubt, cancelled } = one.counts;
    const dropped = { ...(expired > 0 && { expired }), ...(cancelled > 0 && { cancelled }) };
    const jobs = { toDo: pending + sending, accepted, rejected, skipped, inDoubt, ...dropped };
    const reason = one.blockedBy === undefined ? one.stopReason : blockText(one.blockedBy);
    const because = reason === undefined || state === 'open' ? {} : { reason };
    const title = titles.get(one.step);
    const named = { step: one.step, ...(title === undefined ? {} : { title }) };
    const held = state === 'open' && capped.has(one.step) ? { capped: true as const } : {};
    emit({ event: 'step', at, ...named, state, ...held, jobs, ...because });
  };

  const settled = (at: Instant): void => {
    for (const one of steps.ended()) if (one.state !== 'waiting' && one.state !== 'open') report(one, one.state, at);
  };

  return {
    started(step: string, at: Instant): void {
      saidOver.delete(step);
      if (reported.get(step) === 'open') return;
      // The steps that it needed have ended.
      settled(at);
      const one = steps.progressOf(step);
      if (one !== undefined) report(one, 'open', at);
    },
    wave({ step, wave, people, of }: BegunWave, at: Instant): void {
      const waves = steps.progressOf(step)?.wave?.waves ?? wave + 1;
      emit({ event: 'wave', at, step, wave: wave + 1, waves, people, of });
    },
    /** The step waits for a person. It does so again when somebody has decided about another job: once is enough. */
    waveOver(step: string, at: Instant): void {
      settled(at);
      const progress = steps.progressOf(step)?.wave;
      if (progress === undefined || saidOver.get(step) === progress.begun.wave) return;
      const { begun, waves, counts } = progress;
      saidOver.set(step, begun.wave);
      emit({ event: 'waveOver', at, step, wave: begun.wave + 1, waves, ...counts });
    },
    waiting({ until, step, heldBy }: Extract<Decision, { kind: 'wait' }>, at: Instant): void {
      // That was said; at its end, what is left expires.
      const isForPerson = heldBy === 'wave' && steps.progressOf(step)?.wave?.wait?.kind === 'person';
      if (until === Number.POSITIVE_INFINITY || isForPerson) return;
      if (until - at < announcedWaitMs || waited?.until === until) return;
      const isNext = comeInRow.includes(heldBy) && waited?.heldBy === heldBy && waited.step === step;
      waited = { until, step, heldBy };
      if (isNext && until - at < againWaitMs) return;
      emit({ event: 'waiting', at, until, step, heldBy });
    },
    /** Reports the steps that have ended. */
    settled,
  };
}

function isCapped({ uses, purpose }: Step, contacts: Campaign['contacts']): boolean {
  const { channel } = operations[uses];
  return channel !== undefined && contacts?.caps.some((cap) => isInScope(cap, { channel, purpose })) === true;
}
