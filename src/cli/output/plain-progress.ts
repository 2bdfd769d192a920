import { formatCount, formatDayTime } from '../../report/plan/words.ts';
import type { ProgressOptions, RunProgress } from './run-progress.ts';
import { createStepCounts } from './step-counts.ts';

const plainEveryMs = 5_000;

/** Where there is no terminal: a line now and then, with its time. */
export function createPlainProgress({ host, timezone, stepName }: ProgressOptions): RunProgress {
  const steps = createStepCounts();
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
        .open()
        .filter(({ done, total }) => done < total)
        .map(({ step, done, total }) => `${stepName(step)} ${formatCount(done)} of ${formatCount(total)}`);
      const time = formatDayTime(event.at, timezone, true);
      if (parts.length > 0) host.console.err(`${time}  ${parts.join(', ')}\n`);
    },
    above,
    close: () => {},
  };
}
