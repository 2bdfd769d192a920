const seed = Number(process.env['SEED'] ?? 1);

/** So many of them, from all of their parts; others with another SEED. */
export function sampleOf<T>(all: readonly T[], count: number): readonly T[] {
  const size = all.length / count;
  return Array.from({ length: count }, (_, index) => all[Math.floor(index * size + ((seed + index) % size))]!);
}
