import { rmSync } from 'node:fs';
import { messageOf } from '../../diagnostic/message-of.ts';
import type { Database } from '../../platform/sql/sqlite.ts';
import type { Refused, RunAbout } from '../backend.ts';
import type { Holder } from '../refusal.ts';
import { isSandboxFile, type StatePaths } from '../state-paths.ts';
import { openRecorded } from './open/open-recorded.ts';
import { claimRun } from './run-lock.ts';

type Discarded =
  | { readonly kind: 'discarded' }
  /** Nothing was discarded. */
  | { readonly kind: 'locked'; readonly holder: Holder | undefined }
  | { readonly kind: 'ledgerInUse'; readonly reason: string }
  | ({ readonly kind: 'refused' } & Refused);

/**
 * Deletes what the runs of a campaign have recorded in the sandbox, its log and the records of its service, which they share, while
 * nobody else has them.
 */
export function discardSandboxRuns(input: {
  readonly paths: StatePaths;
  readonly about: RunAbout;
  readonly me: Pick<Holder, 'pid' | 'host' | 'since'>;
  /** Takes the records of the service for a moment; throws when another sandbox has them. */
  readonly lockLedger: (path: string) => { close(): void };
}): Discarded {
  const { paths, about, me, lockLedger } = input;
  if (!isSandboxFile(paths.database)) throw new Error(`${paths.database} is not the state of sandbox runs`);
  const claim = claimRun({ paths, about, me, guard: undefined });
  if ('holder' in claim) return { kind: 'locked', holder: claim.holder };
  try {
    try {
      lockLedger(paths.ledger).close();
    } catch (error) {
      return { kind: 'ledgerInUse', reason: messageOf(error) };
    }
    const found = openRecorded({ paths, about }, ({ database, ids }) => deleteCampaign(database, ids.campaign));
    if (found !== undefined && 'refused' in found) return { kind: 'refused', ...found };
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${paths.ledger}${suffix}`, { force: true });
    rmSync(paths.log, { force: true });
    return { kind: 'discarded' };
  } finally {
    claim.release();
  }
}

/** With the contacts that it has made and was going to make. */
function deleteCampaign(database: Database, campaign: number): void {
  database.transaction(() => {
    const { name } = database.prepare('SELECT name FROM campaign WHERE id = ?').get(campaign) ?? {};
    for (const [table, column, of] of [
      ['contact', 'scope', 'scope'],
      ['claim', 'claimant', 'claimant'],
    ] as const)
      database
        .prepare(`DELETE FROM ${table} WHERE ${column} IN (SELECT id FROM ${of} WHERE campaign = ?)`)
        .run(String(name));
    for (const table of ['job', 'step', 'confirmed_people'])
      database.prepare(`DELETE FROM ${table} WHERE run IN (SELECT id FROM run WHERE campaign = ?)`).run(campaign);
    database.prepare('DELETE FROM run WHERE campaign = ?').run(campaign);
    database.prepare('DELETE FROM campaign WHERE id = ?').run(campaign);
  });
}
