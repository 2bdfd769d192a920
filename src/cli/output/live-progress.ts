import type { Instant } from '../../platform/ports.ts';
import {
  formatClock,
  formatDayTime,
  formatJobs,
  formatRequests,
  formatWait,
  heldWords,
} from '../../report/plan/words.ts';
import { createSpeedometer, progressLine, type Speedometer } from '../../report/run/speed-text.ts';
import { wrapLine } from '../../report/wrap-line.ts';
import type { RunEvent } from '../../run/event.ts';
import { createLiveLines } from './live-lines.ts';
import type { ProgressOptions, RunProgress } from './run-progress.ts';
import { createStepCounts } from './run-progress.ts';

/** Something that is waited for, by the host's clock. */
interface Wait {
  readonly until: Instant;
  readonly text: string;
}

const redrawEveryMs = 250;
/** Shorter waits are part of the pace. */
const shownWaitMs = 5_000;
const shownRateWaitMs = 60_000;

/** A line for each open step, and one for what holds everything up. */
export function createLiveProgress({ host, timezone, stepName }: ProgressOptions): RunProgress {
  const { clock, console } = host;
  const live = createLiveLines(console, 'err');
  const counts = createStepCounts();
  const speeds = new Map<string, Speedometer>();
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
    return wait === undefined || wait.until - now < shownWaitMs
      ? undefined
      : `${wait.text} (${formatWait(wait.until - now)} left)`;
  };
  const lines = (): readonly string[] => {
    const now = clock.now();
    const hold = holdLine(now);
    const { width } = console;
    const open = counts.open().map(({ step, before, done, total }) => {
      const speed = speeds.get(step)?.measure(done - before, total - before, now);
      // While nothing starts, a forecast would be of the past.
      return progressLine({ name: stepName(step), done, total, speed: hold === undefined ? speed : undefined, width });
    });
    return hold === undefined ? open : [...open, `  ${hold}`];
  };
  const above = (line: string): void => live.above(wrapLine(line, console.width, 2).join('\n'), lines());
  const note = (event: RunEvent): void => {
    counts.onEvent(event);
    // The run's clock may be ahead of the host's, which counts what is left.
    const ahead = event.at - clock.now();
    switch (event.event) {
      case 'waiting': {
        const { step, heldBy, until } = event;
        const text = `${stepName(step)} waits for ${heldWords[heldBy]} until ${formatDayTime(until, timezone)}`;
        if (heldBy !== 'rate' || until - event.at > shownRateWaitMs) stepWait = { step, text, until: until - ahead };
        break;
      }
      case 'resting':
        rest = {
          text: `nothing starts until ${formatClock(event.until, timezone, true)}`,
          until: event.until - ahead,
        };
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
        if (event.state === 'open') speeds.set(event.step, createSpeedometer());
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
