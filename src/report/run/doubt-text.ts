import type { Campaign } from '../../campaign/campaign.ts';
import { formatAddress, type JobId } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import { recoveryOf } from '../../run/decide/retry.ts';
import { someAddresses } from '../mask.ts';
import { formatClock, formatCounts, formatRequests } from '../plan/words.ts';

type Doubt = Pick<JobRecord, 'reason' | 'code' | 'leftAt' | 'settledAt'>;

/** What the record of a job in doubt says for and against its arrival; more is to be found at the service. */
export function evidenceText(doubt: Doubt, timezone: string): string {
  const { reason = '', code, leftAt } = doubt;
  const left = leftAt === undefined ? 'sending began' : `sending began at ${formatClock(leftAt, timezone, true)}`;
  if (reason.startsWith('the process died'))
    return 'It is not known whether the request left: the process died after it had recorded the attempt.';
  if (reason.startsWith('an earlier attempt may have been carried out'))
    return `May have arrived: an earlier attempt was sent, and its answer was lost. May not have: a later one was refused${code === undefined ? '' : ` with ${code}`}.`;
  if (reason.startsWith('an answer was lost')) return 'May have arrived: an attempt was sent, and its answer was lost.';
  if (/^HTTP 3\d\d/.test(reason))
    return `May have arrived: ${left}. May not have: the answer was a redirect, so something before the service may have stopped it.`;
  if (reason.startsWith('HTTP '))
    return `May have arrived: ${left}, and something answered. May not have: the answer does not say that it was carried out.`;
  if (reason.startsWith('no answer within'))
    return `May have arrived: a connection was open, and ${left}. May not have: no answer came${within(doubt)}.`;
  if (reason.startsWith('connection closed while sending'))
    return `May have arrived: a connection was open, and ${left}. May not have: the connection broke${when(doubt)} while the request was being sent.`;
  if (/^connection (reset|closed)/.test(reason))
    return `May have arrived: a connection was open, and ${left}. May not have: the connection broke${when(doubt)} before a complete answer came.`;
  return leftAt === undefined ? 'It is not recorded whether the request left.' : `May have arrived: ${left}.`;
}

/** ` within 30 s`. */
function within(doubt: Doubt): string {
  const ms = lasted(doubt);
  return ms === undefined ? '' : ` within ${formatSeconds(ms)}`;
}

/** ` 0.4 s later,`. */
function when(doubt: Doubt): string {
  const ms = lasted(doubt);
  if (ms === undefined) return '';
  return ms < 100 ? ' immediately,' : ` ${formatSeconds(ms)} later,`;
}

function lasted({ leftAt, settledAt }: Doubt): number | undefined {
  return leftAt === undefined || settledAt === undefined || settledAt < leftAt ? undefined : settledAt - leftAt;
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}

const named = 5;

/** What a process that quits at once leaves behind, and what the next one does about it. */
export function formatUnanswered(
  jobs: readonly JobId[],
  { steps }: Pick<Campaign, 'steps'>,
  showNumbers: boolean,
): string {
  if (jobs.length === 0) return 'Quit. Every request was answered.';
  const names = someAddresses(jobs.map(formatAddress), showNumbers, named);
  const inDoubt = jobs.filter((job) => {
    const step = steps.find(({ id }) => id === job.step);
    return step === undefined || recoveryOf(step) === 'manual';
  }).length;
  const retried = jobs.length - inDoubt;
  const next = formatCounts({
    'will be retried, which is safe, unless edited first or too late': retried,
    'will be in doubt: a person must decide': inDoubt,
  });
  return `Quit with ${formatRequests(jobs.length)} unanswered: ${names}. In the next run, ${next.join('; ')}.`;
}
