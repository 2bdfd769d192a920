import { formatCount } from '../../diagnostic/count-words.ts';
import { laterJobs, skippedIn, stepJobs } from '../../plan/unsent-jobs.ts';
import type { PlanJson } from '../../report/plan/json.ts';
import { axisFor, tickLines } from '../../report/render/axis.ts';
import { processLines, removedStepsText } from '../../report/run/run-state-text.ts';
import { removedSteps } from '../../run/summary.ts';
import { dropState, isConditional } from '../../schedule/reasons.ts';
import { campaignNow } from './campaign-now.ts';
import { type KnownPlan, type PlanStepJson, plannedStep } from './known-plan.ts';
import { nowSentence } from './now-sentence.ts';
import { type ActionInput, runActions } from './run-actions.ts';
import type { RunLook } from './run-look.ts';
import { notNeededOf } from './run-sums.ts';
import { idleLines, nextStart, waitsAfter, waitsForService } from './sending-now.ts';
import { nextStarts, openHours } from './step-lanes.ts';
import type { PrimaryAction, ShownAction, ShownAxis, ShownCounts, ShownState, StepLane } from './views.ts';
import { firstWaves, unpromoted, waitsForPerson, waitsNow } from './wave-waits.ts';
import { inWords, type Words } from './words.ts';

export interface OverviewInput extends ActionInput {
  readonly file: string;
  readonly allowActions: boolean;
  readonly failedStart?: string | undefined;
  readonly inbox?: boolean;
}

const minuteMs = 60_000;

/** One campaign at one moment. */
export function overviewView(input: OverviewInput) {
  const { known, sandbox, allowActions, failedStart, inbox = false } = input;
  const { campaign } = input.look;
  const seen = campaignNow(input);
  const { shown, look, lanes, promotable, sending, errors, refused } = seen;
  const { now, state, counts } = shown;
  const timezone = campaign?.timezone ?? 'UTC';
  const axis = commonAxis(lanes, now, timezone);
  const steps = lanes.map((lane, index): StepLane => {
    const step = campaign?.steps[index];
    if (campaign === undefined || step === undefined || axis === undefined) return lane;
    return { ...lane, open: openHours(step, campaign, known?.plan, axis) };
  });
  const ends = Math.max(...steps.flatMap(({ planned }) => planned.map(({ to }) => to)));
  // Until what is under way is answered, or the process has ended.
  const obeying = look.isUnderWay && (state === 'cancelled' || (state === 'paused' && counts.sending > 0));
  const isUnfinished = campaign !== undefined && state !== 'finished';
  const holds = {
    run: state !== 'running',
    person: (step: string, at: number): boolean => {
      const wave = at > now ? waitsForPerson(step, input.look, known, at) : waitsNow(step, input.look, known, now);
      return wave !== undefined;
    },
    unpromoted: (step: string): number => unpromoted(step, known),
  };
  const upcoming = nextStart(steps, now, waitsAfter(look, now));
  const actions = runActions({ ...input, look });
  const groups = isUnfinished && refused.length === 0 ? nextStarts(campaign, known, now, holds) : undefined;
  return {
    ...shown,
    run: look.run,
    sandbox,
    allowActions,
    timezone,
    /** A process carries it out. */
    isUnderWay: look.isUnderWay,
    /** It was asked to pause or end, and has not done so yet. */
    obeying,
    sentence: nowSentence(seen, {
      rate: rateOf(look.recent, now),
      next: upcoming,
      nextAwaits: upcoming !== undefined && holds.person(upcoming.id, upcoming.at),
      serviceAsked: upcoming !== undefined && waitsForService(upcoming.id, known, now),
      ends: Number.isFinite(ends) && !needsPerson(known) ? ends : undefined,
      startable: allowActions && actions.some(({ name, possible }) => name === 'start' && possible),
      obeying,
    }),
    /** How the latest run that was started here ended, where it was said to have started and then failed. */
    failedStart,
    /** What everybody received in the sandbox can be opened. */
    inbox,
    /** What waits for a person, or is due and is not started. */
    notes: [
      ...(look.isUnderWay && errors > 0 ? [asItBegan(errors)] : []),
      ...(isUnfinished
        ? [
            // To who may start it, the button's place says it.
            ...(allowActions || state === 'running' ? [] : refused),
            // Otherwise the sentence says it.
            ...(state === 'running' && sending.length === 0 ? [] : promotable).map(
              (wave) => `${wave}, waits for a person: Promote lets it begin.`,
            ),
            ...idleLines(look, known, now),
          ]
        : []),
      ...(campaign === undefined ? [] : removedStepsText(removedSteps(campaign, look.counts))),
    ],
    /** Of a run that has not begun: whom each step sends to first, and when to the others. */
    waves: isUnfinished ? firstWaves(known, input.look) : [],
    next: groups?.next ?? [],
    /** Groups of people who wait for longer than these. */
    laterGroups: groups?.laterGroups ?? 0,
    /** Who leads it and who sends for it, with a store. */
    processes: shownProcesses(look),
    findings: known?.findings ?? [],
    /** There may be more of them. */
    checking: known?.isChecking === true,
    /** By the plan; nobody has recorded it yet. */
    skipsToCome: skipsToCome(known, lanes),
    /** Of those that are skipped. */
    notNeeded: notNeededOf(counts, known),
    /** To whom it sends what is left; undefined where the plan is from before the latest answers. */
    peopleToCome: known?.plan?.totals.toSend === counts.pending ? known?.plan?.totals.people : undefined,
    /** Of those in doubt, so many will be sent again beside what is to be sent. */
    sentAgain: sentAgain(look, known, lanes),
    /** Up to so many more, as results require; where nothing is sent any more, nothing depends on it. */
    later: known?.plan !== undefined && (counts.pending ?? 0) + counts.sending > 0 ? laterOf(known.plan, lanes) : 0,
    steps,
    /** Undefined where nothing was started or is planned. */
    axis,
    actions,
    /** Undefined where there is nothing to do. */
    primary: primaryAction({
      state,
      counts,
      actions,
      awaitsPerson: promotable.length > 0,
      lacksApproval: input.lacksApproval,
      refused: refused.length > 0,
    }),
    /** The plan is being made. */
    planning: known === undefined,
  };
}

