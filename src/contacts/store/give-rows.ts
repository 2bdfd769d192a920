import type { Scans } from '../../state/postgres/session.ts';
import type { LedgerRows } from '../moved-rows.ts';
import { projectLocks } from './touch-rows.ts';

/**
 * Reads all rows of a project that go to a file. A process that writes contacts has a share of the project's lock, and one that writes
 * anything else changes its row: each is done before, or finds that the ledger was moved.
 */
export async function giveRows(
  { rows, scan }: Scans,
  { id, ledger, place }: { readonly id: number; readonly ledger: string; readonly place: string },
): Promise<LedgerRows | { readonly busy: number }> {
  await rows('SELECT pg_advisory_xact_lock($1, $2)', [projectLocks, id]);
  await rows('UPDATE callsheet_contacts.project SET moved_to = $2 WHERE id = $1', [id, place]);
  const ofProject = 'scope IN (SELECT id FROM callsheet_contacts.scope WHERE project = $1)';
  const [found] = await rows(
    `SELECT (SELECT count(*) FROM callsheet_contacts.reservation WHERE ${ofProject})
       + (SELECT count(*) FROM callsheet_contacts.claimant WHERE ${ofProject} AND until > clock_timestamp()) AS busy`,
    [id],
  );
  const busy = Number(found?.['busy']);
  if (busy > 0) {
    await rows('UPDATE callsheet_contacts.project SET moved_to = NULL WHERE id = $1', [id]);
    return { busy };
  }
  const all = (sql: string): Promise<unknown> => scan(`${sql} WHERE project = $1`, [id]);
  return {
    ledger,
    touches: await all(`SELECT person, campaign, run, step, at, channel, purpose
      FROM callsheet_contacts.touch JOIN callsheet_contacts.scope ON scope.id = touch.scope`),
    suppressions: await all(
      'SELECT person, source, channel, purpose, reason, starts, ends FROM callsheet_contacts.suppression',
    ),
    lists: await all('SELECT name, imported FROM callsheet_contacts.list'),
    consents: await all(
      'SELECT person, purpose, channel, basis, at, evidence, expires FROM callsheet_contacts.consent',
    ),
    forgotten: await all('SELECT person, at FROM callsheet_contacts.forgotten'),
  } as LedgerRows;
}
