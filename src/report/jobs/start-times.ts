import type { Instant } from '../../platform/ports.ts';
import { minuteMs } from '../../time/wall-clock.ts';
import type { Axis } from '../render/axis.ts';

/**
 * How many jobs of each kind started when, in bounded memory: counted per second, and per longer interval once there are too
 * many. Every interval divides the next one, and every cell of an axis over such a period.
 */
export interface StartTimes {
  note(at: Instant, kind: number): void;
  /** Counts by kind for each cell of the axis. */
  inCells(axis: Axis): readonly Uint32Array[];
}

/** The last interval is a quarter of an hour: zones differ by multiples of it. */
const lengths = [1000, 10_000, minuteMs, 15 * minuteMs];
const cellsKept = 4000;

export function createStartTimes(kinds: number): StartTimes {
  let length = 0;
  let cells = new Map<number, Uint32Array>();

  const countsAt = (at: Instant): Uint32Array => {
    const cell = Math.floor(at / lengths[length]!);
    let counts = cells.get(cell);
    if (counts === undefined) cells.set(cell, (counts = new Uint32Array(kinds)));
    return counts;
  };

  const coarsen = (): void => {
    const finer = cells;
    const finerMs = lengths[length++]!;
    cells = new Map();
    for (const [cell, counts] of finer) addTo(countsAt(cell * finerMs), counts);
  };

  return {
    note(at, kind) {
      countsAt(at)[kind]!++;
      while (cells.size > cellsKept && length < lengths.length - 1) coarsen();
    },
    inCells(axis) {
      const sums = Array.from({ length: axis.cells }, () => new Uint32Array(kinds));
      for (const [cell, counts] of cells) {
        const index = Math.floor((cell * lengths[length]! - axis.from) / axis.cellMs);
        addTo(sums[Math.min(Math.max(index, 0), axis.cells - 1)]!, counts);
      }
      return sums;
    },
  };
}

function addTo(sums: Uint32Array, counts: Uint32Array): void {
  for (let kind = 0; kind < sums.length; kind++) sums[kind]! += counts[kind]!;
}
