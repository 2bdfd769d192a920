const formatters = new Map<string, Intl.DateTimeFormat>();

export function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
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

export function yearText(at: number, zone: string): string {
  return formatter(zone, { year: 'numeric' }).format(at);
}

/** `09:00`. */
export function minuteText(at: number, zone: string): string {
  return formatter(zone, { hour: '2-digit', minute: '2-digit' }).format(at);
}

/** `09:00:10`. */
export function secondText(at: number, zone: string): string {
  return formatter(zone, { second: '2-digit', minute: '2-digit', hour: '2-digit' }).format(at);
}
