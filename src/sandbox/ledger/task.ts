import type { Instant } from '../../platform/ports.ts';
import { instantOfWall, wallAt } from '../../time/local-time.ts';
import { dayMs, minuteMs } from '../../time/wall-clock.ts';
import type { Calls, World } from './world.ts';

/**
 * A group call task. The document shows only that a redial of a canceled or completed task makes another one. What the new task
 * does then is our assumption:
 *
 *   waiting ──(sendTime reached, inside allowSendTime)──► running ──(all numbers called)──► completed
 *      ▲                                                    │
 *      └────────────(a period of allowSendTime ends)────────┘
 */
export interface Task {
  readonly taskId: number;
  readonly taskName: string;
  readonly callable: number;
  readonly origin: WorldOrigin | RedialOrigin;
}

/** From the world file, in a state that does not change by itself. */
interface WorldOrigin {
  readonly kind: 'world';
  readonly state: TaskState;
}

interface RedialOrigin {
  readonly kind: 'redial';
  readonly redialOf: number;
  readonly createdAt: Instant;
  /** Its allowSendTime; empty: day and night. */
  readonly periods: readonly Period[];
  /** When it dials, fixed at its creation; the task ends with the last of these. */
  readonly spells: readonly Spell[];
}

type TaskState = World['tasks'][number]['state'];

/** Half-open, like every period here. */
interface Spell {
  readonly from: Instant;
  readonly to: Instant;
}

export function taskStateAt(task: Task, now: Instant): TaskState {
  if (task.origin.kind === 'world') return task.origin.state;
  const { spells } = task.origin;
  if (spells.some(({ from, to }) => from <= now && now < to)) return 'running';
  return spells.some(({ to }) => now < to) ? 'waiting' : 'completed';
}

/** Calls ended by `now`: in proportion to the time dialled. */
export function callsMadeAt(task: Task, now: Instant): number {
  if (task.origin.kind === 'world') return task.origin.state === 'completed' ? task.callable : 0;
  const { spells } = task.origin;
  const length = spells.reduce((sum, { from, to }) => sum + to - from, 0);
  const dialled = spells.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(now, to) - from), 0);
  return length === 0 ? task.callable : Math.floor((task.callable * dialled) / length);
}

/** A local period of allowSendTime, in minutes since midnight; `to` is after `from`, maybe on the next day. */
interface Period {
  readonly from: number;
  readonly to: number;
}

interface DialPlan {
  readonly notBefore: Instant;
  readonly periods: readonly Period[];
  readonly callable: number;
  readonly calls: Calls;
  readonly timezone: string;
}

/** When a task with these periods dials until it has called everybody. Without periods it dials day and night. */
export function planSpells(plan: DialPlan): readonly Spell[] {
  let left = Math.ceil(plan.callable / plan.calls.lines) * plan.calls.callMs;
  if (plan.periods.length === 0) return [{ from: plan.notBefore, to: plan.notBefore + left }];
  const periods = plan.periods.toSorted((a, b) => a.from - b.from);
  const today = Math.floor(wallAt(plan.notBefore, plan.timezone) / dayMs) * dayMs;
  // A period that began yesterday may not be over.
  const firstDay = today - dayMs;
  const spells: Spell[] = [];
  for (let day = firstDay; left > 0 && day < firstDay + daysMax * dayMs; day += dayMs) {
    for (const period of periods) {
      const from = Math.max(
        spells.at(-1)?.to ?? plan.notBefore,
        instantOfWall(day + period.from * minuteMs, plan.timezone),
      );
      const to = Math.min(instantOfWall(day + period.to * minuteMs, plan.timezone), from + left);
      if (left <= 0 || to <= from) continue;
      spells.push({ from, to });
      left -= to - from;
    }
  }
  return spells;
}

/** A task that would need longer is then treated as completed. */
const daysMax = 400;

export function periodOf(written: { readonly strTime: string; readonly endTime: string }): Period {
  const from = minutesOf(written.strTime);
  const to = minutesOf(written.endTime);
  // An end before the start means a period over midnight.
  return { from, to: to > from ? to : to + 24 * 60 };
}

function minutesOf(text: string): number {
  const [hours, minutes] = text.split(':').map(Number);
  return hours! * 60 + minutes!;
}
