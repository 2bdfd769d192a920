import type { Instant } from '../../../platform/ports.ts';
import type { Queries } from '../../postgres/session.ts';
import type { Person } from '../person.ts';
import { locksOf } from './store-project.ts';

/** In the ledger of a project. The sums of the steps stay. */
export async function forgetPerson(queries: Queries, project: number, person: Person, at: Instant): Promise<void> {
  const { rows } = queries;
  await rows(locksOf(project, [person]));
  await rows(
    'INSERT INTO callsheet_contacts.forgotten (project, person, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [project, person, Math.floor(at)],
  );
  const ofProject = 'SELECT id FROM callsheet_contacts.scope WHERE project = $1';
  await rows(
    `WITH gone AS (
       DELETE FROM callsheet_contacts.contact WHERE person = $2 AND scope IN (${ofProject}) RETURNING scope)
     UPDATE callsheet_contacts.scope SET forgotten = forgotten + 1 WHERE id IN (SELECT scope FROM gone)`,
    [project, person],
  );
  await rows(
    `DELETE FROM callsheet_contacts.claim WHERE person = $2
       AND claimant IN (SELECT id FROM callsheet_contacts.claimant WHERE scope IN (${ofProject}))`,
    [project, person],
  );
  for (const table of ['suppression', 'consent'])
    await rows(`DELETE FROM callsheet_contacts.${table} WHERE project = $1 AND person = $2`, [project, person]);
  // For a process that sleeps, and believes that it may send.
  await rows('UPDATE callsheet_contacts.project SET generation = generation + 1 WHERE id = $1', [project]);
}
