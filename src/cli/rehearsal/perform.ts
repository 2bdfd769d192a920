import type { LoadedCampaign } from '../../campaign/load.ts';
import type { JobId } from '../../job/address.ts';
import type { Files, Instant } from '../../platform/ports.ts';
import { createSeededRandom } from '../../platform/seeded-random.ts';
import { createVirtualClock } from '../../platform/virtual-clock.ts';
import type { Boundary } from '../../run/attempt.ts';
import type { RunEvent } from '../../run/event.ts';
import { type RunResult, runCampaign } from '../../run/run.ts';
import { createRunControl } from '../../run/run-control.ts';
import type { Account } from '../../sandbox/account.ts';
import { createInProcessSandbox } from '../../sandbox/in-process-sandbox.ts';
import type { World } from '../../sandbox/ledger/world.ts';
import { createMemoryDisk } from '../../state/memory-store.ts';
import type { Store } from '../../state/store.ts';
import { createMortalProcess, type Moment } from './mortal-process.ts';

/** Everything that decides how a rehearsal goes: the same stage gives the same performance, to the byte. */
export interface Stage {
  readonly loaded: LoadedCampaign;
  readonly run: string;
  readonly world: World;
  readonly files: Files;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly at: Instant;
  readonly seed: number;
  /** How long an answer takes. */
  readonly latencyMs: number;
}

export interface Casting {
  readonly emit?: (event: RunEvent) => void;
  /** Whether the process dies at this moment; asked of every one. */
  readonly dies?: (moment: Moment) => boolean;
  readonly boundary?: (boundary: Boundary, job: JobId) => void;
  /** What a test puts in the place of the engine's own: to show that a broken engine is found out. */
  readonly disguise?: (ports: { readonly store: Store }) => { readonly store: Store };
  readonly syncMs?: () => number;
  readonly wayMs?: () => number;
  /** After how long somebody gives the same command again, where a run stopped with work left; undefined: nobody does. */
  readonly resumesAfterMs?: (result: RunResult) => number | undefined;
}

/** What a whole campaign came to, its processes' deaths included. */
export interface Performance {
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
export async function perform(stage: Stage, casting: Casting = {}): Promise<Performance> {
  const { loaded, world, at, seed, latencyMs } = stage;
  const { dies = () => false, emit = () => {} } = casting;
  const clock = createVirtualClock(at);
  const sandbox = createInProcessSandbox({ world, clock, latencyMs });
  const disk = createMemoryDisk();
  const files = { ...stage.files, readBytes: (path: string) => clock.hold(() => stage.files.readBytes(path)) };
  const about = { campaign: loaded.campaign.id, run: stage.run, service: 'sandbox' };
  let deaths = 0;
  for (let life = 0; ; life++) {
    const random = createSeededRandom(seed + life);
    const { transport } = sandbox;
    const process = createMortalProcess({ ...casting, clock, transport, about, disk, random, dies });
    const control = createRunControl();
    const over = new AbortController();
    void clock.sleepUntil(at + longestMs, over.signal).then(() => {
      if (!over.signal.aborted) control.drain('the rehearsal gave up after a year');
    });
    const ports = { store: process.store, transport: process.transport };
    const run = runCampaign({
      loaded,
      run: stage.run,
      ...ports,
      ...casting.disguise?.(ports),
      clock: process.clock,
      files,
      random,
      env: stage.env,
      service: 'sandbox',
      control,
      emit: (event) => {
        if (process.alive()) emit(event);
      },
      boundary: (boundary, job) => {
        if (!process.alive()) return;
        casting.boundary?.(boundary, job);
        process.pass('boundary');
      },
    });
    const result = await Promise.race([run, process.died]);
    over.abort();
    if (result === 'died') deaths++;
    const pauseMs = result === 'died' ? restartMs : casting.resumesAfterMs?.(result);
    if (result !== 'died' && pauseMs === undefined) {
      return { result, store: process.store, account: sandbox.account, endedAt: clock.now(), deaths, lives: life + 1 };
    }
    await clock.sleepUntil(clock.now() + (pauseMs ?? 0));
  }
}
