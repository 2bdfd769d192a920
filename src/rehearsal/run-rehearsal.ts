import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import type { JobId } from '../job/address.ts';
import type { StepHistory } from '../job/history.ts';
import type { JobRecord } from '../job/job.ts';
import type { BegunWave } from '../job/waves.ts';
import { listJobs, type RunLease, type StateBackend } from '../ledger/backend.ts';
import type { ContactFacts } from '../ledger/contacts/facts.ts';
import type { LedgerFile } from '../ledger/contacts/ledger.ts';
import type { RunContacts } from '../ledger/contacts/run-contacts.ts';
import { createMemoryBackend } from '../ledger/memory-backend.ts';
import { createVirtualClock, type VirtualClock } from '../platform/clocks.ts';
import type { Files, Instant, Random } from '../platform/ports.ts';
import { createSeededRandom } from '../platform/seeded-random.ts';
import type { RunEvent } from '../run/event.ts';
import { runCampaign } from '../run/run.ts';
import { createRunControl, type RunControl } from '../run/run-control.ts';
import type { RunInput } from '../run/run-input.ts';
import type { RunResult } from '../run/run-state.ts';
import type { Boundary } from '../run/send/attempt.ts';
import type { StopReason, StopRequest } from '../run/stop-reason.ts';
import { summarise } from '../run/summary.ts';
import type { Account } from '../sandbox/account/account.ts';
import { createInProcessSandbox } from '../sandbox/in-process-sandbox.ts';
import type { World } from '../sandbox/ledger/world.ts';
import { dayMs } from '../time/wall-clock.ts';
import {
  type CrashableProcess,
  type CrashableState,
  type CrashPoint,
  createCrashableProcess,
  type Machine,
} from './crashable-process.ts';

/** Everything that a rehearsal depends on: the same setup gives the same result, to the byte. */
export interface RehearsalSetup {
  readonly loaded: LoadedCampaign;
  readonly run: string;
  readonly world: World;
  readonly files: Files;
  readonly at: Instant;
  readonly seed: number;
  /** What the contact ledger of the project knows, where the campaign has contact rules. Default: nothing. */
  readonly contactFacts?: ((key: string) => ContactFacts) | undefined;
  /** How long an answer takes. */
  readonly latencyMs: number;
}

export interface RehearsalHooks {
  readonly emit?: (event: RunEvent) => void;
  /** Drains the current process; its reason says why. */
  readonly stop?: AbortSignal;
  /** Whether the process dies at this crash point; called at each of them. */
  readonly dies?: (point: CrashPoint) => boolean;
  readonly boundary?: (boundary: Boundary, job: JobId) => void;
  /** Parts of the engine that a test replaces, to show that a broken engine is detected. */
  readonly overrides?: (ports: EnginePorts) => Partial<EnginePorts>;
  readonly syncMs?: () => number;
  readonly wayMs?: () => number;
  readonly connectMs?: () => number;
  /** Default: in memory, on a disk that may lose unsynced changes. */
  readonly state?: CrashableState;
  /** Of the world, where others live by it, too. */
  readonly clock?: VirtualClock;
  /** The contact ledger of the project. Default: an empty one in memory, where the campaign has contact rules. */
  readonly ledger?: LedgerFile;
  /** The machine that all the processes run on. */
  readonly machine?: (world: VirtualClock) => Machine;
  /** What the command does before the run: reads the current files, or refuses. Default: the setup's campaign. */
  readonly opens?: (process: ProcessRun) => Promise<LoadedCampaign | { readonly refused: string }>;
  /** After how long the same command is given again; undefined: never. Default: one second after a death. */
  readonly resumesAfterMs?: (end: RunResult | 'died') => number | undefined;
}

type EnginePorts = Pick<
  RunInput,
  'loaded' | 'lease' | 'control' | 'transport' | 'clock' | 'contacts' | 'approvalOf' | 'part'
>;

/** One process, as people and the machine meet it: signals and other terminals come through `control`. */
export interface ProcessRun {
  readonly lease: RunLease;
  /** As other processes see it. */
  readonly state: StateBackend;
  readonly control: RunControl;
  readonly clock: Machine;
  /** What the service shows of itself. */
  readonly account: Account;
  isAlive(): boolean;
}

/** The result of a whole campaign, including its crashes. */
export interface RehearsalResult {
  readonly result: RunResult;
  /** As the last process left them. */
  readonly records: readonly JobRecord[];
  readonly histories: ReadonlyMap<string, StepHistory>;
  /** Those that have begun, oldest first. */
  readonly waves: readonly BegunWave[];
  readonly account: Account;
  readonly endedAt: Instant;
  readonly deaths: number;
  readonly processes: number;
}

/** A campaign that waits for longer than this has no end of its own. */
const longestMs = 366 * dayMs;
/** Between a death and the next process. */
const restartMs = 1_000;

