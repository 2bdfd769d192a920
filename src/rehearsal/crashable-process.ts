import type { RunAbout, StateBackend } from '../ledger/backend.ts';
import type { MemoryLease } from '../ledger/memory-backend.ts';
import type { VirtualClock } from '../platform/clocks.ts';
import type { Clock, Random } from '../platform/ports.ts';
import type { Transport } from '../service/http/transport.ts';

/** Where a process may die. `boundary`: the engine reports that a crash would now leave something different behind. */
export type CrashPoint = 'boundary' | 'sync' | 'bytes' | 'answer' | 'wake';

/** A process of the engine that can die: from then on none of its waits ends, and it has no further effect. */
export interface CrashableProcess {
  readonly lease: MemoryLease;
  readonly clock: Clock;
  readonly transport: Transport;
  readonly died: Promise<'died'>;
  alive(): boolean;
  /** Reaches a crash point; returns whether the process is still alive after it. */
  pass(point: CrashPoint): boolean;
}

/** The clock of the process's machine: it may be set, and it stops for the process while the machine sleeps. */
export interface Machine extends Clock {
  /** Resolves at once, or when the machine wakes. */
  awake(): Promise<void>;
}

/** A state whose lease ends with its process, however that ends. */
export interface CrashableState extends StateBackend {
  openLease(input: {
    readonly about: RunAbout;
    readonly sync: () => Promise<void>;
  }): MemoryLease | Promise<MemoryLease>;
}

interface CrashableProcessInput {
  readonly clock: VirtualClock;
  /** Default: a machine that never sleeps and whose clock is right. */
  readonly machine?: Machine;
  readonly transport: Transport;
  readonly about: RunAbout;
  readonly state: CrashableState;
  /** Decides which unsynced writes and which requests on their way survive a death. */
  readonly random: Random;
  readonly dies: (point: CrashPoint) => boolean;
  /** How long a sync takes, and how long a request travels to the service; in virtual milliseconds. Default 0. */
  readonly syncMs?: () => number;
  readonly wayMs?: () => number;
  /** How long a request waits for its connection before its first byte is written. Default 0. */
  readonly connectMs?: () => number;
}

export async function createCrashableProcess(input: CrashableProcessInput): Promise<CrashableProcess> {
  const { clock: world, about, state, random, dies, syncMs = () => 0, wayMs = () => 0, connectMs = () => 0 } = input;
  const machine: Machine = input.machine ?? { ...world, awake: () => Promise.resolve() };
  const { steadyMs } = machine;
  let alive = true;
  let resolveDied: (died: 'died') => void = () => {};
  const died = new Promise<'died'>((resolve) => {
    resolveDied = resolve;
  });

  const pass = (point: CrashPoint): boolean => {
    if (!alive || !dies(point)) return alive;
    alive = false;
    lease.die((unsynced) => Math.floor(random.next() * (unsynced + 1)));
    resolveDied('died');
    return false;
  };
  const lasting = async (clock: Clock, ms: number): Promise<void> => {
    if (ms > 0) await clock.sleepUntil(clock.now() + ms);
  };
  const lease = await state.openLease({
    about,
    sync: async () => {
      if (!pass('sync')) return;
      await lasting(machine, syncMs());
      pass('sync');
    },
  });

  return {
    lease,
    died,
    alive: () => alive,
    pass,
    clock: {
      now: () => machine.now(),
      ...(steadyMs === undefined ? {} : { steadyMs: () => steadyMs() }),
      async sleepUntil(until, signal) {
        if (!alive) return never();
        await machine.sleepUntil(until, signal);
        if (!pass('wake')) return never();
      },
    },
    transport: {
      async send(operation, body, { signal, mayLeave } = {}) {
        await lasting(machine, connectMs());
        if (!alive) return never();
        const reason = mayLeave?.();
        if (reason !== undefined) return { kind: 'unsent', reason, heldBack: true };
        // Bytes that have left arrive even if their sender died; bytes still in its buffers do not.
        const lost = !pass('bytes') && random.next() < 0.5;
        if (lost) return never();
        await lasting(world, wayMs());
        const outcome = await input.transport.send(operation, body, signal === undefined ? {} : { signal });
        await machine.awake();
        if (!pass('answer')) return never();
        return outcome;
      },
      close: () => Promise.resolve(),
    },
  };
}

function never<T>(): Promise<T> {
  return new Promise(() => {});
}
