import { formatCount } from '../../diagnostic/count-words.ts';
import type { Host } from '../../platform/ports.ts';
import { formatDayTime } from '../../report/plan/words.ts';
import { doneBefore } from '../../report/run/event-text.ts';
import { createSpeedometer, type Speedometer } from '../../report/run/speed-text.ts';
import type { RunEvent } from '../../run/event.ts';

/** How far each step is. */
export interface RunProgress {
  /** `line` is what the event says to people, if anything. */
  onEvent(event: RunEvent, line: string | undefined): void;
  /** Prints a line that stays, on stderr. */
  above(line: string): void;
  close(): void;
}

export interface ProgressOptions {
  readonly host: Host;
  readonly timezone: string;
  readonly stepName: (id: string) => string;
}

interface StepCount {
  readonly step: string;
  readonly total: number;
  /** By earlier processes. */
  readonly before: number;
  done: number;
}

/** How many jobs of each open step have an outcome. A step of one job is over too soon to be shown. */
export function createStepCounts() {
  const counts = new Map<string, StepCount>();
  return {
    onEvent(event: RunEvent): void {
      if (event.event === 'step' && event.state !== 'open') counts.delete(event.step);
      else if (event.event === 'step' && event.jobs.toDo > 1) {
        const before = doneBefore(event.jobs);
        counts.set(event.step, { step: event.step, total: event.jobs.toDo + before, before, done: before });
      } else if (event.event === 'job' && event.state !== 'again') {
        const count = counts.get(event.job.step);
        if (count !== undefined) count.done++;
      }
    },
    open: (): readonly StepCount[] => [...counts.values()],
  };
}

const plainEveryMs = 5_000;

/** While nothing starts, and right after it, a forecast would be of the past. */
function forgetPace(event: RunEvent, speeds: Map<string, Speedometer>): void {
  if (event.event === 'paused' || event.event === 'resumed') speeds.clear();
  else if (event.event === 'wave' || event.event === 'waveOver') speeds.delete(event.step);
  else if (event.event === 'waiting' && event.heldBy !== 'rate' && event.until - event.at >= plainEveryMs)
    speeds.delete(event.step);
}

/** Where there is no terminal: a line now and then, with its time. */
export function createPlainProgress({ host, timezone, stepName }: ProgressOptions): RunProgress {
  const steps = createStepCounts();
  const above = (line: string): void => host.console.err(`${line}\n`);
  const speeds = new Map<string, Speedometer>();
  const speedOf = (step: string): Speedometer => {
    const known = speeds.get(step) ?? createSpeedometer();
    speeds.set(step, known);
    return known;
  };
  let lastMs = host.clock.now();
  return {
    onEvent(event, line) {
      if (line !== undefined) above(line);
      steps.onEvent(event);
      forgetPace(event, speeds);
      const now = host.clock.now();
      if (now - lastMs < plainEveryMs) return;
      lastMs = now;
      const parts = steps
        .open()
        .filter(({ done, total }) => done < total)
        .map(({ step, before, done, total }) => {
          const speed = speedOf(step).measure(done - before, total - before, now);
          return `${stepName(step)} ${formatCount(done)} of ${formatCount(total)}${speed === undefined ? '' : `, ${speed}`}`;
        });
      const time = formatDayTime(event.at, timezone, true);
      if (parts.length > 0) host.console.err(`${time}  ${parts.join('; ')}\n`);
    },
    above,
    close: () => {},
  };
}
