import type { Queries, Scans } from '../../postgres/session.ts';
import { inChunks } from '../in-chunks.ts';
import type { ContactClaims, StepScope } from '../ledger.ts';
import { type StoreProject, scopeName, scopeNumbers } from './store-project.ts';

/** Claims of a process that died hold nobody for longer, by the clock of the database. */
const lapseSeconds = 45;
const until = `clock_timestamp() + ${lapseSeconds} * interval '1 s'`;
const ofRun = `scope IN (
  SELECT id FROM callsheet_contacts.scope WHERE project = $1 AND campaign = $2 AND run = $3)`;

/** In place of what the run has claimed before. */
export async function putClaims(
  queries: Scans,
  project: StoreProject,
  { campaign, run, priority, contacts }: ContactClaims,
): Promise<void> {
  await dropClaims(queries, project, { campaign, run });
  const claimants = new Map<string, number>();
  for (const chunk of inChunks(contacts)) {
    for (const { step, channel, purpose } of chunk) {
      if (claimants.has(step)) continue;
      const scope = { campaign, run, step };
      const numbers = await scopeNumbers(queries, project, [scope]);
      const [made] = await queries.rows(
        `INSERT INTO callsheet_contacts.claimant (scope, channel, purpose, priority, until)
         VALUES ($1, $2, $3, $4, ${until}) RETURNING id`,
        [numbers.get(scopeName(scope)), channel, purpose, priority],
      );
      claimants.set(step, Number(made?.['id']));
    }
    await queries.rows(
      `INSERT INTO callsheet_contacts.claim (person, claimant, at)
       SELECT * FROM unnest($1::bytea[], $2::int[], $3::bigint[]) ON CONFLICT DO NOTHING`,
      [
        chunk.map(({ key }) => project.personOf(key)),
        chunk.map(({ step }) => claimants.get(step)),
        chunk.map(({ at }) => Math.floor(at)),
      ],
    );
  }
  // To write a million takes a while.
  await keepClaims(queries, project, { campaign, run });
}

/** Nobody continues those of a process that died so long ago. */
export async function dropOldClaims({ scan }: Pick<Scans, 'scan'>): Promise<void> {
  await scan(`DELETE FROM callsheet_contacts.claimant WHERE until < clock_timestamp() - interval '1 day'`);
}

/** The run is still under way. */
export async function keepClaims(
  { rows }: Queries,
  { id }: StoreProject,
  { campaign, run }: Omit<StepScope, 'step'>,
): Promise<void> {
  await rows(`UPDATE callsheet_contacts.claimant SET until = ${until} WHERE ${ofRun}`, [id, campaign, run]);
}

export async function dropClaims(
  { scan }: Pick<Scans, 'scan'>,
  { id }: StoreProject,
  { campaign, run }: Omit<StepScope, 'step'>,
): Promise<void> {
  await scan(`DELETE FROM callsheet_contacts.claimant WHERE ${ofRun}`, [id, campaign, run]);
}
