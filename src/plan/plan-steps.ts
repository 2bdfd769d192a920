import type { Roster } from '../audience/roster.ts';
import type { Step } from '../campaign/campaign.ts';
import { jobId, type RecipientKey } from '../job/address.ts';
import { type BegunWave, sentBefore, type WaveLog } from '../job/waves.ts';
import type { Instant } from '../platform/ports.ts';
import { createScheduler } from '../schedule/create-scheduler.ts';
import { type DropReason, dropState, dropText } from '../schedule/reasons.ts';
import type { Decision, ScheduledJob, Scheduler, StepProgress } from '../schedule/scheduler.ts';
import { isPromoted } from '../schedule/waves.ts';
import { operations } from '../service/operations/operations.ts';
import { createBudgetTracker, type Funds, roundMoney } from './budget.ts';
import type {
  LeftOutAs,
  PlanCampaignInput,
  PlannedJob,
  PlannedStep,
  PlannedWave,
  SkippedJobs,
  StepProblem,
} from './plan.ts';
import { plannedContacts } from './planned-contacts.ts';
import { callingHours, createSendTimes, endOf, plannedHolidays, type SendTimes } from './planned-hours.ts';
import { smallestChange } from './smallest-change.ts';
import { createRecord, noteDrop, noteStart, type StepRecord } from './step-record.ts';

export interface PlannedSteps {
  readonly steps: readonly PlannedStep[];
  readonly money: readonly Funds[];
  /** Who get something. */
  readonly people: number;
  /** By step. */
  readonly sendTimes: ReadonlyMap<string, SendTimes>;
}

/** Drives the scheduler with a virtual clock: every job is accepted at the instant at which it starts. */
export function planSteps(input: PlanCampaignInput): PlannedSteps {
  const planner = createStepPlanner(input);
  for (let now: Instant | undefined = input.now; now !== undefined; ) now = planner.advance(now);
  return planner.planned();
}

/** The same in pieces, so that several campaigns share a virtual clock. */
export function createStepPlanner(input: PlanCampaignInput) {
  const { campaign, onJob } = input;
  const records = new Map(campaign.steps.map((step) => [step.id, createRecord(input, step)]));
  const scheduler = createScheduler({ ...input, promotes: 'all', contacts: plannedContacts(input) });
  const before = scheduler.progress();
  const depends = createDependence(input, records, scheduler);
  const people = createPeopleCount(input.rosters);
  const sendTimes = createSendTimes(input);
  const budget = createBudgetTracker({ campaign, balance: input.balance, progress: before });
  return {
    /** Some jobs are recorded as skipped or expired. */
    mayBeAgain: [...records.values()].some(({ leftOut }) => leftOut.size > 0),
    /** Starts what may start at `now`, and returns when to call again; undefined when nothing will start any more, or enough is known. */
    advance(now: Instant, isKnown: () => boolean = () => false): Instant | undefined {
      while (!isKnown()) {
        const decision = scheduler.next(now);
        switch (decision.kind) {
          case 'start': {
            const record = records.get(decision.job.step.id)!;
            people.note(decision.job);
            sendTimes.note(decision.job, now);
            budget.note(decision.job.step.id, noteStart(record, decision, now), now);
            scheduler.settle(decision.job, { kind: 'settled', state: 'accepted' }, now);
            onJob?.(plannedJob(decision, record, now, input.history.waves));
            break;
          }
          case 'drop': {
            const record = records.get(decision.job.step.id)!;
            const dropped = depends(decision);
            noteDrop(input, record, dropped);
            if (dropped.state === 'inDoubt') budget.inDoubt(dropped.job.step.id);
            onJob?.(plannedJob(dropped, record, undefined, input.history.waves));
            break;
          }
          case 'wave':
            if (decision.begun.beside === undefined) {
              const record = records.get(decision.begun.step)!;
              record.waves.push(decision.begun);
              record.timeline.beginWave();
            }
            break;
          case 'wait':
            return decision.until;
          case 'inFlight':
          case 'promotion':
          case 'finished':
            return undefined;
          default:
            return decision satisfies never;
        }
      }
      return undefined;
    },
    /** As steps are by now. */
    progress: () => scheduler.progress(),
    /** After the last `advance`. */
    planned: (): PlannedSteps => ({
      steps: plannedSteps(input, records, sendTimes.found, before, scheduler.progress()),
      money: budget.funds(),
      people: people.count(),
      sendTimes: sendTimes.found,
    }),
  };
}

export type StepPlanner = ReturnType<typeof createStepPlanner>;

