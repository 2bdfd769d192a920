import type { LoadedCampaign } from '../../src/campaign/loaded-campaign.ts';
import { listJobs } from '../../src/ledger/backend.ts';
import type { MemoryLease } from '../../src/ledger/memory-backend.ts';
import { stateTrouble } from '../../src/ledger/state-trouble.ts';
import type { VirtualClock } from '../../src/platform/clocks.ts';
import type { Files, Random } from '../../src/platform/ports.ts';
import type { RehearsalHooks } from '../../src/rehearsal/run-rehearsal.ts';
import { followRequests } from '../../src/run/carry-out-run.ts';
import { runCampaign } from '../../src/run/run.ts';
import { createRunControl } from '../../src/run/run-control.ts';
import type { Outcome } from '../../src/service/contract/outcome.ts';
import type { MayLeave, RequestBody, Transport } from '../../src/service/http/transport.ts';
import type { OperationId } from '../../src/service/operations/operations.ts';

/** A request whose intent is recorded: its connection is ready, and the departure gate has not been asked yet. */
export interface Departure {
  readonly operation: OperationId;
  readonly body: RequestBody | undefined;
  readonly mayLeave: MayLeave;
  readonly answer: (outcome: Outcome) => void;
  hasLeft: boolean;
}

/**
 * The engine, which goes no further than the trace says: it waits before each intent is recorded, before bytes leave, and for
 * each answer. What the engine itself decides in between is its own.
 */
export interface ReplayedProcess {
  /** Jobs with a slot, whose intent waits to be recorded. Calling it lets it through. */
  readonly intents: Map<string, () => void>;
  readonly departures: Map<string, Departure>;
  readonly isPaused: () => boolean;
  /** How its run is: `running`, `ended` by itself, `fencedOut` by another process, or the words of an error. */
  readonly progress: () => string;
  /** Reads what was requested of the run, as `run` does four times a second. */
  notice(): Promise<void>;
  /** From now on it does nothing more. */
  die(): void;
}

export interface ReplayedProcessInput {
  readonly lease: MemoryLease;
  readonly loaded: LoadedCampaign;
  readonly run: string;
  readonly clock: VirtualClock;
  readonly files: Files;
  /** Parts of the engine that are broken on purpose. */
  readonly overrides: NonNullable<RehearsalHooks['overrides']>;
}

/** Delays with chance in them are as short as they can be. */
const least: Random = { next: () => 0 };

export async function startReplayedProcess(input: ReplayedProcessInput): Promise<ReplayedProcess> {
  const { lease, loaded, run, clock, files } = input;
  const control = createRunControl();
  const intents = new Map<string, () => void>();
  const departures = new Map<string, Departure>();
  let isPaused = false;
  let progress = 'running';

  /** The trace does not go on while the state reads. */
  const waitedFor =
    <A extends readonly unknown[], R>(read: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      clock.hold(() => read(...args));
  const held: MemoryLease = {
    ...lease,
    status: waitedFor(lease.status),
    requests: waitedFor(lease.requests),
    job: waitedFor(lease.job),
    counts: waitedFor(lease.counts),
    stepHistories: waitedFor(lease.stepHistories),
    recentStarts: waitedFor(lease.recentStarts),
    async *jobs(filter) {
      yield await clock.hold(() => listJobs(lease, filter));
    },
    async apply(changes) {
      const [first] = changes;
      if (first?.kind === 'intend') {
        await new Promise<void>((recorded) => void intents.set(first.to.step, recorded));
        intents.delete(first.to.step);
      }
      await lease.apply(changes);
    },
  };
  const transport: Transport = {
    send: (operation, body, { mayLeave = () => undefined } = {}) =>
      new Promise((resolve) => {
        const job = jobOf(loaded, operation);
        const answer = (outcome: Outcome): void => {
          departures.delete(job);
          resolve(outcome);
        };
        departures.set(job, { operation, body, mayLeave, answer, hasLeft: false });
      }),
    close: () => Promise.resolve(),
  };
  const notice = async (): Promise<void> => {
    const requests = followRequests(control, lease);
    await requests.read();
    requests.stop();
  };

  await lease.apply([{ kind: 'begun', at: clock.now() }]);
  await notice();
  const ports = { loaded, lease: held, control, transport, clock };
  void runCampaign({
    run,
    ...ports,
    ...input.overrides(ports),
    files,
    random: least,
    service: 'sandbox',
    emit({ event }) {
      if (event === 'paused') isPaused = true;
      if (event === 'resumed') isPaused = false;
    },
  }).then(
    () => void (progress = 'ended'),
    (error: unknown) => void (progress = troubleOf(error)),
  );
  return {
    intents,
    departures,
    isPaused: () => isPaused,
    progress: () => progress,
    notice,
    die: () => lease.die(() => 0),
  };
}

/** A state file that was replaced is the same for the process: what it writes is not read by anybody. */
function troubleOf(error: unknown): string {
  const trouble = stateTrouble(error);
  return trouble === 'fencedOut' || trouble === 'fileReplaced' ? 'fencedOut' : String(error);
}

function jobOf({ campaign }: LoadedCampaign, operation: OperationId): string {
  return campaign.steps.find(({ uses }) => uses === operation)!.id;
}
