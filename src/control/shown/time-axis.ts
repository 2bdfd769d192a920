/** Epoch milliseconds from `from` until `to`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A part of a time axis: a stretch with things on it, or a long wait between two that is folded to a thin break. */
export interface AxisPart extends Stretch {
  readonly folded: boolean;
  /** When the first thing on it begins, behind its margin. */
  readonly begins: number;
  /** Where it begins and how wide it is, in hundredths of the axis. */
  readonly left: number;
  readonly width: number;
}

const partsMost = 8;
const foldWidth = 2.5;
const minuteMs = 60_000;

/**
 * One axis for everything that happens in these stretches. A burst of seconds beside a wait of hours would be a hair, and a night
 * would be most of the axis: waits are folded, and parts are as wide as their length has digits, not as it has seconds.
 */
export function timeAxis(stretches: readonly Stretch[]): readonly AxisPart[] {
  const merged = mergeNear(stretches);
  if (merged.length === 0) return [];
  const weights = merged.map(({ from, to }) => 1 + Math.log2(1 + (to - from) / minuteMs));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const room = 100 - foldWidth * (merged.length - 1);
  const parts: AxisPart[] = [];
  let left = 0;
  merged.forEach((part, index) => {
    const before = merged[index - 1];
    if (before !== undefined) {
      parts.push({ from: before.to, to: part.from, folded: true, begins: before.to, left, width: foldWidth });
      left += foldWidth;
    }
    const width = (room * (weights[index] ?? 0)) / sum;
    parts.push({ ...part, folded: false, left, width });
    left += width;
  });
  return parts;
}

/** Stretches that touch or are near each other as one, so that there are few of them; each with a margin and at least two minutes long. */
function mergeNear(stretches: readonly Stretch[]): readonly (Stretch & { readonly begins: number })[] {
  for (let gap = 20 * minuteMs; ; gap *= 2) {
    const merged: { from: number; to: number }[] = [];
    for (const { from, to } of [...stretches].sort((one, other) => one.from - other.from)) {
      const last = merged.at(-1);
      if (last !== undefined && from - last.to <= gap) last.to = Math.max(last.to, to);
      else merged.push({ from, to });
    }
    if (merged.length > partsMost) continue;
    return merged.map(({ from, to }) => {
      const long = Math.max(2 * minuteMs, to - from);
      return { from: Math.floor(from - long * 0.03), to: Math.ceil(from + long * 1.03), begins: from };
    });
  }
}

/** Where a moment is on the axis, in hundredths; at its ends what is before and after. */
export function placeOn(axis: readonly AxisPart[], at: number): number {
  const part = axis.find(({ to }) => at < to);
  if (part === undefined) return 100;
  if (at <= part.from) return part.left;
  return part.left + (part.width * (at - part.from)) / (part.to - part.from);
}
