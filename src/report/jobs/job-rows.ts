import { hasJobIn, isSelectedBy, jobIndex } from '../../campaign/audiences/selection.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { formatAddress, jobId } from '../../job/address.ts';
import type { RunReader } from '../../ledger/backend.ts';
import { recordedAs } from '../../run/summary.ts';
import { type JobRow, rowOf } from './job-row.ts';

export interface JobRowsInput extends Pick<LoadedCampaign, 'campaign' | 'rosters'> {
  /** Undefined when nothing has been run. */
  readonly reader?: Pick<RunReader, 'steps' | 'jobs'> | undefined;
}

const rowsInPage = 1_000;

/**
 * In pages, step by step: jobs with a record, then those that have none yet. At the end what was done by steps that are no longer in
 * the file: those people have been reached, too.
 */
export async function* jobRows(input: JobRowsInput): AsyncGenerator<readonly JobRow[]> {
  const { campaign, rosters, reader } = input;
  const steps = new Set(await reader?.steps());
  for (const step of campaign.steps) {
    const roster = step.forEach === undefined ? undefined : rosters.get(step.forEach.audience);
    const isSelected = isSelectedBy(step, roster);
    const hasJob = hasJobIn(step, roster);
    const recorded = new Uint8Array(roster?.size ?? 1);
    for await (const page of reader?.jobs({ step: recordedAs(step, steps) }) ?? []) {
      yield page.flatMap((job) => {
        const index = jobIndex(roster, job.key);
        if (index !== undefined) recorded[index] = 1;
        // A pending job of somebody who has left the audience will not start.
        if (job.state === 'pending' && !hasJob(job.key)) return [];
        return [rowOf({ ...job, step: step.id }, campaign.timezone)];
      });
    }
    let rows: JobRow[] = [];
    for (let index = 0; index < recorded.length; index++) {
      if (recorded[index] === 1 || !isSelected(index)) continue;
      const id = jobId(step.id, roster?.key(index));
      rows.push({ address: formatAddress(id), ...id, state: 'pending', attempts: 0 });
      if (rows.length < rowsInPage) continue;
      yield rows;
      rows = [];
    }
    yield rows;
  }
  const known = new Set(campaign.steps.map((step) => recordedAs(step, steps)));
  for (const step of [...steps].filter((name) => !known.has(name))) {
    for await (const page of reader?.jobs({ step }) ?? [])
      yield page.filter(({ state }) => state !== 'pending').map((job) => rowOf(job, campaign.timezone));
  }
}
