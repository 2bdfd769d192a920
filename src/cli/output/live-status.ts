import type { Host } from '../../platform/ports.ts';
import { wrapText } from '../../report/columns.ts';
import { formatDayTime, stepNames } from '../../report/plan/words.ts';
import { createSpeedometer, progressLine, type Speedometer } from '../../report/run/speed-text.ts';
import type { Summary } from '../../run/event.ts';
import type { StepSummary } from '../../run/summary.ts';
import { createLiveLines } from './live-lines.ts';

/** `status --follow` at a terminal: the same text again and again in its place, with the time, and what `run` says of each step. */
export function createLiveStatus({ clock, console }: Host, timezone: string) {
  const live = createLiveLines(console, 'out');
  const speedometers = new Map<string, Speedometer>();
  return {
    /** `steps` only while the run is at work: nothing is forecast for one that is paused or over. */
    show(text: string, steps: readonly StepSummary[]): void {
      const now = clock.now();
      const speeds = steps.flatMap(({ id, summary }) => {
        const speedometer = speedometers.get(id) ?? createSpeedometer();
        speedometers.set(id, speedometer);
        const [done, total] = [doneOf(summary), doneOf(summary) + summary.pending];
        const speed = summary.pending === 0 ? undefined : speedometer.measure(done, total, now);
        return speed === undefined
          ? []
          : [progressLine({ name: stepNames(steps)(id), done, total, speed, width: console.width })];
      });
      live.draw([
        formatDayTime(now, timezone, true),
        ...speeds,
        '',
        ...wrapText(text.trimEnd(), console.width).split('\n'),
      ]);
    },
  };
}

function doneOf({ accepted, rejected, skipped, expired, inDoubt, cancelled = 0 }: Summary): number {
  return accepted + rejected + skipped + expired + inDoubt + cancelled;
}
