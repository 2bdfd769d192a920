import { type JobAddress, parseAddress } from '../job/address.ts';
import type { JobRecord } from '../job/job.ts';
import { comparePlans } from '../plan/difference.ts';
import type { PlannedJob } from '../plan/plan.ts';
import type { SavedJob } from '../plan/saved-plan.ts';
import { createTextDigest } from '../plan/text-digest.ts';
import type { Host, Instant } from '../platform/ports.ts';
import { differenceToText } from '../report/plan/difference.ts';
import { lineOf, type SavedLine } from '../report/plan/json.ts';
import type { OpenedCampaign } from './open-campaign.ts';

export type SavedJobs = ReturnType<typeof createSavedJobs>;

/** Every job of a plan with a digest of its text, to be written or compared. */
export function createSavedJobs(opened: OpenedCampaign, host: Host) {
  const digest = createTextDigest({ ...opened, env: host.env });
  const lines: SavedLine[] = [];
  const jobs = new Map<string, SavedJob>();
  return {
    lines,
    jobs,
    digest,
    note(job: PlannedJob): void {
      const text = job.at === undefined ? undefined : digest(job.step, job.recipient);
      const { address, at, reason } = job;
      lines.push({ ...lineOf(job), ...(text === undefined ? {} : { text }) });
      jobs.set(address, {
        ...(at === undefined ? {} : { at }),
        ...(reason === undefined ? {} : { reason }),
        ...(text === undefined ? {} : { text }),
      });
    },
  };
}

/** What becomes of people when the plan takes the place of an earlier one. */
export function differenceInWords(given: {
  readonly before: { readonly now: Instant; readonly jobs: ReadonlyMap<JobAddress, SavedJob> };
  /** Which inputs differ, in words. */
  readonly inputs: readonly string[];
  readonly saved: SavedJobs;
  readonly opened: OpenedCampaign;
  readonly showNumbers: boolean;
}): string {
  const { before, inputs, saved, opened, showNumbers } = given;
  const { campaign, rosters, history } = opened;
  const done = new Set<string>();
  for (const { id } of campaign.steps) {
    history.forEachJob(id, ({ step, key, state }: JobRecord) => {
      if (state !== 'pending' && state !== 'skipped' && state !== 'expired') {
        done.add(key === undefined ? step : `${step}[${key}]`);
      }
    });
  }
  const textNow = (address: string): string | undefined => {
    const id = parseAddress(address);
    const step = campaign.steps.find((candidate) => candidate.id === id?.step);
    if (id === undefined || step === undefined) return undefined;
    if (id.key === undefined) return saved.digest(step.id, undefined);
    const index = rosters.get(step.forEach?.audience ?? '')?.indexOf(id.key);
    return index === undefined ? undefined : saved.digest(step.id, index);
  };
  const difference = comparePlans({
    before: before.jobs,
    after: saved.jobs,
    isDone: (address) => done.has(address),
    textNow,
    steps: campaign.steps.map(({ id }) => id),
  });
  return differenceToText(difference, { timezone: campaign.timezone, before: before.now, inputs, showNumbers });
}
