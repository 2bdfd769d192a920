import { isSameService } from '../../../job/service-address.ts';
import type { Database } from '../../../platform/sql/sqlite.ts';
import type { LedgerMove, RunAbout } from '../../backend.ts';

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

/** The campaign of this name at this service, and its run, made where there are none. */
export function makeRun(database: Database, about: RunAbout): RunIds {
  const addCampaign = database.prepare('INSERT INTO campaign (name, service) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const addRun = database.prepare('INSERT INTO run (campaign, label) VALUES (?, ?) ON CONFLICT DO NOTHING');
  return database.transaction(() => {
    addCampaign.run(about.campaign, about.service);
    if (!isSameService(serviceOf(database, about.campaign) ?? '', about.service))
      database.prepare('UPDATE campaign SET service = ? WHERE name = ?').run(about.service, about.campaign);
    const campaignId = findRun(database, about).campaignId!;
    addRun.run(campaignId, about.run);
    return { campaignId, runId: findRun(database, about).runId! };
  });
}

/** The runs of a campaign belong to this runner from now on. */
export function fenceRun(database: Database, campaign: number, runner: string): void {
  const update = database.prepare('UPDATE campaign SET runner = ? WHERE id = ?');
  database.transaction(() => update.run(runner, campaign));
}

/** Undefined where nothing is recorded of the campaign. */
export function serviceOf(database: Database, campaign: string): string | undefined {
  const service = database.prepare('SELECT service FROM campaign WHERE name = ?').get(campaign)?.['service'];
  return service === undefined ? undefined : String(service);
}

/** Of one campaign; undefined where it is not in the file. */
export function readMove(database: Database, campaign: number | undefined): LedgerMove {
  const row = database.prepare('SELECT moved_from, moved_to FROM campaign WHERE id = ?').get(campaign ?? null);
  const read = (name: string): string | undefined => (row?.[name] == null ? undefined : String(row[name]));
  return { from: read('moved_from'), to: read('moved_to') };
}

/** Empty where it is not so any more. In a transaction. */
export function writeMove(
  database: Database,
  campaign: number,
  move: { readonly from?: string; readonly to?: string },
): void {
  for (const [column, place] of [
    ['moved_from', move.from],
    ['moved_to', move.to],
  ] as const) {
    if (place === undefined) continue;
    database.prepare(`UPDATE campaign SET ${column} = nullif(?, '') WHERE id = ?`).run(place, campaign);
  }
}

/** A person has decided on so many jobs of a campaign: it is written beside a running process. In a transaction. */
export function countDecisions(database: Database, campaign: number, jobs: number): void {
  database.prepare('UPDATE campaign SET decisions = decisions + ? WHERE id = ?').run(jobs, campaign);
}

/** On how many jobs of a campaign people have decided: else only its runner changes its rows. */
export function decisionCounter(database: Database, campaign: number): () => number {
  const select = database.prepare('SELECT decisions FROM campaign WHERE id = ?');
  return () => Number(select.get(campaign)?.['decisions'] ?? 0);
}

/** What tells one version of a campaign's records from another: the last group of changes of the file, its runner, and decisions. */
export function revisionOf(database: Database, campaign: number): string {
  const row = database.prepare('SELECT seq, runner, decisions FROM head, campaign WHERE campaign.id = ?').get(campaign);
  return `${String(row?.['seq'])} ${String(row?.['runner'])} ${String(row?.['decisions'])}`;
}
