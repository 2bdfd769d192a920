import type { Clock, Instant } from '../../platform/ports.ts';
import type { WorldClock } from '../ledger/world.ts';

/** Sandbox time: another clock's time, moved and made faster or slower. */
export interface SandboxClock extends Clock {
  readonly setting: ClockSetting;
  /** Without `since`, from now on. */
  set(setting: { readonly at: Instant; readonly speed: number; readonly since?: Instant }): void;
  /** Back to the setting of the world file. */
  reset(): void;
}

export interface ClockSetting {
  /** Sandbox time at the underlying clock's `since`. */
  readonly at: Instant;
  readonly since: Instant;
  /** Sandbox milliseconds per millisecond of the underlying clock: 0 stops it. */
  readonly speed: number;
}

export function createSandboxClock(underlying: Clock, world: WorldClock): SandboxClock {
  const initial = (): ClockSetting => {
    const since = underlying.now();
    return { at: world.start ?? since, since, speed: world.speed };
  };
  let setting = initial();
  const now = (): Instant => {
    const passed = underlying.now() - setting.since;
    // At normal speed the clock is a plain offset, so that everything on the same underlying clock sees the same milliseconds.
    return setting.speed === 1 ? setting.at + passed : Math.floor(setting.at + passed * setting.speed);
  };
  return {
    now,
    get setting() {
      return setting;
    },
    set({ at, speed, since = underlying.now() }) {
      setting = { at, speed, since };
    },
    reset() {
      setting = initial();
    },
    async sleepUntil(until, signal) {
      if (setting.speed > 0) await underlying.sleepUntil(underlying.now() + (until - now()) / setting.speed, signal);
    },
  };
}
