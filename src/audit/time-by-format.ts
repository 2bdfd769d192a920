const parts: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<year>\\d\\d)',
  MM: '(?<month>\\d\\d)',
  M: '(?<month>\\d\\d?)',
  DD: '(?<day>\\d\\d)',
  D: '(?<day>\\d\\d?)',
  HH: '(?<hour>\\d\\d)',
  H: '(?<hour>\\d\\d?)',
  hh: '(?<hour>\\d\\d)',
  h: '(?<hour>\\d\\d?)',
  mm: '(?<minute>\\d\\d)',
  ss: '(?<second>\\d\\d)',
  A: '(?<half>[ap])\\.?m\\.?',
  ' ': '\\s+',
};

/** Reads `28.11.2026 6:05 PM` by `D.M.YYYY h:mm A` as `2026-11-28 18:05:00`. Undefined for a cell that is not such a time. */
export function byFormat(format: string): (cell: string) => string | undefined {
  const pattern = format.replace(/YYYY|YY|MM?|DD?|HH?|hh?|mm|ss|A|\W/g, (part) => parts[part] ?? `\\${part}`);
  const shape = new RegExp(`^${pattern}$`, 'i');
  return (cell) => {
    const found = shape.exec(cell)?.groups;
    if (found === undefined) return undefined;
    const { year = '', month = '', day = '', hour = '', minute = '', second = '00', half } = found;
    const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
    if (half !== undefined && (hour === '0' || hour === '00' || Number(hour) > 12)) return undefined;
    const time = `${year.padStart(4, '20')}-${two(month)}-${two(day)} ${two(String(hours))}:${minute}:${second}`;
    return isTime(time) ? time : undefined;
  };
}

/** Whether there is such a time: there is no 31 February, nor 24:00. */
export function isTime(text: string): boolean {
  const at = Date.parse(`${text.replace(' ', 'T')}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().replace('T', ' ').startsWith(text);
}

function two(digits: string): string {
  return digits.padStart(2, '0');
}
