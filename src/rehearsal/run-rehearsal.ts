import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import type { JobId } from '../job/address.ts';
import type { Files, Instant, Random } from '../platform/ports.ts';
import { createSeededRandom } from '../platform/seeded-random.ts';
import { createVirtualClock, type VirtualClock } from '../platform/virtual-clock.ts';
import type { RunEvent } from '../run/event.ts';
import { type RunResult, runCampaign } from '../run/run.ts';
import { createRunControl, type RunControl } from '../run/run-control.ts';
import type { RunInput } from '../run/run-input.ts';
import type { Boundary } from '../run/send/attempt.ts';
import { summarise } from '../run/summary.ts';
import type { Account } from '../sandbox/account/account.ts';
import { createInProcessSandbox } from '../sandbox/in-process-sandbox.ts';
import type { World } from '../sandbox/ledger/world.ts';
import { createMemoryDisk, type createMemoryStore } from '../state/memory-store.ts';
import type { Store } from '../state/store.ts';
import { type CrashableProcess, createCrashableProcess, type Machine, type Moment } from './crashable-process.ts';

/** Everything that decides how a rehearsal goes: the same stage gives the same performance, to the byte. */
export interface RehearsalSetup {
  readonly loaded: LoadedCampaign;
  readonly run: string;
  readonly world: World;
  readonly files: Files;
  readonly at: Instant;
  readonly seed: number;
  /** How long an answer takes. */
  readonly latencyMs: number;
}

export interface RehearsalHooks {
  readonly emit?: (event: RunEvent) => void;
  /** Drains whoever is on the stage; its reason says why. */
  readonly stop?: AbortSignal;
  /** Whether the process dies at this moment; asked of every one. */
  readonly dies?: (moment: Moment) => boolean;
  readonly boundary?: (boundary: Boundary, job: JobId) => void;
  /** What a test puts in the place of the engine's own: to show that a broken engine is found out. */
  readonly disguise?: (ports: EnginePorts) => Partial<EnginePorts>;
  readonly syncMs?: () => number;
  readonly wayMs?: () => number;
  readonly connectMs?: () => number;
  /** Each process's memory. One on the stage's own disk, which may lose what was not synced, otherwise. */
  readonly createStore?: typeof createMemoryStore;
  /** The machine that all the processes run on. */
  readonly machine?: (world: VirtualClock) => Machine;
  /** What the command does before it carries anything out: reads the files as they are now, or refuses. The stage's otherwise. */
  readonly opens?: (life: ProcessRun) => Promise<LoadedCampaign | { readonly refused: string }>;
  /** After how long somebody gives the same command again; undefined: nobody does. One second after a death otherwise. */
  readonly resumesAfterMs?: (end: RunResult | 'died') => number | undefined;
}

type EnginePorts = Pick<RunInput, 'loaded' | 'store' | 'control' | 'transport' | 'clock'>;

/** One process, as people and the machine meet it: signals and other terminals come through `control`. */
export interface ProcessRun {
  readonly store: Store;
  readonly control: RunControl;
  readonly clock: Machine;
  isAlive(): boolean;
}

/** What a whole campaign came to, its processes' deaths included. */
export interface RehearsalResult {
  readonly result: RunResult;
  readonly store: Store;
  readonly account: Account;
  readonly endedAt: Instant;
  readonly deaths: number;
  /** Processes in all. */
  readonly lives: number;
}

/** A campaign that waits for longer than this has no end of its own. */
const longestMs = 366 * 86_400_000;
/** Between a death and the next process. */
const restartMs = 1_000;

/** The whole campaign: the engine of `run`, the sandbox and the state in one process, in virtual time. */
export async function runRehearsal(stage: RehearsalSetup, casting: RehearsalHooks = {}): Promise<RehearsalResult> {
  const { world, at, seed, latencyMs } = stage;
  const { dies = () => false, emit = () => {}, resumesAfterMs = restartAfterDeath } = casting;
  const clock = createVirtualClock(at);
  const machine = casting.machine?.(clock) ?? { ...clock, awake: () => Promise.resolve() };
  let aheadMs = 0;
  const sandbox = createInProcessSandbox({ world, clock, latencyMs, signedAt: () => machine.now() + aheadMs });
  const disk = createMemoryDisk();
  const files: Files = {
    ...stage.files,
    readBytes: (path, mostBytes) => clock.hold(() => stage.files.readBytes(path, mostBytes)),
    realPath: (path) => clock.hold(() => stage.files.realPath(path)),
  };
  const about = { campaign: stage.loaded.campaign.id, run: stage.run, service: 'sandbox' };
  let deaths = 0;

  const carryOut = async (process: CrashableProcess, control: RunControl, random: Random): Promise<RunResult> => {
    const life: ProcessRun = { store: process.store, control, clock: machine, isAlive: process.alive };
    const loaded = (await casting.opens?.(life)) ?? stage.loaded;
    if ('refused' in loaded) {
      return { ended: 'stopped', reason: loaded.refused, ...summarise(stage.loaded, process.store) };
    }
    const { store, transport, clock: own } = process;
    const ports: EnginePorts = { loaded, store, control, transport, clock: own };
    aheadMs = 0;
    store.setBegun(own.now());
    return runCampaign({
      run: stage.run,
      ...ports,
      ...casting.disguise?.(ports),
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
        casting.boundary?.(boundary, job);
        process.pass('boundary');
      },
    });
  };

  for (let life = 0; ; life++) {
    const random = createSeededRandom(seed + life);
    const { transport } = sandbox;
    const process = createCrashableProcess({ ...casting, clock, machine, transport, about, disk, random, dies });
    const control = createRunControl();
    const stop = (): void => control.drain(String(casting.stop?.reason));
    if (casting.stop?.aborted) stop();
    casting.stop?.addEventListener('abort', stop);
    const over = new AbortController();
    void clock.sleepUntil(at + longestMs, over.signal).then(() => {
      if (!over.signal.aborted) control.drain('the rehearsal gave up after a year');
    });
    const end = await Promise.race([carryOut(process, control, random), process.died]);
    over.abort();
    casting.stop?.removeEventListener('abort', stop);
    if (end === 'died') deaths++;
    const pauseMs = resumesAfterMs(end);
    if (pauseMs === undefined && end !== 'died') {
      return {
        result: end,
        store: process.store,
        account: sandbox.account,
        endedAt: clock.now(),
        deaths,
        lives: life + 1,
      };
    }
    await clock.sleepUntil(clock.now() + (pauseMs ?? restartMs));
  }
}

function restartAfterDeath(end: RunResult | 'died'): number | undefined {
  return end === 'died' ? restartMs : undefined;
}
