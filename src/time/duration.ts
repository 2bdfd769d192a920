/** `90s`, `1h30m`, `250ms`, or ISO 8601 `PT1H30M` → milliseconds; undefined for any other text. A day is 24 hours. */
export function readDuration(text: string): number | undefined {
  const parts = (short.exec(text) ?? iso.exec(text))?.slice(1);
  if (parts === undefined || parts.every((part) => part === undefined)) return undefined;
  const [weeks, days, hours, minutes, seconds, ms] = parts.map((part) => Number(part ?? 0)) as [
    ...[number, number, number, number, number],
    number | undefined,
  ];
  return Math.round((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1000 + (ms ?? 0));
}

const short = /^(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d{1,3})?)s)?(?:(\d+)ms)?$/;
const iso = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/;

/** The same for a text that the schema has checked. */
export function parseDuration(text: string): number {
  const ms = readDuration(text);
  if (ms === undefined) throw new Error(`not a duration: ${text}`);
  return ms;
}

/** `50/s`, `1/6s` → a count and a length in milliseconds. The text has the schema's form. */
export function parseRate(text: string): Rate {
  const [count = '', time = ''] = text.split('/');
  return { count: Number(count), perMs: parseDuration(/^\d/.test(time) ? time : `1${time}`) };
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

/** `30 s`, `15 min`, `3 h 20 min`, `2 days`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  const rest = minutes - hours * 60;
  return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`;
}
