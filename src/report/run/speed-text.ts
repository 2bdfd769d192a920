import { formatCount } from '../../diagnostic/count-words.ts';
import { columnsOf } from '../columns.ts';
import { formatWait } from '../plan/words.ts';

/** Fewer jobs in a shorter time say more of chance than of the run. */
const shortestMs = 2_000;
const fewestDone = 5;
const longEnoughMs = 10_000;
/** One job more or less is less than what is rounded. */
const preciseMs = 20_000;
const windowMs = 30_000;
const sampleEveryMs = 1_000;

/** How fast something gets done, by what was done of late. */
export function createSpeedometer() {
  let samples: { readonly atMs: number; readonly done: number }[] = [];
  return {
    /** So many are done by now. Returns `5.2/s, about 45 s at this pace`; undefined until it can be known. */
    measure(done: number, total: number, nowMs: number): string | undefined {
      // The time before the first answer is not the pace.
      if (done <= 0) return undefined;
      // A person sends some of them again.
      if (done < (samples.at(-1)?.done ?? 0)) samples = [];
      const last = samples.at(-1);
      if (last === undefined || nowMs - last.atMs >= sampleEveryMs) samples.push({ atMs: nowMs, done });
      samples = samples.filter(({ atMs }) => nowMs - atMs <= windowMs);
      const [first] = samples;
      const [ms, count] = [nowMs - (first?.atMs ?? nowMs), done - (first?.done ?? done)];
      if (ms < shortestMs || count === 0 || (count < fewestDone && ms < longEnoughMs)) return undefined;
      const perMs = count / ms;
      const left = total > done ? `, about ${formatWait((total - done) / perMs)} at this pace` : '';
      return `${formatRate(perMs, ms >= preciseMs)}${left}`;
    },
  };
}

export type Speedometer = ReturnType<typeof createSpeedometer>;

/** `120/s`, `5.2/s`, `12/min`, `3/h`. */
export function formatRate(perMs: number, isPrecise: boolean): string {
  const perSecond = perMs * 1_000;
  if (perSecond >= 10 || (perSecond >= 1 && !isPrecise)) return `${formatCount(Math.round(perSecond))}/s`;
  if (perSecond >= 1) return `${perSecond.toFixed(1)}/s`;
  const perMinute = perSecond * 60;
  return perMinute >= 1 ? `${Math.round(perMinute)}/min` : `${Math.max(1, Math.round(perMinute * 60))}/h`;
}

const barAtMost = 30;
const barAtLeast = 6;

/** `  hello  ████░░░░░░░░  13 of 227, 5.2/s, about 41 s at this pace`, in one row of the terminal. */
export function progressLine(given: {
  readonly name: string;
  readonly done: number;
  readonly total: number;
  readonly speed: string | undefined;
  readonly width: number;
}): string {
  const { name, done, total, speed, width } = given;
  const sums = `${formatCount(done)} of ${formatCount(total)}`;
  const counts = speed === undefined ? sums : `${sums}, ${speed}`;
  const barWidth = Math.min(barAtMost, width - columnsOf(name) - counts.length - '      '.length - 1);
  const line = (text: string): string => `  ${name}  ${text}`;
  if (barWidth < barAtLeast) return line(columnsOf(line(counts)) > width ? sums : counts);
  const full = Math.floor((done / total) * barWidth);
  return `  ${name}  ${'█'.repeat(full)}${'░'.repeat(barWidth - full)}  ${counts}`;
}
