import type { Campaign } from '../../campaign/campaign.ts';
import type { JobRecord } from '../../job/job.ts';
import type { Instant } from '../../platform/ports.ts';
import type { OperationId } from '../../service/contract/operation-id.ts';
import type { Store } from '../../state/store.ts';
import { hasBegun } from '../summary.ts';

/** Another run of the same state file that contacted people by steps that the campaign still has. */
export interface EarlierRun {
  readonly run: string;
  /** Those in doubt included. */
  readonly people: number;
  /** Redial tasks, whose people the service knows. */
  readonly tasks: number;
  readonly lastAt: Instant;
}

const contacting: ReadonlySet<OperationId> = new Set(['whatsapp.send', 'otp.send', 'voice.redial']);

/** The runs that contacted people before this one, the latest first; none when this one has begun. */
export function earlierRuns(
  campaign: Campaign,
  store: Pick<Store, 'steps' | 'jobs'> | undefined,
  others: ReturnType<Store['otherRuns']>,
): readonly EarlierRun[] {
  if (others.length === 0 || (store !== undefined && hasBegun(campaign, store))) return [];
  const steps = campaign.steps
    .filter(({ uses }) => contacting.has(uses))
    .flatMap(({ id, was }) => (was === undefined ? [id] : [id, was]));
  return others
    .flatMap(({ run, jobs }): EarlierRun[] => {
      const people = new Set<string>();
      let tasks = 0;
      let lastAt = Number.NEGATIVE_INFINITY;
      for (const step of steps) {
        for (const job of jobs({ step })) {
          if (!mayHaveContacted(job)) continue;
          if (job.key === undefined) tasks++;
          else people.add(job.key);
          lastAt = Math.max(lastAt, job.at ?? job.settledAt ?? lastAt);
        }
      }
      return people.size + tasks === 0 ? [] : [{ run, people: people.size, tasks, lastAt }];
    })
    .sort((a, b) => b.lastAt - a.lastAt);
}

function mayHaveContacted({ state, doubtful, attempts }: JobRecord): boolean {
  switch (state) {
    case 'accepted':
    case 'inDoubt':
    case 'sending':
      return true;
    case 'pending':
      return doubtful === true;
    case 'cancelled':
      // A person dropped a job in doubt.
      return attempts > 0;
    case 'rejected':
    case 'skipped':
    case 'expired':
      return false;
    default:
      return state satisfies never;
  }
}
