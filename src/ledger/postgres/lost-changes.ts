import type { RunIds } from '../run-rows.ts';
import { storeError } from '../store-trouble.ts';
import type { Queries } from './session.ts';

/** Where a leader has come in the ledger. */
export interface LeaderState {
  readonly epoch: number;
  /** Groups of changes that are durable. */
  revision: number;
  /** Groups of people's decisions that this leader knows of. */
  decisions: number;
}

/**
 * Where the ledger has come, after a statement of this leader has changed nothing. Throws where another process leads, or where less is
 * recorded than this leader knows of: the database then went back, whatever its epoch says.
 *
 * It is a write, as that is answered when all standbys that must confirm have what was written before it. After a restart a server shows
 * commits that no standby has.
 */
export async function confirmPosition(
  { rows }: Queries,
  { campaign }: RunIds,
  leader: LeaderState,
): Promise<Pick<LeaderState, 'revision' | 'decisions'>> {
  // What was durable before it is asked: a change that is being written must not count as lost.
  const { epoch, revision, decisions } = leader;
  const [row] = await rows(
    'UPDATE callsheet.campaign SET revision = revision WHERE id = $1 RETURNING epoch, revision, decisions',
    [campaign],
  );
  const now = { revision: Number(row?.['revision'] ?? 0), decisions: Number(row?.['decisions'] ?? 0) };
  if (now.revision < revision)
    throw storeError('storeLostChanges', `it ends at revision ${now.revision}, not ${revision}`);
  if (now.decisions < decisions) {
    throw storeError('storeLostChanges', `it has ${now.decisions} groups of decisions, not ${decisions}`);
  }
  if (row?.['epoch'] !== epoch) throw storeError('leaseLost', 'another process now carries out this campaign');
  return now;
}

/**
 * No machine may continue the run before a person has looked: this process alone knows that the ledger is incomplete. The run may be
 * missing in it, and may have another leader already, which obeys.
 */
export async function pauseIncompleteRun({ rows }: Queries, lineage: string, run: string): Promise<void> {
  await rows(
    `INSERT INTO callsheet.run (campaign, name, control) SELECT id, $2, 'pause' FROM callsheet.campaign WHERE lineage = $1
     ON CONFLICT (campaign, name) DO UPDATE SET control = 'pause' WHERE run.control = 'run'`,
    [lineage, run],
  );
}
