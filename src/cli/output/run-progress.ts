import { formatCount } from '../../diagnostic/count-words.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import { formatDayTime } from '../../report/plan/words.ts';
import { createSpeedometer, type Speedometer } from '../../report/run/speed-text.ts';
import type { RunEvent } from '../../run/event.ts';
import type { StepProgress } from '../../schedule/scheduler.ts';

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
  /** What the run has counted by now. A job that a person sends again is counted once, which no count of events would do. */
  readonly counted: () => readonly Pick<StepProgress, 'step' | 'counts'>[];
}

/** A wait that is shorter is part of the pace. */
export const longWaitMs = 5_000;

/** How far the open steps are, and how fast. A step of one job is over too soon to be shown. */
export function createOpenSteps(counted: ProgressOptions['counted']) {
  /** `before`: what had an outcome when this process came to the step. */
  const open = new Map<string, { readonly before: number; speed: Speedometer }>();
  const sums = () =>
    counted().map(({ step, counts: { pending, sending, ...ended } }) => {
      const done = Object.values(ended).reduce((sum, count) => sum + count, 0);
      return { step, done, total: done + pending + sending };
    });
  /** While nothing starts, and right after it, a forecast would be of the past. */
  const forgetPace = (only?: string): void => {
    for (const [step, one] of open) if (only === undefined || step === only) one.speed = createSpeedometer();
  };
  return {
    onEvent(event: RunEvent): void {
      if (event.event === 'step') {
        open.delete(event.step);
        if (event.state !== 'open' || event.jobs.toDo <= 1) return;
        const { done: before = 0 } = sums().find(({ step }) => step === event.step) ?? {};
        open.set(event.step, { before, speed: createSpeedometer() });
      } else if (event.event === 'paused' || event.event === 'resumed') forgetPace();
      else if (event.event === 'wave' || event.event === 'waveOver') forgetPace(event.step);
      else if (event.event === 'waiting' && event.heldBy !== 'rate' && event.until - event.at >= longWaitMs)
        forgetPace(event.step);
      else if (event.event === 'resting' && event.until - event.at >= longWaitMs) forgetPace();
    },
    /** `isHeld`: nothing starts at the moment, and nothing is forecast. */
    look: (now: Instant, isHeld = false) =>
      sums().flatMap(({ step, done, total }) => {
        const one = open.get(step);
        if (one === undefined) return [];
        const speed = isHeld ? undefined : one.speed.measure(done - one.before, total - one.before, now);
        return [{ step, done, total, speed }];
      }),
  };
}

const plainEveryMs = 5_000;

/** Where there is no terminal: a line now and then, with its time. */
export function createPlainProgress({ host, timezone, stepName, counted }: ProgressOptions): RunProgress {
  const steps = createOpenSteps(counted);
  const above = (line: string): void => host.console.err(`${line}\n`);
  let lastMs = host.clock.now();
  return {
    onEvent(event, line) {
      if (line !== undefined) above(line);
      steps.onEvent(event);
      const now = host.clock.now();
      if (now - lastMs < plainEveryMs) return;
      lastMs = now;
      const parts = steps
        .look(now)
        .filter(({ done, total }) => done < total)
        .map(({ step, done, total, speed }) => {
          return `${stepName(step)} ${formatCount(done)} of ${formatCount(total)}${speed === undefined ? '' : `, ${speed}`}`;
        });
      const time = formatDayTime(event.at, timezone, true);
      if (parts.length > 0) host.console.err(`${time}  ${parts.join('; ')}\n`);
    },
    above,
    close: () => {},
  };
}
