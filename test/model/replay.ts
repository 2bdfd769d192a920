import type { LoadedCampaign } from '../../src/campaign/loaded-campaign.ts';
import type { JobId } from '../../src/job/address.ts';
import type { JobRecord } from '../../src/job/job.ts';
import { listJobs, type RunReader } from '../../src/ledger/backend.ts';
import type { Control, Decided } from '../../src/ledger/change.ts';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import type { CrashableState } from '../../src/rehearsal/crashable-process.ts';
import { loggedRequests } from '../../src/rehearsal/kill-everywhere.ts';
import type { RehearsalHooks } from '../../src/rehearsal/run-rehearsal.ts';
import { resendableIn } from '../../src/run/operator/decide-jobs.ts';
import { createInProcessSandbox } from '../../src/sandbox/in-process-sandbox.ts';
import type { Outcome } from '../../src/service/contract/outcome.ts';
import type { OperationId } from '../../src/service/operations/operations.ts';
import { createSimulatedStateFile } from '../rig/simulated-state-file.ts';
import { loadModelCampaign, modelFiles } from './model-campaign.ts';
import { type Departure, type ReplayedProcess, startReplayedProcess } from './replayed-process.ts';
import { createStoppedClock, type StoppedClock } from './stopped-clock.ts';
import { type Action, formatStep, type JobView, type Trace, type TraceStep, untried } from './trace.ts';

export interface ReplayOptions {
  readonly state: 'memory' | 'file';
  /** An engine that is broken on purpose. */
  readonly overrides?: NonNullable<RehearsalHooks['overrides']>;
  /** A state that is broken on purpose. */
  readonly damage?: (state: CrashableState) => CrashableState;
}

const about = { campaign: 'model', run: '1', service: 'sandbox' };
const begins = Date.parse('2026-11-23T10:00:00Z');
const minuteMs = 60_000;
/** For a slot: a retry waits a tenth of a second, and a second request of a new process two seconds. */
const slotMsMost = 3_000;
const jobs = {
  message: { step: 'message', key: '2348030000001', operation: 'whatsapp.send', refusal: '-69' },
  code: { step: 'code', key: '2348030000002', operation: 'otp.send', refusal: '-22' },
} as const satisfies Record<string, JobId & { readonly operation: OperationId; readonly refusal: string }>;
type JobName = keyof typeof jobs;

/**
 * Carries out a behaviour of the model with the real engine, state and sandbox. Answers where they disagree: the step, and what each
 * of them says. Undefined: they agree at every step.
 */
export async function replay(trace: Trace, options: ReplayOptions): Promise<string | undefined> {
  const clock = createStoppedClock(begins);
  await using file = options.state === 'file' ? createSimulatedStateFile(() => clock, about.campaign) : undefined;
  const state = file?.state ?? createMemoryBackend();
  const loaded = await loadModelCampaign();
  const replayed = createReplay({
    clock,
    state: options.damage?.(state) ?? state,
    loaded,
    overrides: options.overrides ?? (() => ({})),
    keepsReader: options.state === 'memory',
  });
  await replayed.begin();
  let expected: Readonly<Record<string, JobView>> = { message: untried, code: untried };
  for (const [index, step] of trace.entries()) {
    expected = { ...expected, ...step.now };
    const problem = await replayed.carryOut(step).catch((error: unknown) => String(error));
    const found = JSON.stringify(await replayed.views());
    const wanted = JSON.stringify(expected);
    if (problem === undefined && found === wanted) continue;
    return `step ${index + 1}, ${formatStep(step)}: ${problem ?? `the model says ${wanted}, the engine ${found}`}`;
  }
  return undefined;
}

interface Requested extends Departure {
  readonly job: JobName;
  outcome?: Outcome;
}

