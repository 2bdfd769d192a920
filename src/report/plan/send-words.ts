import { formatMoney } from '../../plan/budget.ts';
import { formatCount, formatRequests } from './words.ts';

/** What somebody who approves a plan or starts a run confirms, on the command line and in the control room. `later`: see `laterJobs`. */
export function sendWords(given: {
  readonly toSend: number;
  readonly later: number;
  /** Its base URL, or `sandbox`. */
  readonly service: string;
  readonly cost: number;
  readonly currency: string | undefined;
}): string {
  const { toSend, later, service, cost, currency } = given;
  const more = later === 0 ? '' : `, and up to ${formatCount(later)} more depending on the results,`;
  const price = cost > 0 ? ` for about ${formatMoney(cost, currency)}` : '';
  return `${formatRequests(toSend)}${more} to ${service === 'sandbox' ? 'the built-in sandbox' : service}${price}`;
}
