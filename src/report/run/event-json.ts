import { formatAddress } from '../../job/address.ts';
import type { Instant } from '../../platform/ports.ts';
import type { RunEvent } from '../../run/event.ts';
import { formatInstant } from '../../time/local-time.ts';
import { formatStopReason } from './stop-reason-text.ts';

/** An event as NDJSON and the log have it: instants as ISO 8601 with offset, a job by its address, why it stops as text. */
export function eventToJson(event: RunEvent, timezone: string): Record<string, unknown> {
  return withInstants(asPrinted(event), timezone);
}

function asPrinted(event: RunEvent): Printed {
  if (event.event === 'draining') return { ...event, reason: formatStopReason(event.reason) };
  if (event.event !== 'job') return { ...event };
  const { event: name, at, job, ...rest } = event;
  return { event: name, at, address: formatAddress(job), ...rest };
}

interface Printed {
  readonly at: Instant;
  readonly [field: string]: unknown;
}

/** Instants as ISO 8601 with offset, everything else as it is. */
export function withInstants(event: Printed, timezone: string): Record<string, unknown> {
  const record: Record<string, unknown> = { ...event };
  for (const field of ['at', 'until', 'notBefore']) {
    if (typeof record[field] === 'number') record[field] = formatInstant(record[field], timezone);
  }
  return record;
}
