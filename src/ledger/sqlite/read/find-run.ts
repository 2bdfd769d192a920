import type { Database } from '../../../platform/sqlite.ts';
import type { RunAbout } from '../../backend.ts';

/** The numbers of a campaign and of one of its runs. */
export interface RunIds {
  readonly campaignId: number;
  readonly runId: number;
}

/** The same; each is undefined where it is not in the file. */
export type FoundRun = { readonly [Name in keyof RunIds]: number | undefined };

export function findRun(database: Database, { campaign, run }: Pick<RunAbout, 'campaign' | 'run'>): FoundRun {
  const row = database
    .prepare(
      `SELECT campaign.id AS campaign, run.id AS run
       FROM campaign LEFT JOIN run ON run.campaign = campaign.id AND run.label = ? WHERE campaign.name = ?`,
    )
    .get(run, campaign);
  const numberOf = (name: string): number | undefined => (row?.[name] == null ? undefined : Number(row[name]));
  return { campaignId: numberOf('campaign'), runId: numberOf('run') };
}

/** No run has this number. */
export const noRun = 0;
