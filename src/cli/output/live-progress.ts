import type { Instant } from '../../platform/ports.ts';
import {
  formatClock,
  formatDayTime,
  formatJobs,
  formatRequests,
  formatWait,
  heldWords,
} from '../../report/plan/words.ts';
import { progressLine } from '../../report/run/speed-text.ts';
import { wrapLine } from '../../report/wrap-line.ts';
import type { RunEvent } from '../../run/event.ts';
import { createLiveLines } from './live-lines.ts';
import { createOpenSteps, longWaitMs, type ProgressOptions, type RunProgress } from './run-progress.ts';

/** Something that is waited for, by the host's clock. */
interface Wait {
  readonly until: Instant;
  readonly text: string;
}

const redrawEveryMs = 250;
const shownRateWaitMs = 60_000;

/** A line for each open step, and one for what holds everything up. */
export function createLiveProgress({ host, timezone, stepName, counted }: ProgressOptions): RunProgress {
  const { clock, console } = host;
  const live = createLiveLines(console, 'err');
  const steps = createOpenSteps(counted);
  let stepWait: (Wait & { readonly step: string }) | undefined;
  let rest: Wait | undefined;
  let isPaused = false;
  let inFlight: number | undefined;
  let isHandedOut = false;

  const holdLine = (now: Instant): string | undefined => {
    if (inFlight !== undefined)
      return `stopping: waiting for ${isHandedOut ? `${formatJobs(inFlight)} in flight or with workers` : `${formatRequests(inFlight)} in flight`}`;
    if (isPaused) return 'paused';
    const wait = rest !== undefined && rest.until > now ? rest : stepWait;
    return wait === undefined || wait.until <= now ? undefined : `${wait.text} (${formatWait(wait.until - now)} left)`;
  };
  const lines = (): readonly string[] => {
    const now = clock.now();
    const hold = holdLine(now);
    const { width } = console;
    const open = steps
      .look(now, hold !== undefined)
      .map(({ step, ...rest }) => progressLine({ name: stepName(step), ...rest, width }));
    return hold === undefined ? open : [...open, `  ${hold}`];
  };
  const above = (line: string): void => live.above(wrapLine(line, console.width, 2).join('\n'), lines());
  /** The run's clock may be ahead of the host's, which counts what is left. */
  const longWait = ({ at, until }: Readonly<Record<'at' | 'until', Instant>>, text: string): Wait | undefined =>
    until - at < longWaitMs ? undefined : { text, until: until - (at - clock.now()) };
  const note = (event: RunEvent): void => {
    steps.onEvent(event);
    switch (event.event) {
      case 'waiting': {
        const { at, step, heldBy, until } = event;
        if (heldBy === 'rate' && until - at <= shownRateWaitMs) break;
        const day = formatDayTime(until, timezone);
        const wait = longWait(event, `${stepName(step)} waits for ${heldWords[heldBy]} until ${day}`);
        stepWait = wait && { ...wait, step };
        break;
      }
      case 'resting':
        rest = longWait(event, `nothing starts until ${formatClock(event.until, timezone, true)}`);
        break;
      case 'paused':
      case 'resumed':
        isPaused = event.event === 'paused';
        break;
      case 'draining':
        inFlight = event.inFlight;
        isHandedOut = event.handedOut !== undefined;
        break;
      case 'step':
        if (event.step === stepWait?.step) stepWait = undefined;
        break;
      case 'job':
        if (event.job.step === stepWait?.step) stepWait = undefined;
        if (inFlight !== undefined) inFlight = Math.max(0, inFlight - 1);
        break;
      case 'started':
      case 'recovered':
      case 'wave':
      case 'waveOver':
      case 'clock':
      case 'clockJumped':
      case 'following':
      case 'finished':
        break;
      default:
        event satisfies never;
    }
  };
  const timer = setInterval(() => live.draw(lines()), redrawEveryMs);
  timer.unref();

  return {
    onEvent(event, line) {
      note(event);
      if (line !== undefined) above(line);
    },
    above,
    close() {
      clearInterval(timer);
      live.draw([]);
    },
  };
}
