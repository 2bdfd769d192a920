import type { Campaign } from '../../campaign/campaign.ts';
import { forEachJob } from '../../job/history.ts';
import { mayHaveContacted } from '../../job/job.ts';
import type { RunReader } from '../../ledger/backend.ts';
import { unclearRenames } from '../../plan/begun.ts';
import type { Instant } from '../../platform/ports.ts';
import { reachesPeople } from '../../service/operations/operations.ts';
import { hasBegun } from '../summary.ts';

/** Another run of the same state that contacted people by steps that the campaign still has, perhaps under another name. */
export interface EarlierRun {
  readonly run: string;
  /** Those in doubt included. */
  readonly people: number;
  /** Redial tasks, whose people the service knows. */
  readonly tasks: number;
  readonly lastAt: Instant;
}

/** The runs that contacted people before this one, the latest first; none when this one has begun. */
export async function earlierRuns(campaign: Campaign, reader: RunReader): Promise<readonly EarlierRun[]> {
  const others = await reader.otherRuns();
  if (others.length === 0 || (await hasBegun(campaign, reader))) return [];
  const reaching = campaign.steps.filter(({ uses }) => reachesPeople(uses));
  const steps = reaching.flatMap(({ id, was }) => (was === undefined ? [id] : [id, was]));
  const found: EarlierRun[] = [];
  for (const { run, stepHistories } of others) {
    const histories = await stepHistories();
    const renamed = unclearRenames(campaign, histories).filter(({ candidate }) =>
      reaching.some(({ id }) => id === candidate),
    );
    const people = new Set<string>();
    let tasks = 0;
    let lastAt = Number.NEGATIVE_INFINITY;
    for (const step of [...steps, ...renamed.map(({ lost }) => lost)]) {
      forEachJob({ steps: histories }, step, (job) => {
        if (!mayHaveContacted(job)) return;
        if (job.key === undefined) tasks++;
        else people.add(job.key);
        lastAt = Math.max(lastAt, job.at ?? job.settledAt ?? lastAt);
      });
    }
    if (people.size + tasks > 0) found.push({ run, people: people.size, tasks, lastAt });
  }
  return found.sort((a, b) => b.lastAt - a.lastAt);
}