function createReplay(input: {
  readonly clock: StoppedClock;
  readonly state: CrashableState;
  readonly loaded: LoadedCampaign;
  readonly overrides: NonNullable<RehearsalHooks['overrides']>;
  /** Of memory, which has one database for all; a file is opened again each time. */
  readonly keepsReader: boolean;
}) {
  const { clock, state, loaded, overrides, keepsReader } = input;
  const { account, transport } = createInProcessSandbox({ clock });
  /** Processes that have opened the state. */
  const processes = new Map<string, ReplayedProcess>();
  /** The one that opened it last. */
  let current = '';
  /** In the order of the claims. */
  const requests: Requested[] = [];

  const start = async (worker: string): Promise<undefined> => {
    current = worker;
    const lease = await state.openLease({ about, sync: () => Promise.resolve() });
    const run = { lease, loaded, run: about.run, clock, files: modelFiles, overrides };
    processes.set(worker, await startReplayedProcess(run));
    await clock.settled();
  };
  const processOf = (worker: string): ReplayedProcess => {
    const process = processes.get(worker);
    if (process === undefined) throw new Error(`${worker} has not opened the state`);
    return process;
  };
  const nextMinute = (): number => begins + (Math.floor((clock.now() - begins) / minuteMs) + 1) * minuteMs;
  const departureOf = ({ worker = '', job = '' }: TraceStep): Departure => {
    const departure = processOf(worker).departures.get(job);
    if (departure === undefined) throw new Error(`${worker} is not sending the ${job}`);
    return departure;
  };
  const answer = async (step: TraceStep, outcome: Outcome): Promise<string | undefined> => {
    departureOf(step).answer(outcome);
    await clock.settled();
    return step.worker === current ? undefined : stops(step);
  };

  /** Until the engine gives the job a slot. */
  const slotOf = async (process: ReplayedProcess, job: string): Promise<() => void> => {
    for (const until = clock.now() + slotMsMost; ; ) {
      if (process.departures.has(job)) throw new Error(`the ${job} is sent without an intent`);
      const recorded = process.intents.get(job);
      if (recorded !== undefined) return recorded;
      if (clock.now() >= until) throw new Error(`the engine does not start the ${job} (${process.progress()})`);
      await clock.advanceTo(clock.now() + 100);
      await clock.settled();
    }
  };

  /** A process that was fenced out learns it when it writes. From then on nothing leaves it. */
  const stops = async ({ worker = '' }: TraceStep): Promise<string | undefined> => {
    const process = processOf(worker);
    for (const departure of process.departures.values()) {
      if (!departure.hasLeft && departure.mayLeave() === undefined) return 'a request may leave a process that stops';
      departure.answer(lost);
    }
    await clock.settled();
    for (const recorded of process.intents.values()) recorded();
    await clock.settled();
    processes.delete(worker);
    return process.progress() === 'fencedOut' ? undefined : `${worker} is not fenced out (${process.progress()})`;
  };

  const control = async (requested: Control): Promise<string | undefined> => {
    const found = await state.requestControl(about, requested);
    return found === undefined || 'refused' in found ? `${requested} is not taken` : undefined;
  };

  const decide = async ({ job }: TraceStep, to: Decided['state']): Promise<string | undefined> => {
    const { step, key } = jobs[job as JobName];
    const attempts = (await records()).get(step)?.attempts ?? 0;
    const refused = await state.decide(about, [{ step, key, attempts, state: to, at: clock.now() }]);
    return refused === undefined ? undefined : JSON.stringify(refused);
  };

  const openReader = async (): Promise<RunReader> => {
    const opened = await state.openForReading({ about, verify: 'none' });
    if (opened === undefined || 'refused' in opened)
      throw new Error(`the state is not there: ${JSON.stringify(opened)}`);
    return opened.reader;
  };
  let kept: RunReader | undefined;
  const records = async (): Promise<ReadonlyMap<string, JobRecord>> => {
    const reader = kept ?? (await openReader());
    const found = await listJobs(reader);
    if (keepsReader) kept = reader;
    else await reader.close();
    return new Map(found.map((job) => [job.step, job]));
  };

  /** Whether `reconcile --resend` refuses, as it is too early. */
  const mustWait = async ({ job = '' }: TraceStep): Promise<boolean> => {
    const record = (await records()).get(job);
    const from = record === undefined ? 0 : clock.now() + resendableIn(record, clock.now() - (record.at ?? 0));
    // The model counts in minutes, and the slot may have come some seconds after its minute began.
    if (from > clock.now() && from < nextMinute()) await clock.advanceTo(from);
    return clock.now() < from;
  };

  const actions: Readonly<Record<Action, (step: TraceStep) => Promise<string | undefined>>> = {
    async claim({ worker = '', job = '' }) {
      const process = processOf(worker);
      // An intent that waited for longer than its slot is valid comes back at once, and gets another slot.
      for (let slots = 0; slots < 3; slots++) {
        const recorded = await slotOf(process, job);
        recorded();
        await clock.settled();
        const departure = process.departures.get(job);
        if (departure === undefined) continue;
        requests.push(Object.assign(departure, { job: job as JobName }));
        return undefined;
      }
      return `the engine does not send the ${job}`;
    },
    async claimRefused(step) {
      const recorded = await slotOf(processOf(step.worker ?? ''), step.job ?? '');
      recorded();
      await clock.settled();
      return stops(step);
    },
    async arm(step) {
      const departure = departureOf(step);
      departure.hasLeft = true;
      return departure.mayLeave();
    },
    async hold(step) {
      const reason = departureOf(step).mayLeave();
      if (reason === undefined) return 'the departure gate does not hold it back';
      return answer(step, { kind: 'unsent', reason, heldBack: true });
    },
    async wire({ claim = 0, refused }) {
      const request = requests[claim - 1]!;
      const { operation, refusal } = jobs[request.job];
      if (refused) account.faults.add({ kind: 'status', status: refusal, operation, times: 1 });
      request.outcome = await transport.send(operation, request.body);
      return undefined;
    },
    answer(step) {
      const { outcome } = departureOf(step) as Requested;
      return answer(step, outcome ?? lost);
    },
    lose: (step) => answer(step, lost),
    async tick() {
      await clock.advanceTo(nextMinute());
      await clock.settled();
      return undefined;
    },
    async crash({ worker = '' }) {
      processes.get(worker)?.die();
      processes.delete(worker);
      return undefined;
    },
    // A process that has only started has done nothing yet.
    restart: async () => undefined,
    leaderChange: ({ worker = '' }) => start(worker),
    pause: () => control('pause'),
    resume: () => control('run'),
    async notice({ worker = '' }) {
      await processOf(worker).notice();
      await clock.settled();
      return undefined;
    },
    async acknowledge() {
      const process = processes.get(current);
      if (process === undefined || process.progress() !== 'running' || process.isPaused()) return undefined;
      // Before it reads decisions, it waits for an intent which this trace does not let through. Nothing leaves meanwhile.
      return process.intents.size > 0 ? undefined : 'it is not paused';
    },
    accept: (step) => decide(step, 'accepted'),
    drop: (step) => decide(step, 'cancelled'),
    async resend(step) {
      return (await mustWait(step)) ? 'a resend has to wait' : decide(step, 'pending');
    },
    async resendNow(step) {
      return (await mustWait(step)) ? decide(step, 'pending') : 'a resend does not have to wait';
    },
  };

  return {
    begin: () => start('first'),
    carryOut: (step: TraceStep) => actions[step.action](step),
    async views(): Promise<Readonly<Record<JobName, JobView>>> {
      const recorded = await records();
      const effects = [...loggedRequests(account)].filter(({ effect }) => effect);
      const view = (job: JobName): JobView => {
        const { state: found = 'pending', attempts = 0, doubtful = false } = recorded.get(job) ?? {};
        const reached = effects.filter(({ operation }) => operation === jobs[job].operation).length;
        return { state: found, attempts, doubtful, reached };
      };
      return { message: view('message'), code: view('code') };
    },
  };
}

const lost: Outcome = { kind: 'unknown', reason: 'no answer in time' };
