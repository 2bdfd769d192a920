import type { Console, Host } from '../../platform/ports.ts';
import { columnsOf, wrapText } from '../../report/columns.ts';
import { formatDayTime, stepNames } from '../../report/plan/words.ts';
import { createSpeedometer, progressLine, type Speedometer } from '../../report/run/speed-text.ts';
import type { Summary } from '../../run/event.ts';
import type { StepSummary } from '../../run/summary.ts';

/**
 * Lines at the foot of a terminal that are replaced in place. The cursor stays visible and lines still wrap: whatever ends
 * the process, the terminal is as it was.
 */
export function createLiveLines(console: Console, stream: 'out' | 'err') {
  let drawn: readonly string[] = [];
  const show = (lines: readonly string[]): void => {
    if (lines.length > 0) console[stream](`${lines.join('\n')}\n`);
    drawn = lines;
  };
  const erase = (): void => {
    const rows = drawn.reduce((sum, line) => sum + rowsOf(line, console.width), 0);
    // What has left the screen cannot be erased.
    if (rows > 0 && rows < console.height) console.erase(stream, rows);
  };
  return {
    /** Replaces what was drawn before. */
    draw(lines: readonly string[]): void {
      if (lines.length === drawn.length && lines.every((line, index) => line === drawn[index])) return;
      erase();
      show(lines);
    },
    /** Prints a line that stays, and draws below it. */
    above(line: string, lines: readonly string[]): void {
      erase();
      console[stream](`${line}\n`);
      show(lines);
    },
  };
}

/** A line that is wider than the terminal goes on in the next row. */
function rowsOf(line: string, width: number): number {
  return Math.max(1, Math.ceil(columnsOf(line) / width));
}

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