function plannedSteps(
  input: PlanCampaignInput,
  records: ReadonlyMap<string, StepRecord>,
  sendTimes: PlannedSteps['sendTimes'],
  before: readonly StepProgress[],
  after: readonly StepProgress[],
): readonly PlannedStep[] {
  const { campaign } = input;
  let searches = input.among !== undefined || campaign.steps.length > searchedSteps ? 0 : mostSearches;
  const problemOf = (step: Step, { late }: StepRecord, { blockedBy }: StepProgress): StepProblem | undefined => {
    if (late.jobs + late.sessions === 0) return blockedBy && { kind: 'blocked', by: blockedBy };
    const remedy = searches-- > 0 ? smallestChange(input, step) : 'notSearched';
    return { kind: 'late', ...late, before: endOf(campaign, step), remedy };
  };
  return campaign.steps.map((step, index): PlannedStep => {
    const record = records.get(step.id)!;
    const [earlier, progress] = [before[index]!, after[index]!];
    const problem = problemOf(step, record, progress);
    const times = sendTimes.get(step.id);
    const segments = record.timeline.segments();
    const done = earlier.counts.accepted + earlier.counts.rejected + earlier.counts.cancelled;
    const inDoubt = earlier.counts.inDoubt + record.inDoubt;
    const unanswered = Math.min(inDoubt, record.inDoubt + (input.unanswered?.get(step.id) ?? 0));
    const inFlight = input.inFlight?.get(step.id)?.size ?? 0;
    const { later } = progress;
    const { pending } = progress.counts;
    const skipped = skippedJobs(record.skipped);
    const skippedCount = skipped.reduce((total, { jobs }) => total + jobs, 0);
    const first = segments[0];
    const last = segments.at(-1);
    const state = stateOf(record, progress, done + inDoubt);
    const hours = callingHours(step);
    return {
      id: step.id,
      ...(step.title === undefined ? {} : { title: step.title }),
      uses: step.uses,
      needs: step.needs,
      state,
      jobs: {
        total: record.toSend + done + inDoubt + pending + later + skippedCount,
        toSend: record.toSend,
        ...ifAny('again', record.again),
        done,
        ...(earlier.counts.rejected > 0 && { rejected: earlier.counts.rejected }),
        ...(earlier.counts.cancelled > 0 && { cancelled: earlier.counts.cancelled }),
        ...(inFlight > 0 && { inFlight }),
        inDoubt,
        ...(unanswered > 0 && { unanswered }),
        pending,
        ...(later === 0 ? {} : { later }),
        skipped,
        ...ifAny('before', record.before),
        deferred: record.timeline.deferred(),
      },
      cost: roundMoney(record.toSend * (input.campaign.costs[step.uses] ?? 0)),
      ...(first === undefined ? {} : { starts: first.from }),
      ...(last === undefined ? {} : { ends: last.to }),
      segments,
      ...(step.forEach === undefined ? {} : { zones: record.timeline.zones() }),
      ...(hours === undefined ? {} : { callingHours: hours }),
      ...(times === undefined ? {} : { sendTime: { from: times.from, to: times.to } }),
      ...(state === 'done' && skippedCount === 0 ? {} : plannedHolidays(step, input, progress.opensAt, last?.to)),
      ...(record.waves.length === 0
        ? {}
        : { waves: plannedWaves(step, record.waves, input.history.waves, record.toSend + done + inDoubt) }),
      fits: problem?.kind !== 'late',
      problem,
    };
  });
}

/** A search plans the campaign dozens of times: only for the first late steps, and not in a campaign of too many steps. */
const mostSearches = 10;
const searchedSteps = 200;

/** Names the result that a job depends on, where that is not known yet and the job may start at all. */
function createDependence(
  { campaign, inFlight }: PlanCampaignInput,
  records: ReadonlyMap<string, StepRecord>,
  scheduler: Scheduler,
) {
  const reasons = new Map(campaign.steps.map(({ id }) => [id, { word: 'depends', detail: id } as const]));
  /** The step for whose result each asks. */
  const asks = new Map(campaign.steps.map(({ id, forEach }) => [id, forEach?.onlyIf?.step]));
  const isOpen = (step: string, key: RecipientKey | undefined): boolean => {
    const { open, toSend, depending } = records.get(step)!;
    const all = toSend + depending + (inFlight?.get(step)?.size ?? 0);
    // An empty key is of a step that runs once, on which everybody depends.
    return open === undefined || key === undefined ? all > 0 : open.has(key) || open.has('');
  };
  const openOne = ({ job, reason }: Decision & { kind: 'drop' }): string | undefined => {
    if (reason.word === 'notNeeded') {
      // A step without jobs of its own to start is blocked where one that it needs fails.
      const waitedFor = new Set(scheduler.needsOf(job.step.id));
      for (const step of waitedFor) for (const need of scheduler.needsOf(step)) waitedFor.add(need);
      return [...waitedFor].find((step) => isOpen(step, undefined));
    }
    const { word, detail } = reason;
    if (word !== 'onlyIf' && word !== 'noOutput') return undefined;
    // Who is too late for the step that it asks may be skipped there instead, by the result for which that one asks.
    const maySkip = word === 'onlyIf' && job.step.forEach?.onlyIf?.outcomes.includes('skipped') === true;
    for (let asked = detail; asked !== undefined; asked = maySkip ? asks.get(asked) : undefined)
      if (isOpen(asked, job.key)) return asked;
    return undefined;
  };
  return (decision: Decision & { kind: 'drop' }): Decision & { kind: 'drop' } => {
    const on = decision.state === 'inDoubt' ? undefined : openOne(decision);
    if (on === undefined) return decision;
    const reason = scheduler.otherwise(decision.job) ?? reasons.get(on)!;
    return { ...decision, reason, state: dropState(reason) };
  };
}

