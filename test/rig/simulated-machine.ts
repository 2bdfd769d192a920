import type { VirtualClock } from '../../src/platform/clocks.ts';
import type { Instant } from '../../src/platform/ports.ts';
import type { Machine } from '../../src/rehearsal/crashable-process.ts';

/** A machine whose clock people set, and whose lid they close. */
export interface SimulatedMachine extends Machine {
  /** It sleeps from now on, for so long: its processes do nothing, and time goes on without them. */
  nap(ms: number): void;
  /** Sets its clock on, or back. */
  set(byMs: number): void;
  /** What its clock showed at an instant of the world's; set back a little, it stays the same until it has caught up. */
  shownAt(at: Instant): Instant;
  /** When its clock was set, by the world's. */
  readonly setAt: readonly Instant[];
}

/** As the engine sees it: less than this is the clock being trimmed, and it does not run backwards then. */
const trimmedMs = 2_000;

export function createSimulatedMachine(world: VirtualClock): SimulatedMachine {
  let sleepsUntil: Instant = 0;
  let sleptMs = 0;
  const settings: { readonly at: Instant; readonly offsetMs: number; readonly least: Instant }[] = [];
  const offset = (): number => settings.at(-1)?.offsetMs ?? 0;
  const now = (): Instant => world.now() + offset();
  const awake = async (): Promise<void> => {
    while (world.now() < sleepsUntil) await world.sleepUntil(sleepsUntil);
  };
  return {
    now,
    // It stands still while the machine sleeps; what has been slept counts when it wakes.
    steadyMs: () => world.now() - sleptMs,
    async sleepUntil(until, signal) {
      await world.sleepUntil(world.now() + Math.max(0, until - now()), signal);
      await awake();
    },
    awake,
    nap(ms) {
      const from = Math.max(sleepsUntil, world.now());
      sleepsUntil = Math.max(sleepsUntil, world.now() + ms);
      sleptMs += sleepsUntil - from;
    },
    set(byMs) {
      const least = byMs < 0 && byMs > -trimmedMs ? now() : Number.NEGATIVE_INFINITY;
      settings.push({ at: world.now(), offsetMs: offset() + byMs, least });
    },
    shownAt(at) {
      const { offsetMs = 0, least = at } = settings.findLast((one) => one.at <= at) ?? {};
      return Math.max(at + offsetMs, least);
    },
    get setAt() {
      return settings.map((one) => one.at);
    },
  };
}
