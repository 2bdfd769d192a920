import { restOf } from '../job/rest.ts';
import type { BegunWave } from '../job/waves.ts';
import type { Instant } from '../platform/ports.ts';
import { type AudienceTimes, audienceTimes } from './audience-times.ts';
import { createContactBooks, createContacts } from './contacts.ts';
import { createHeap, createStepHeap } from './heaps.ts';
import { resumedPace } from './pace.ts';
import type { SchedulerInput } from './scheduler.ts';
import { createStepJobs } from './step-jobs.ts';
import { keepOtherSteps, linkNeeds } from './step-needs.ts';
import { type StepState, stop } from './step-state.ts';
import type { HeldBy } from './trace.ts';
import type { Peek } from './zone-queues.ts';

/** What the steps of one scheduler share. */
export function createContext(input: SchedulerInput) {
  const { campaign, run, history, approvalOf, promotes, now: createdAt } = input;
  const steps = createSteps(input);
  return {
    campaign,
    run,
    approvalOf,
    waves: history.waves,
    promotes,
    /** False where it is limited to some recipients: they are one wave. */
    hasWaves: input.part === undefined,
    createdAt,
    /** When the run started for the first time. */
    begunAt: Math.min(history.begunAt ?? createdAt, createdAt),
    steps,
    byId: new Map(steps.map((state) => [state.step.id, state])),
    contacts: createContacts(campaign, steps, history),
    books: createContactBooks(campaign, input.contacts, steps),
    /** Steps to be examined: something happened to them, or to the steps that they need. */
    changed: createChangedSteps(steps),
    open: createOpenSteps(steps),
    /** Steps that wait, by the instant at which they open. */
    opening: createHeap(),
    /** Steps that may have jobs to drop at once. */
    dropping: createStepHeap(steps.length, (a, b) => a < b),
    /** Steps that have ended since `Scheduler.ended` was last called. */
    ended: [] as StepState[],
    /** Waves that have begun and are to be recorded. */
    begun: [] as BegunWave[],
  };
}

export type SchedulerContext = ReturnType<typeof createContext>;

/** Every step with its jobs, as history has them, and with the steps that it needs. */
function createSteps({ campaign, rosters, history, part, stopped = [], now }: SchedulerInput): readonly StepState[] {
  const once: AudienceTimes = { zones: [campaign.timezone], zoneOf: new Uint32Array(1) };
  const timesOf = new Map<string, AudienceTimes>();
  const byCountry = campaign.steps.some(({ window }) => window !== 'always' && window.holidays?.of === 'number');
  for (const audience of campaign.audiences) {
    const roster = rosters.get(audience.name);
    if (roster) timesOf.set(audience.name, audienceTimes({ audience, roster, timezone: campaign.timezone, byCountry }));
  }
  const steps = campaign.steps.map((step, index): StepState => {
    const audience = step.forEach?.audience;
    const roster = audience === undefined ? undefined : rosters.get(audience);
    const times = audience === undefined ? once : timesOf.get(audience);
    if (times === undefined) throw new Error(`no roster for audience ${audience}`);
    const jobs = createStepJobs({ campaign, step, roster, history, part, now });
    return {
      step,
      index,
      roster,
      times,
      jobs,
      pace: step.rate && resumedPace(step.rate, history.stepStarts.get(step.id), now),
      ratePlace: ['steps', step.id, 'rate'],
      needs: [],
      neededBy: [],
      openNeeds: 0,
      hasEnded: false,
      status: 'waiting',
      blockedBy: undefined,
      stopReason: undefined,
      opensAt: undefined,
      opening: [],
      queue: undefined,
      wave: undefined,
      inFlight: 0,
      startedAt: jobs.firstStart,
      endedAt: undefined,
      restUntil: restOf(history.rests, step.id, now)?.until ?? Number.NEGATIVE_INFINITY,
      started: 0,
    };
  });
  linkNeeds(steps);
  for (const state of steps) {
    const known = stopped.find(({ step }) => step === state.step.id);
    if (known !== undefined) stop(state, known.stopReason ?? '', known.ends ?? now);
  }
  if (part !== undefined) keepOtherSteps(steps, now);
  return steps;
}

