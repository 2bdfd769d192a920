import type { RecipientKey } from '../../job/address.ts';
import type { Instant } from '../../platform/ports.ts';
import { wallAt } from '../../time/local-time.ts';
import { dateOf, dayMs } from '../../time/wall-clock.ts';

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
    /** `reached`: the person, where the job contacts one. */
    note(campaign: string, at: Instant, reached: RecipientKey | undefined): void {
      const its = Math.floor(wallAt(at, timezone) / dayMs);
      if (its !== day) {
        endDay();
        day = its;
      }
      jobs[campaign] = (jobs[campaign] ?? 0) + 1;
      if (reached === undefined) return;
      today.set(reached, (today.get(reached) ?? 0) + 1);
      const before = reachedBy.get(reached);
      if (before === undefined) reachedBy.set(reached, campaign);
      else if (before !== campaign && before !== several) {
        reachedBy.set(reached, several);
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