export type OverviewView = ReturnType<typeof overviewView>;

/** A process does not read its files again. */
function asItBegan(errors: number): string {
  const [them, they] = errors === 1 ? ['an error', 'it is'] : ['errors', 'they are'];
  return `The campaign has ${them} now. The running process goes on with the files as they were when it began. Until ${they} corrected, what is still to send is not known here, and if the process ends, no other can go on.`;
}

/** Nobody knows when a run ends that a person must let go on. */
function needsPerson(known: KnownPlan | undefined): boolean {
  return known?.plan?.steps.some(({ waves }) => waves?.some(({ promote }) => promote === 'person')) === true;
}

/** Without when each was last alive, which changes all the time: the database has those who are. */
function shownProcesses({ processes, state }: RunLook): readonly Words[] {
  if (processes === undefined || state === 'finished') return [];
  return processLines(processes, ({ since }) => inWords`begun ${{ at: since }}`).map((line) => line.flat());
}

const axisLeastMs = 2 * minuteMs;

/** From the first start to the last. A run that waits has the present on its axis; one of the past or of the future has not. */
function commonAxis(lanes: readonly StepLane[], now: number, zone: string): ShownAxis | undefined {
  const bursts = lanes.flatMap(({ done, planned }) => [...done, ...planned]);
  if (bursts.length === 0) return undefined;
  const waits = lanes.some(({ done }) => done.length > 0) && lanes.some(({ planned }) => planned.length > 0);
  const present = waits ? [now] : [];
  const from = Math.min(...present, ...bursts.map((one) => one.from));
  const to = Math.max(from + axisLeastMs, ...present, ...bursts.map((one) => one.to));
  const axis = axisFor({ from, to, zone, atMost: 200 });
  return { from: axis.from, to: axis.from + axis.cells * axis.cellMs, ticks: tickLines(axis) };
}

