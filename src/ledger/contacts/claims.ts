import { type Asked, ask, putRows, rowsMost, scan, secondsNow } from '../sql.ts';
import type { ContactClaims, StepScope } from './ledger.ts';
import type { LedgerProject, Person } from './person.ts';

type Run = Omit<StepScope, 'step'>;

/** Claims of a process that died hold nobody for longer, by the clock of the machine, or of the database; no sandbox's matters. */
const lapseSeconds = 45;
const until = `${secondsNow} + ${lapseSeconds}`;
/** Nobody continues those of a process that died so long ago. */
const goneSeconds = 86_400;
const ofRun = 'project = $1 AND campaign = $2 AND run = $3';

export function* putClaims(
  { id, personOf }: LedgerProject,
  { campaign, run, priority }: Omit<ContactClaims, 'contacts'>,
  contacts: readonly ContactClaim[],
): Asked<void> {
  const claimants = new Map<string, number>();
  for (const { step, channel, purpose } of contacts) {
    if (claimants.has(step)) continue;
    const [made] = yield* ask(
      `INSERT INTO callsheet_contacts.claimant (project, campaign, run, step, channel, purpose, priority, until)
       VALUES ($1, $2, $3, $4, $5, $6, $7, ${until})
       ON CONFLICT (project, campaign, run, step) DO UPDATE SET until = excluded.until RETURNING id`,
      [id, campaign, run, step, channel, purpose, priority],
    );
    claimants.set(step, Number(made?.['id']));
  }
  yield* putRows(
    'claim',
    ['person', 'claimant', 'at'],
    contacts,
    ({ key, step, at }) => ({ person: personOf(key), claimant: claimants.get(step), at: Math.floor(at) }),
    'ON CONFLICT DO NOTHING',
  );
}

type ContactClaim = ContactClaims['contacts'] extends Iterable<infer One> ? One : never;

/** The run is still under way. */
export function* keepClaims({ id }: Pick<LedgerProject, 'id'>, { campaign, run }: Run): Asked<void> {
  yield* ask(`UPDATE callsheet_contacts.claimant SET until = ${until} WHERE ${ofRun}`, [id, campaign, run]);
}

/** As many as one transaction should take: others wait for it. False where there are more. */
export function dropClaims({ id }: Pick<LedgerProject, 'id'>, { campaign, run }: Run): Asked<boolean> {
  return dropOf(ofRun, [id, campaign, run]);
}

/** The same for claims that nobody continues. */
export function dropOldClaims(): Asked<boolean> {
  return dropOf(`until < ${secondsNow} - ${goneSeconds}`, []);
}

function* dropOf(claimants: string, values: readonly unknown[]): Asked<boolean> {
  const dropped = yield* scan(
    `DELETE FROM callsheet_contacts.claim WHERE (person, claimant) IN (
       SELECT person, claimant FROM callsheet_contacts.claim
       WHERE claimant IN (SELECT id FROM callsheet_contacts.claimant WHERE ${claimants}) LIMIT ${rowsMost}) RETURNING 1`,
    values,
  );
  if (dropped.length === rowsMost) return false;
  yield* scan(`DELETE FROM callsheet_contacts.claimant WHERE ${claimants}`, values);
  return true;
}

export function* forgetClaims({ id }: Pick<LedgerProject, 'id'>, person: Person): Asked<void> {
  yield* ask(
    `DELETE FROM callsheet_contacts.claim WHERE person = $2
       AND claimant IN (SELECT id FROM callsheet_contacts.claimant WHERE project = $1)`,
    [id, person],
  );
}
