import type { Burst } from '../../shown/views.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify([zone, options]);
  const made =
    formatters.get(name) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...options });
  formatters.set(name, made);
  return made;
}

/** `Mon 23 Nov`. */
export function dayText(at: number, zone: string): string {
  return formatter(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(at).replace(',', '');
}

/** `09:00`. */
export function clockText(at: number, zone: string): string {
  return formatter(zone, { hour: '2-digit', minute: '2-digit' }).format(at);
}

export function momentText(at: number, zone: string): string {
  return `${dayText(at, zone)} ${clockText(at, zone)}`;
}

export function countText(count: number): string {
  return count.toLocaleString('en-GB');
}

/** `40 from Mon 23 Nov 09:00 to Mon 23 Nov 09:10`. */
export function burstText({ from, to, jobs }: Burst, zone: string): string {
  const [begins, ends] = [momentText(from, zone), momentText(to, zone)];
  return `${countText(jobs)} from ${begins}${begins === ends ? '' : ` to ${ends}`}`;
}
