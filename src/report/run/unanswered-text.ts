import type { Campaign } from '../../campaign/campaign.ts';
import { formatCount } from '../../diagnostic/count-words.ts';
import { formatAddress, type JobId } from '../../job/address.ts';
import { recoveryOf } from '../../run/decide/retry.ts';
import { someAddresses } from '../mask.ts';
import { formatRequests } from '../plan/words.ts';

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
  const next = [
    ...(retried > 0 ? [`${formatCount(retried)} will be retried, which is safe, unless edited first or too late`] : []),
    ...(inDoubt > 0 ? [`${formatCount(inDoubt)} will be in doubt: a person must decide`] : []),
  ];
  return `Quit with ${formatRequests(jobs.length)} unanswered: ${names}. In the next run, ${next.join('; ')}.`;
}
