import { formatCount } from '../plan/words.ts';

const barAtMost = 30;
const barAtLeast = 6;

/** `  hello  ████░░░░░░░░  13 of 227, 5.2/s, about 41 s left`, in one row of the terminal. */
export function progressLine(given: {
  readonly name: string;
  readonly done: number;
  readonly total: number;
  readonly speed: string | undefined;
  readonly width: number;
}): string {
  const { name, done, total, speed, width } = given;
  const counts = `${formatCount(done)} of ${formatCount(total)}${speed === undefined ? '' : `, ${speed}`}`;
  const barWidth = Math.min(barAtMost, width - name.length - counts.length - '      '.length - 1);
  if (barWidth < barAtLeast) return `  ${name}  ${counts}`;
  const full = Math.floor((done / total) * barWidth);
  return `  ${name}  ${'█'.repeat(full)}${'░'.repeat(barWidth - full)}  ${counts}`;
}