/** Starts in a second, from the first to the latest of the last minute. */
function rateOf(recent: RunLook['recent'], now: number): number {
  const latest = recent.filter(({ from }) => from > now - minuteMs);
  const [first, last] = [latest[0], latest.at(-1)];
  if (first === undefined || last === undefined) return 0;
  // Between three starts there are two gaps.
  const gaps = latest.reduce((sum, { jobs }) => sum + jobs, 0) - 1;
  return gaps / Math.max(1, (last.to - first.from) / 1000);
}

/** Whom the plan leaves out whatever the results are, less those who are recorded as left out. */
function skipsToCome(known: KnownPlan | undefined, lanes: readonly StepLane[]): number {
  if (known?.isEarlier === true) return 0;
  return (known?.plan?.steps ?? []).reduce((sum, { id, jobs }) => {
    return sum + Math.max(0, skippedForGood(jobs) - recordedSkips(id, lanes));
  }, 0);
}

/** What a process that died was sending is in doubt; of these, what the next one sends again, as the plan has it. */
function sentAgain({ isUnderWay, counts }: RunLook, known: KnownPlan | undefined, lanes: readonly StepLane[]): number {
  if (isUnderWay || known?.isEarlier === true) return 0;
  return lanes.reduce((sum, { id, counts: { pending = 0 } }) => {
    const planned = plannedStep(known, id)?.jobs.toSend ?? 0;
    return sum + (counts.get(id)?.sending === undefined ? 0 : Math.max(0, planned - pending));
  }, 0);
}

/** Jobs that depend on results, but for those that were skipped since: they count as skipped. */
function laterOf({ steps }: PlanJson, lanes: readonly StepLane[]): number {
  return steps.reduce((sum, step) => {
    const skippedSince = Math.max(0, recordedSkips(step.id, lanes) - skippedForGood(step.jobs));
    return sum + Math.max(step.jobs.pending ?? 0, laterJobs([stepJobs(step)]) - skippedSince);
  }, 0);
}

function skippedForGood(jobs: PlanStepJson['jobs']): number {
  return skippedIn(jobs)
    .filter(({ reason }) => !isConditional(reason) && dropState(reason) === 'skipped')
    .reduce((all, one) => all + one.jobs, 0);
}

function recordedSkips(id: string, lanes: readonly StepLane[]): number {
  return lanes.find((lane) => lane.id === id)?.counts.skipped ?? 0;
}

/** What fits the state: never something that would be refused. */
function primaryAction(given: {
  readonly state: ShownState;
  readonly counts: ShownCounts;
  readonly actions: readonly ShownAction[];
  readonly awaitsPerson: boolean;
  readonly lacksApproval: string | undefined;
  /** A start would be refused, as where `haltIf` has halted a wave. */
  readonly refused: boolean;
}): PrimaryAction | undefined {
  const { state, counts, actions, awaitsPerson, lacksApproval, refused } = given;
  const wanted = { running: awaitsPerson ? 'promote' : 'pause', paused: 'resume', cancelled: 'resume' } as const;
  const name = state in wanted ? wanted[state as keyof typeof wanted] : 'start';
  const wants = actions.find((action) => action.name === name);
  if (wants?.possible === true) return { act: name };
  // Where nothing could be started, an approval would not help.
  if (lacksApproval !== undefined && wants?.words === lacksApproval)
    return { go: '/plan', label: 'Review and approve' };
  const isForPerson = state === 'finished' || (state === 'stopped' && refused);
  if (counts.inDoubt > 0 && isForPerson)
    return { go: '/doubts', label: `Decide ${formatCount(counts.inDoubt)} in doubt` };
  if (counts.rejected > 0 && isForPerson)
    return { go: '/report', label: `See ${formatCount(counts.rejected)} rejected` };
  return undefined;
}
