import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import type { JobState, JobTimes } from '../../job/job.ts';
import { mostKinds } from '../../plan/kinds-left.ts';
import { whatNextOfOpen } from '../../plan/open-run.ts';
import type { WhatNext } from '../../plan/what-next.ts';
import type { Instant } from '../../platform/ports.ts';
import type { RunReader } from '../../state/backend.ts';
import { readCounted } from '../counted-jobs.ts';
import { stepsByName } from './edited-in-flight.ts';
import { inFlightAsHeld, inFlightAsResumed } from './effective-history.ts';
import { readRecentStarts } from './read-history.ts';

/**
 * What is next in a run that a process carries out (`isHeld`), or in which one died, without lists and without the rows of most jobs.
 * Undefined where nobody has recorded what that takes, and where single jobs matter more.
 */
export async function foreseeOpenRun(input: {
  readonly loaded: Pick<LoadedCampaign, 'campaign' | 'jobsDigest'>;
  readonly reader: RunReader;
  readonly isHeld: boolean;
  readonly now: Instant;
}): Promise<WhatNext | undefined> {
  const { loaded, reader, isHeld, now } = input;
  const { campaign } = loaded;
  if (readCounted(await reader.status(), loaded)?.open === undefined) return undefined;
  const found = await reader.leftJobs?.(mostKinds);
  const { jobs, open } = (found && readCounted(found, loaded)) ?? {};
  if (found === undefined || jobs === undefined || open === undefined) return undefined;
  const { sending, counts, begunAt } = found;
  if (found.tried.length > 0 && !open.unedited) return undefined;
  const tried = new Map<string, JobTimes[]>();
  const add = (job: JobTimes): void => void tried.set(job.step, [...(tried.get(job.step) ?? []), job]);
  found.tried.forEach(add);
  const stepOf = stepsByName(campaign.steps);
  const inFlight = sending.map((job) => (isHeld ? inFlightAsHeld(job) : inFlightAsResumed(job, stepOf.get(job.step))));
  const left = inFlight.filter(({ state }) => state === 'pending');
  left.forEach(add);
  const byStep = new Map<string, Partial<Record<JobState, number>>>();
  for (const { step, state, jobs } of counts) {
    const again = state === 'sending' ? left.filter((job) => job.step === step).length : 0;
    byStep.set(step, { ...byStep.get(step), [state]: jobs - again });
  }
  const recent = await readRecentStarts(campaign, reader, now);
  const untried = campaign.steps.map((_, at) => open.untried[at]);
  return whatNextOfOpen({ campaign, jobs, untried, counts: byStep, tried, begunAt, ...recent, now });
}
