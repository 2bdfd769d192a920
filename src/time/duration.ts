const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `90s`, `1h30m`, `PT2H` → milliseconds. The text has the schema's form. */
export function parseDuration(text: string): number {
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)([smhdSMHDW])/g))
    total += Number(count) * (unitMs[unit!.toLowerCase()] ?? 0);
  return total;
}

/** `50/s`, `1/6s` → a count and a length in milliseconds. The text has the schema's form. */
export function parseRate(text: string): Rate {
  const [, count, length, unit] = /^(\d+)\/(\d*)([smhd])$/.exec(text) ?? [];
  return { count: Number(count), perMs: Number(length || 1) * (unitMs[unit ?? 's'] ?? 1000) };
}

/** `count` starts in any `perMs` milliseconds: `50/s` is 50 in 1000. */
export interface Rate {
  readonly count: number;
  readonly perMs: number;
}

/** As a campaign writes it: `50/s`, `1/6s`. */
export function formatRateSetting({ count, perMs }: Rate): string {
  const length = formatSpanSetting(perMs);
  return `${count}/${length.startsWith('1') && length.length === 2 ? length.slice(1) : length}`;
}

/** As a campaign writes it, in the largest unit that fits a whole number of times: `90s`, `2h`. */
export function formatSpanSetting(ms: number): string {
  const [unit, length] = writtenUnits.find(([, each]) => ms >= each && ms % each === 0) ?? ['s', 1000];
  return `${ms / length}${unit}`;
}

const writtenUnits = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const;
