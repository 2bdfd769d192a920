import type { Database } from '../../../platform/sql/sqlite.ts';
import { isSameService } from '../../../service/contract/addresses.ts';
import type { LedgerMove, RunAbout } from '../../backend.ts';
import { isContact } from '../../job-rows.ts';
import { findRun, noRun, type RunIds } from '../../run-rows.ts';
import { type Asked, inFile } from '../../sql.ts';

/** The campaign of this name at this service, and its run, made where there are none. */
export function makeRun(database: Database, about: RunAbout): RunIds {
  const addCampaign = database.prepare('INSERT INTO campaign (name, service) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const addRun = database.prepare(
    'INSERT INTO run (campaign, name) SELECT id, ? FROM campaign WHERE name = ? ON CONFLICT DO NOTHING',
  );
  return database.transaction(() => {
    addCampaign.run(about.campaign, about.service);
    if (!isSameService(serviceOf(database, about.campaign) ?? '', about.service))
      database.prepare('UPDATE campaign SET service = ? WHERE name = ?').run(about.service, about.campaign);
    addRun.run(about.run, about.campaign);
    return inFile(database, findRun(about))!.ids;
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

/** Whether a request of the campaign has succeeded, or may have. Until then a base URL that was mistyped may be corrected. */
export function mayHaveContacted(database: Database, campaign: string): boolean {
  const contacted = database
    .prepare(
      `SELECT 1 FROM campaign JOIN run ON run.campaign = campaign.id JOIN job ON job.run = run.id
       WHERE campaign.name = ? AND ${isContact} LIMIT 1`,
    )
    .get(campaign);
  return contacted !== undefined;
}

export function readMove(database: Database, about: RunAbout): LedgerMove {
  return inFile(database, findRun(about))?.move ?? { from: undefined, to: undefined };
}

/** Undefined where there is no such run. */
export function workInRun<T>(database: Database, ids: RunIds, work: (ids: RunIds) => Asked<T>): T | undefined {
  return ids.run === noRun ? undefined : database.transaction(() => inFile(database, work(ids)));
}

/** What tells one version of a campaign's records from another: the last group of changes of the file, its runner, and decisions. */
export function revisionOf(database: Database, campaign: number): string {
  const row = database.prepare('SELECT seq, runner, decisions FROM head, campaign WHERE campaign.id = ?').get(campaign);
  return `${String(row?.['seq'])} ${String(row?.['runner'])} ${String(row?.['decisions'])}`;
}