/** The whole campaign: the engine of `run`, the sandbox and the state in one process, in virtual time. */
export async function runRehearsal(setup: RehearsalSetup, hooks: RehearsalHooks = {}): Promise<RehearsalResult> {
  const { world, at, seed, latencyMs } = setup;
  const { dies = () => false, emit = () => {}, resumesAfterMs = restartAfterDeath } = hooks;
  const clock = hooks.clock ?? createVirtualClock(at);
  const machine = hooks.machine?.(clock) ?? { ...clock, awake: () => Promise.resolve() };
  let aheadMs = 0;
  const sandbox = createInProcessSandbox({
    // Its time is that of the rehearsal: at another hour, everything would be judged as sent at that hour.
    world: { ...world, clock: { speed: 1 } },
    clock,
    latencyMs,
    signedAt: () => machine.now() + aheadMs,
  });
  const state = hooks.state ?? createMemoryBackend();
  const ledger = hooks.ledger ?? (setup.loaded.campaign.contacts && (await emptyLedger(setup)));
  const files: Files = {
    ...setup.files,
    readBytes: (path, mostBytes) => clock.hold(() => setup.files.readBytes(path, mostBytes)),
    realPath: (path) => clock.hold(() => setup.files.realPath(path)),
  };
  const about = { campaign: setup.loaded.campaign.id, run: setup.run, service: 'sandbox' };
  let deaths = 0;

  const { contactsInFile } = ledger === undefined ? {} : await import('../ledger/contacts/open-ledger.ts');
  const contactsOf = (loaded: LoadedCampaign, { lease }: CrashableProcess): RunContacts | undefined => {
    const rules = loaded.campaign.contacts;
    if (rules === undefined || ledger === undefined) return undefined;
    lease.judgeContacts(ledger.place, rules);
    return contactsInFile?.(ledger, rules);
  };

  const carryOut = async (process: CrashableProcess, control: RunControl, random: Random): Promise<RunResult> => {
    const processRun: ProcessRun = {
      lease: process.lease,
      state,
      control,
      clock: machine,
      account: sandbox.account,
      isAlive: process.alive,
    };
    const loaded = (await hooks.opens?.(processRun)) ?? setup.loaded;
    if ('refused' in loaded) {
      const reason: StopReason = { kind: 'refused', reason: loaded.refused };
      return { ended: 'stopped', reason, kept: [], ...(await summarise(setup.loaded, process.lease)) };
    }
    const { lease, transport, clock: own } = process;
    const contacts = contactsOf(loaded, process);
    const ports: EnginePorts = { loaded, lease, control, transport, clock: own, contacts };
    aheadMs = 0;
    await lease.apply([{ kind: 'begun', at: own.now() }]);
    const { decisions: _, ...result } = await runCampaign({
      run: setup.run,
      ...ports,
      ...hooks.overrides?.(ports),
      files,
      random,
      service: 'sandbox',
      resync: (serviceTime) => {
        aheadMs = serviceTime - machine.now();
        return aheadMs;
      },
      emit: (event) => {
        if (process.alive()) emit(event);
      },
      boundary: (boundary, job) => {
        if (!process.alive()) return;
        hooks.boundary?.(boundary, job);
        process.pass('boundary');
      },
    });
    return result;
  };

  for (let processes = 1; ; processes++) {
    const random = createSeededRandom(seed + processes - 1);
    const { transport } = sandbox;
    const process = await createCrashableProcess({ ...hooks, clock, machine, transport, about, state, random, dies });
    const control = createRunControl();
    const stop = (): void => control.drain(stopRequestOf(hooks.stop?.reason));
    if (hooks.stop?.aborted) stop();
    hooks.stop?.addEventListener('abort', stop);
    const over = new AbortController();
    void clock.sleepUntil(at + longestMs, over.signal).then(() => {
      if (!over.signal.aborted) control.drain({ kind: 'endless' });
    });
    const end = await Promise.race([carryOut(process, control, random), process.died]);
    over.abort();
    hooks.stop?.removeEventListener('abort', stop);
    if (end === 'died') deaths++;
    const pauseMs = resumesAfterMs(end);
    if (pauseMs === undefined && end !== 'died') {
      return {
        result: end,
        records: await listJobs(process.lease),
        histories: await process.lease.stepHistories('times'),
        waves: await process.lease.waves(),
        account: sandbox.account,
        endedAt: clock.now(),
        deaths,
        processes,
      };
    }
    await clock.sleepUntil(clock.now() + (pauseMs ?? restartMs));
  }
}

/** What is contacted in the rehearsal is gone with it. */
async function emptyLedger({ contactFacts }: RehearsalSetup): Promise<LedgerFile> {
  if (contactFacts !== undefined) return (await import('../ledger/contacts/open-ledger.ts')).withHistory(contactFacts);
  return (await import('../ledger/contacts/open-ledger.ts')).openMemoryLedger();
}

/** `stop` is aborted with the name of a signal, or by a caller of the library with any reason. */
function stopRequestOf(reason: unknown): StopRequest {
  return typeof reason === 'string' ? { kind: 'signal', signal: reason } : { kind: 'aborted' };
}

function restartAfterDeath(end: RunResult | 'died'): number | undefined {
  return end === 'died' ? restartMs : undefined;
}
