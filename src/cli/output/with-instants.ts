import type { RunEvent } from '../../run/event.ts';
import { formatInstant } from '../../time/local-time.ts';

/** Instants as ISO 8601 with offset, everything else as it is. */
export function withInstants(event: RunEvent | { readonly at: number }, timezone: string): Record<string, unknown> {
  const record: Record<string, unknown> = { ...event };
  for (const field of ['at', 'until', 'notBefore']) {
    if (typeof record[field] === 'number') record[field] = formatInstant(record[field], timezone);
  }
  return record;
}
