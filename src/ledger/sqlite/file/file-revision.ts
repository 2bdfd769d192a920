import type { Database } from '../../../platform/sqlite.ts';

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
