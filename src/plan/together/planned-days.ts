import { wallAt } from '../../time/local-time.ts';
import { dateOf, dayMs } from '../../time/wall-clock.ts';
import type { PlannedJob } from '../plan.ts';

/** One day of the calendar of several campaigns. */
export interface PlannedDay {
  /** `2026-11-23`. */
  readonly date: string;
  /** Starts by campaign; a campaign without any is not in it. */
  readonly jobs: Readonly<Record<string, number>>;
  /** Who gets something on this day. */
  readonly people: number;
  /** Who gets more than one thing. */
  readonly severalTimes: number;
}

/** Counts starts, which come in the order of time, and whom they reach. */
export function plannedDays(timezone: string) {
  const days: PlannedDay[] = [];
  /** By person: the campaign, or `several`. */
  const reachedBy = new Map<string, string>();
  let shared = 0;
  let day = Number.NEGATIVE_INFINITY;
  let jobs: Record<string, number> = {};
  let today = new Map<string, number>();

  const endDay = (): void => {
    if (Object.keys(jobs).length === 0) return;
    const severalTimes = [...today.values()].filter((count) => count > 1).length;
    days.push({ date: dateOf(day), jobs, people: today.size, severalTimes });
    jobs = {};
    today = new Map();
  };
  return {
    note(campaign: string, { id: { key }, at }: PlannedJob): void {
      const its = Math.floor(wallAt(at!, timezone) / dayMs);
      if (its !== day) {
        endDay();
        day = its;
      }
      jobs[campaign] = (jobs[campaign] ?? 0) + 1;
      if (key === undefined) return;
      today.set(key, (today.get(key) ?? 0) + 1);
      const before = reachedBy.get(key);
      if (before === undefined) reachedBy.set(key, campaign);
      else if (before !== campaign && before !== several) {
        reachedBy.set(key, several);
        shared++;
      }
    },
    list(): readonly PlannedDay[] {
      endDay();
      return days;
    },
    people: () => reachedBy.size,
    shared: () => shared,
  };
}

/** No campaign has this id. */
const several = '';
