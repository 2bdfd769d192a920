const { SEED, WHOLE, LONG } = process.env;
/** Of the samples. */
export const seed = Number(SEED ?? 1);

/** `npm run soak -- whole`: all of what a test takes a sample of. */
export const isWhole = WHOLE === '1';

/** Tests of many seconds beside shorter ones of the same promise: `npm run soak -- whole` and `npm run soak -- faults` run them. */
export const isLong = isWhole || LONG === '1';

/** So many of them, from all of their parts; others with another SEED. */
export function sampleOf<T>(all: readonly T[], count: number): readonly T[] {
  if (isWhole || all.length <= count) return all;
  const size = all.length / count;
  return Array.from({ length: count }, (_, index) => all[Math.floor(index * size + ((seed + index) % size))]!);
}
