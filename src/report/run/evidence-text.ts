import type { JobRecord } from '../../job/job.ts';
import { formatClock } from '../plan/words.ts';

type Doubt = Pick<JobRecord, 'reason' | 'code' | 'leftAt' | 'settledAt'>;

/** What the record of a job in doubt says for and against its arrival; more is to be found at the service. */
export function evidenceText(doubt: Doubt, timezone: string): string {
  const { reason = '', code, leftAt } = doubt;
  const left =
    leftAt === undefined
      ? 'its bytes began to leave'
      : `its bytes began to leave at ${formatClock(leftAt, timezone, true)}`;
  if (reason.startsWith('the process died'))
    return 'Not known whether any bytes left: the process died after it had noted the attempt, before or after it was sent.';
  if (reason.startsWith('an earlier attempt may have been carried out'))
    return `For arrival: an earlier attempt was sent, and its answer was lost. Against: a later one was refused${code === undefined ? '' : ` with ${code}`}.`;
  if (reason.startsWith('an answer was lost'))
    return 'For arrival: an attempt was sent, and its answer was lost. Against: nothing that is recorded.';
  if (/^HTTP 3\d\d/.test(reason))
    return `For arrival: ${left}. Against: the answer was a redirect, so something before the service may have stopped it.`;
  if (reason.startsWith('HTTP '))
    return `For arrival: ${left}, and something answered. Against: the answer does not say that it was carried out.`;
  if (reason.startsWith('no answer within'))
    return `For arrival: a connection was open, and ${left}. Against: no answer had come${lastedFor(doubt)}.`;
  if (reason.startsWith('connection closed while sending'))
    return `For arrival: a connection was open, and ${left}. Against: it broke while they were being sent${lastedFor(doubt)}.`;
  if (/^connection (reset|closed)/.test(reason))
    return `For arrival: a connection was open, and ${left}. Against: it broke before a whole answer came${lastedFor(doubt)}.`;
  return leftAt === undefined
    ? 'Whether any of its bytes left is not recorded.'
    : `For arrival: ${left}. Against: nothing that is recorded.`;
}

/** ", 30 s later". */
function lastedFor({ leftAt, settledAt }: Doubt): string {
  if (leftAt === undefined || settledAt === undefined || settledAt < leftAt) return '';
  const ms = settledAt - leftAt;
  return ms < 100 ? ', at once' : `, ${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s later`;
}
