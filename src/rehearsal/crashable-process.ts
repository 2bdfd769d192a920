import type { Clock, Random } from '../platform/ports.ts';
import type { VirtualClock } from '../platform/virtual-clock.ts';
import type { Transport } from '../service/http/transport.ts';
import { createMemoryStore, type MemoryDisk, type MemoryStore } from '../state/memory-store.ts';
import type { StoreAbout } from '../state/store.ts';

/** Where a process may die. `boundary`: where the engine says that a crash leaves something else behind. */
export type Moment = 'boundary' | 'sync' | 'bytes' | 'answer' | 'wake';

/** A process of the engine that can die: from then on none of its waits ends, and nothing that it does has any effect. */
export interface CrashableProcess {
  readonly store: MemoryStore;
  readonly clock: Clock;
  readonly transport: Transport;
  readonly died: Promise<'died'>;
  alive(): boolean;
  /** A moment goes by; returns whether the process is still alive after it. */
  pass(moment: Moment): boolean;
}

/** What a process knows of time: its machine's clock may be set, and stands still for it while the machine sleeps. */
export interface Machine extends Clock {
  /** Resolves at once, or when the machine wakes. */
  awake(): Promise<void>;
}

export interface CrashableProcessInput {
  readonly clock: VirtualClock;
  /** One that never sleeps, and goes right, otherwise. */
  readonly machine?: Machine;
  readonly transport: Transport;
  readonly about: StoreAbout;
  readonly disk: MemoryDisk;
  /** In memory otherwise. */
  readonly createStore?: typeof createMemoryStore;
  /** Decides what a death leaves: of unsynced writes, and of requests that were on their way. */
  readonly random: Random;
  readonly dies: (moment: Moment) => boolean;
  /** How long a sync, or a request's way to the service, takes; in virtual milliseconds. Default 0. */
  readonly syncMs?: () => number;
  readonly wayMs?: () => number;
  /** How long a request waits for its connection before its first byte is written. Default 0. */
  readonly connectMs?: () => number;
}

export function createCrashableProcess(input: CrashableProcessInput): CrashableProcess {
  const { clock: world, about, disk, random, dies, syncMs = () => 0, wayMs = () => 0, connectMs = () => 0 } = input;
  const machine: Machine = input.machine ?? { ...world, awake: () => Promise.resolve() };
  const { steadyMs } = machine;
  let alive = true;
  let tell: (died: 'died') => void = () => {};
  const died = new Promise<'died'>((resolve) => {
    tell = resolve;
  });

  const pass = (moment: Moment): boolean => {
    if (!alive || !dies(moment)) return alive;
    alive = false;
    store.die((unsynced) => Math.floor(random.next() * (unsynced + 1)));
    tell('died');
    return false;
  };
  const lasting = async (clock: Clock, ms: number): Promise<void> => {
    if (ms > 0) await clock.sleepUntil(clock.now() + ms);
  };
  const { createStore = createMemoryStore } = input;
  const store = createStore({
    about,
    disk,
    sync: async () => {
      if (!pass('sync')) return;
      await lasting(machine, syncMs());
      pass('sync');
    },
  });

  return {
    store,
    died,
    alive: () => alive,
    pass,
    clock: {
      now: () => machine.now(),
      ...(steadyMs === undefined ? {} : { steadyMs: () => steadyMs() }),
      async sleepUntil(until, signal) {
        if (!alive) return forEver();
        await machine.sleepUntil(until, signal);
        if (!pass('wake')) return forEver();
      },
    },
    transport: {
      async send(operation, body, { signal, mayLeave } = {}) {
        await lasting(machine, connectMs());
        if (!alive) return forEver();
        const reason = mayLeave?.();
        if (reason !== undefined) return { kind: 'unsent', reason, heldBack: true };
        // Bytes that have left arrive without their sender; those still in its buffers do not.
        const lost = !pass('bytes') && random.next() < 0.5;
        if (lost) return forEver();
        await lasting(world, wayMs());
        const outcome = await input.transport.send(operation, body, signal === undefined ? {} : { signal });
        await machine.awake();
        if (!pass('answer')) return forEver();
        return outcome;
      },
      close: () => Promise.resolve(),
    },
  };
}

function forEver<T>(): Promise<T> {
  return new Promise(() => {});
}
