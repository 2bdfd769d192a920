import type { Host } from '../../platform/ports.ts';
import { createSpeedometer, progressLine } from '../../report/run/speed-text.ts';
import { createLiveLines } from './live-lines.ts';

const redrawEveryMs = 250;

/** How far a command is that reads something long: a line at the foot of a terminal, and nothing elsewhere. */
export function createReadProgress(total: number, { console, clock }: Pick<Host, 'console' | 'clock'>) {
  const live = createLiveLines(console, 'err');
  const speedometer = createSpeedometer();
  let done = 0;
  let nextAt = clock.now() + redrawEveryMs;
  return {
    add(count: number): void {
      done += count;
      const now = clock.now();
      if (!console.errIsTerminal || now < nextAt) return;
      nextAt = now + redrawEveryMs;
      // More may come while they are read.
      const shown = Math.min(done, total);
      const speed = speedometer.measure(shown, total, now);
      live.draw([progressLine({ name: 'records', done: shown, total, speed, width: console.width })]);
    },
    /** Takes the line away. */
    close: (): void => live.draw([]),
  };
}
