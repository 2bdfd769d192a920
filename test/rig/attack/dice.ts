import { seeded } from '../hostile-files.ts';

/** Decisions of a seed. */
export interface Dice {
  chance(share: number): boolean;
  /** Both ends included. */
  between(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
  /** So many of them, in any order. */
  some<T>(from: readonly T[], count: number): readonly T[];
}

export function createDice(seed: number): Dice {
  const next = seeded(seed);
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    chance: (share) => next() < share,
    between,
    pick: (from) => from[between(0, from.length - 1)]!,
    some(from, count) {
      const left = [...from];
      return Array.from(
        { length: Math.min(count, from.length) },
        () => left.splice(between(0, left.length - 1), 1)[0]!,
      );
    },
  };
}