function plannedJob(
  decision: Decision & { kind: 'start' | 'drop' },
  { leftOut, waves }: StepRecord,
  at: Instant | undefined,
  log: WaveLog,
): PlannedJob {
  const { step, key, recipient, zone } = decision.job;
  const trace = decision.kind === 'start' ? decision.trace : undefined;
  const drop = decision.kind === 'drop' ? decision : undefined;
  const wasLeftOut = leftOut.get(key ?? '');
  // What starts is of the wave that began last.
  const promote = trace && waitsForPerson(step, waves.at(-1), log);
  return { id: jobId(step.id, key), recipient, zone, at, heldBy: trace?.heldBy(), drop, trace, promote, wasLeftOut };
}

function ifAny(name: 'again' | 'before', { skipped, expired }: Record<LeftOutAs, number>) {
  if (skipped + expired === 0) return {};
  return { [name]: { ...(skipped > 0 && { skipped }), ...(expired > 0 && { expired }) } };
}

function waitsForPerson(step: Step, begun: BegunWave | undefined, log: WaveLog): 'person' | undefined {
  if (begun === undefined || begun.wave === 0 || step.forEach?.waves?.promote !== 'person') return undefined;
  return isPromoted(log, step, begun.wave, 'begin') ? undefined : 'person';
}

/** How many people are in each wave that begins from now on. */
function plannedWaves(step: Step, begun: readonly BegunWave[], log: WaveLog, all: number): readonly PlannedWave[] {
  // Who is skipped in its course is not one of them.
  const until = (index: number): number => {
    const next = begun[index + 1];
    return next === undefined ? Math.min(begun[index]!.people, all) : sentBefore(next.before);
  };
  return begun.map((one, index) => {
    const promote = waitsForPerson(step, one, log);
    const people = until(index) - sentBefore(one.before);
    return { wave: one.wave + 1, people, from: one.at, ...(promote && { promote }) };
  });
}

/** In the order of their texts. Each step's queue has its own objects for equal reasons. */
function skippedJobs(counts: ReadonlyMap<DropReason, number>): readonly SkippedJobs[] {
  const byText = new Map<string, SkippedJobs>();
  for (const [reason, count] of counts) {
    const text = dropText(reason);
    byText.set(text, { reason, jobs: (byText.get(text)?.jobs ?? 0) + count });
  }
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, skipped]) => skipped);
}

/** `before`: done by earlier processes, or in doubt. */
function stateOf(record: StepRecord, after: StepProgress, before: number): PlannedStep['state'] {
  if (after.state === 'blocked' || after.state === 'stopped') return 'blocked';
  if (record.toSend > 0) return before > 0 ? 'started' : 'pending';
  return before === 0 && record.depending > 0 ? 'conditional' : 'done';
}

/** How many people get something, each once, however many steps and audiences have them. */
function createPeopleCount(rosters: ReadonlyMap<string, Roster>) {
  /** By audience: 1 for each recipient who gets something. */
  const marks = new Map<string, Uint8Array>();
  return {
    note({ step, recipient }: ScheduledJob): void {
      const audience = step.forEach?.audience;
      if (audience === undefined || recipient === undefined || operations[step.uses].channel === undefined) return;
      let marked = marks.get(audience);
      if (marked === undefined) marks.set(audience, (marked = new Uint8Array(rosters.get(audience)!.size)));
      marked[recipient] = 1;
    },
    count(): number {
      const [first, ...others] = marks;
      if (first === undefined) return 0;
      if (others.length === 0) return first[1].reduce((sum, one) => sum + one, 0);
      const people = new Set<RecipientKey>();
      for (const [audience, marked] of marks)
        for (const [index, one] of marked.entries()) if (one === 1) people.add(rosters.get(audience)!.key(index));
      return people.size;
    },
  };
}
