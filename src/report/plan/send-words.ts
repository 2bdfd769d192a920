import { formatCount, formatRequests } from './words.ts';

/** What somebody who starts a run confirms, on the command line and in the control room. `later`: see `laterJobs`. */
export function sendWords(given: {
  readonly toSend: number;
  readonly later: number;
  readonly service: string;
}): string {
  const { toSend, later, service } = given;
  const more = later === 0 ? '' : `, and up to ${formatCount(later)} more depending on the results,`;
  return `${formatRequests(toSend)}${more} to ${service}`;
}