/**
 * Steps to be examined, each once, in the order in which they were added. One is added for each job: in a `Set` the tables that it
 * outgrows would keep each other alive until V8 looks at the whole heap, some 60 bytes a job.
 */
function createChangedSteps(steps: readonly StepState[]) {
  const queue = [...steps];
  const isQueued = new Uint8Array(steps.length).fill(1);
  let [first, end] = [0, queue.length];
  return {
    add(state: StepState): void {
      if (isQueued[state.index] === 1) return;
      isQueued[state.index] = 1;
      queue[end++] = state;
    },
    take(): StepState | undefined {
      if (first === end) return undefined;
      const state = queue[first++]!;
      isQueued[state.index] = 0;
      if (first === end) first = end = 0;
      return state;
    },
  };
}

export interface Waiting {
  readonly state: StepState;
  readonly until: Instant;
  readonly heldBy: HeldBy;
}

/**
 * What each open step does next, as long as that is known. With thousands of steps open at once, a start looks only at the
 * steps that changed, and at the first of the others.
 */
function createOpenSteps(steps: readonly StepState[]) {
  const until = new Float64Array(steps.length);
  const deadline = new Float64Array(steps.length);
  const started = new Float64Array(steps.length);
  const isSingle = Uint8Array.from(steps, ({ roster }) => (roster === undefined ? 1 : 0));
  const heldBy: HeldBy[] = [];

  const endsBefore = (a: number, b: number): boolean => until[a]! < until[b]! || (until[a] === until[b] && a < b);
  const unknown = createStepHeap(steps.length, (a, b) => a < b);
  const waiting = createStepHeap(steps.length, endsBefore);
  const readyEnds = createStepHeap(steps.length, endsBefore);
  const ready = createStepHeap(steps.length, (a, b) => {
    if (isSingle[a] !== isSingle[b]) return isSingle[a] === 1;
    if (deadline[a] !== deadline[b]) return deadline[a]! < deadline[b]!;
    return started[a] === started[b] ? a < b : started[a]! < started[b]!;
  });
  const allKnown = [waiting, readyEnds];

  return {
    /** Something happened to the step: it must be examined. */
    changed: ({ index }: StepState): void => unknown.put(index),
    /** Takes the next step to examine, in the order of the file: it changed, or what was known of it was known until now. */
    takeUnknown(now: Instant): StepState | undefined {
      for (const known of allKnown) {
        for (let index = known.first(); index !== -1 && until[index]! <= now; index = known.first()) {
          known.remove(index);
          unknown.put(index);
        }
      }
      const index = unknown.first();
      if (index !== -1) unknown.remove(index);
      return steps[index];
    },
    /** Of a step that was taken: the job that `peek` found is the one to start until `until`. */
    isReady({ index, started: count }: StepState, found: Peek, knownUntil: Instant): void {
      waiting.remove(index);
      until[index] = knownUntil;
      deadline[index] = found.deadline;
      started[index] = count;
      // Most often it was there already: its place has changed a little.
      ready.put(index);
      readyEnds.put(index);
    },
    /** Of a step that was taken: none of its jobs starts before `until`. */
    waits({ index }: StepState, waitsUntil: Instant, rule: HeldBy): void {
      ready.remove(index);
      readyEnds.remove(index);
      until[index] = waitsUntil;
      heldBy[index] = rule;
      waiting.put(index);
    },
    /** Of a step that was taken: it has nothing to start. */
    hasNone({ index }: StepState): void {
      ready.remove(index);
      readyEnds.remove(index);
      waiting.remove(index);
    },
    /** The step that goes first: one that runs once (others wait for it); the earliest deadline; the one that started least. */
    firstReady: (): StepState | undefined => steps[ready.first()],
    firstWaiting(): Waiting | undefined {
      const index = waiting.first();
      return index === -1 ? undefined : { state: steps[index]!, until: until[index]!, heldBy: heldBy[index]! };
    },
  };
}
