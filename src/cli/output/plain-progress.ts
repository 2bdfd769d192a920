import { formatCount, formatDayTime } from '../../report/plan/words.ts';
import { createSpeedometer, type Speedometer } from '../../report/run/speed-text.ts';
import type { ProgressOptions, RunProgress } from './run-progress.ts';
import { createStepCounts } from './step-counts.ts';

const plainEveryMs = 5_000;

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
