import type { Clock, Instant } from '../../platform/ports.ts';
import type { ClockFact } from '../ledger/fact.ts';
import type { WorldClock } from '../ledger/world.ts';

/** Sandbox time: another clock's time, moved and made faster or slower. */
export interface SandboxClock extends Pick<Clock, 'now'> {
  readonly setting: ClockSetting;
  /** Without `since`, from now on. */
  set(setting: { readonly at: Instant; readonly speed: number; readonly since?: Instant }): void;
  /** Back to the setting of the world file. */
  reset(): void;
}

type ClockSetting = Omit<ClockFact, 'fact'>;

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
  };
}
