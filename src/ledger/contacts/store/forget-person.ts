import type { Instant } from '../../../platform/ports.ts';
import type { Scans } from '../../postgres/session.ts';
import { inStore } from '../../sql.ts';
import type { Person } from '../person.ts';
import { forgetFacts } from '../project-rows.ts';
import { locksOf } from './store-project.ts';

/** In the ledger of a project. The sums of the steps stay. */
export async function forgetPerson(queries: Scans, project: number, person: Person, at: Instant): Promise<void> {
  const { rows } = queries;
  await rows(locksOf(project, [person]));
  await inStore(queries, forgetFacts({ id: project }, person, at));
  const ofProject = 'SELECT id FROM callsheet_contacts.scope WHERE project = $1';
  await rows(
    `WITH gone AS (
       DELETE FROM callsheet_contacts.contact WHERE person = $2 AND scope IN (${ofProject}) RETURNING scope)
     UPDATE callsheet_contacts.scope SET forgotten = forgotten + 1 WHERE id IN (SELECT scope FROM gone)`,
    [project, person],
  );
  // For a process that sleeps, and believes that it may send.
  await rows('UPDATE callsheet_contacts.project SET generation = generation + 1 WHERE id = $1', [project]);
}
