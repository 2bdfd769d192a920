import { formatCount } from '../../diagnostic/count-words.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import { wrapLine } from '../../report/columns.ts';
import {
  formatClock,
  formatDayTime,
  formatJobs,
  formatRequests,
  formatWait,
  heldWords,
} from '../../report/plan/words.ts';
import { eventToJson } from '../../report/run/event-text.ts';
import { createSpeedometer, progressLine, type Speedometer } from '../../report/run/speed-text.ts';
import type { RunEvent } from '../../run/event.ts';
import type { StepProgress } from '../../schedule/scheduler.ts';
import { createLiveLines } from './live-lines.ts';

/** How far each step is. */
export interface RunProgress {
  /** `line` is what the event says to people, if anything. */
  onEvent(event: RunEvent, line?: string): void;
  /** Prints a line that stays, on stderr. */
  above(line: string): void;
  close(): void;
}

export interface ProgressOptions {
  readonly host: Host;
  readonly timezone: string;
  readonly stepName: (id: string) => string;
  /** What the run has counted of a step by now. A job that a person sends again is counted once, which no count of events would do. */
  readonly counted: (step: string) => Pick<StepProgress, 'counts'> | undefined;
}

/** A wait that is shorter is part of the pace. */
const longWaitMs = 5_000;

/** How far the open steps are, and how fast. A step of one job is over too soon to be shown. */
function createOpenSteps(counted: ProgressOptions['counted']) {
  /** `before`: what had an outcome when this process came to the step. */
  const open = new Map<string, { readonly before: number; speed: Speedometer }>();
  const sumsOf = (step: string): { readonly done: number; readonly total: number } => {
    const { pending = 0, sending = 0, ...ended } = counted(step)?.counts ?? {};
    const done = Object.values(ended).reduce((sum, count) => sum + count, 0);
    return { done, total: done + pending + sending };
  };
  /** While nothing starts, and right after it, a forecast would be of the past. */
  const forgetPace = (only?: string): void => {
    for (const [step, one] of open) if (only === undefined || step === only) one.speed = createSpeedometer();
  };
  return {
    onEvent(event: RunEvent): void {
      if (event.event === 'step') {
        open.delete(event.step);
        if (event.state !== 'open' || event.jobs.toDo <= 1) return;
        open.set(event.step, { before: sumsOf(event.step).done, speed: createSpeedometer() });
      } else if (event.event === 'paused' || event.event === 'resumed') forgetPace();
      else if (event.event === 'wave' || event.event === 'waveOver') forgetPace(event.step);
      else if (event.event === 'waiting' && event.heldBy !== 'rate' && event.until - event.at >= longWaitMs)
        forgetPace(event.step);
      else if (event.event === 'resting' && event.until - event.at >= longWaitMs) forgetPace();
    },
    /** `isHeld`: nothing starts at the moment, and nothing is forecast. */
    look: (now: Instant, isHeld = false) =>
      [...open].map(([step, { before, speed }]) => {
        const { done, total } = sumsOf(step);
        return { step, done, total, speed: isHeld ? undefined : speed.measure(done - before, total - before, now) };
      }),
  };
}

/** For a machine: one event a line on stdout. */
export function createEventLines({
  host: { console },
  timezone,
}: Pick<ProgressOptions, 'host' | 'timezone'>): RunProgress {
  return {
    onEvent: (event) => console.out(`${JSON.stringify(eventToJson(event, timezone))}\n`),
    above: (line) => console.err(`${line}\n`),
    close: () => {},
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
