import type { Host } from '../../platform/ports.ts';
import { formatDayTime } from '../../report/plan/words.ts';
import { createSpeedometer } from '../../report/run/speed-text.ts';
import { wrapText } from '../../report/wrap-line.ts';
import type { Summary } from '../../run/event.ts';
import { createLiveLines } from './live-lines.ts';

/** `status --follow` at a terminal: the same text again and again in its place, with the time, the rate and a forecast. */
export interface LiveStatus {
  /** `summary` only while the run is at work: nothing is forecast for one that is paused or over. */
  show(text: string, summary: Summary | undefined): void;
}

export function createLiveStatus({ clock, console }: Host, timezone: string): LiveStatus {
  const live = createLiveLines(console, 'out');
  const speedometer = createSpeedometer();
  return {
    show(text, summary) {
      const now = clock.now();
      const speed = summary && speedometer.measure(doneOf(summary), doneOf(summary) + summary.pending, now);
      const time = formatDayTime(now, timezone, true);
      live.draw([
        speed === undefined ? time : `${time}  ${speed}`,
        '',
        ...wrapText(text.trimEnd(), console.width).split('\n'),
      ]);
    },
  };
}

function doneOf({ accepted, rejected, skipped, expired, inDoubt, cancelled = 0 }: Summary): number {
  return accepted + rejected + skipped + expired + inDoubt + cancelled;
}
