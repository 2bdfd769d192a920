import type { ContactRules } from '../../../campaign/contact-rules.ts';
import type { Queries } from '../../postgres/session.ts';
import { type ContactFacts, isSameSource, withReserved } from '../facts.ts';
import { mayReserve } from '../judge-contact.ts';
import type { JobTouch, MadeTouch, Settled, StepScope, TouchRequest } from '../ledger.ts';
import type { Person } from '../person.ts';
import { readFacts } from './person-facts.ts';

/** The project of the ledger, and who writes: a process gives back only what it has reserved itself. */
export interface StoreProject {
  readonly id: number;
  readonly pepper: Uint8Array;
  readonly personOf: (key: string) => Person;
  readonly owner: string;
}

/** Of people whom one group reserves or settles. A server has room for some thousands of locks, of all processes together. */
export const lockedMost = 128;

/** Who holds the lock of a project for themselves moves its ledger. */
export const projectLocks = 0x43_53_43_54;

/**
 * Everybody else who writes about these people waits until the transaction ends. The locks are taken in one order, so that no two wait
 * for each other.
 */
export async function lockPeople(
  { rows }: Queries,
  { id }: Pick<StoreProject, 'id'>,
  people: readonly Person[],
): Promise<void> {
  const locks = people.map((person) => Buffer.from(person).readBigInt64BE().toString());
  await rows(
    `SELECT count(*) FROM (
       SELECT pg_advisory_xact_lock_shared($2, $3)
       UNION ALL
       SELECT pg_advisory_xact_lock(lock)
       FROM (SELECT DISTINCT lock FROM unnest($1::bigint[]) AS lock ORDER BY lock) AS sorted) AS locked`,
    [locks, projectLocks, id],
    'contacts: lock',
  );
}

/** The number of each scope, by name. They are made before the transaction that uses them: two processes may make the same one. */
export async function scopeNumbers(
  { rows }: Queries,
  { id }: StoreProject,
  scopes: readonly StepScope[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = [...new Map(scopes.map((scope) => [scopeName(scope), scope])).values()];
  const columns = [
    wanted.map(({ campaign }) => campaign),
    wanted.map(({ run }) => run),
    wanted.map(({ step }) => step),
  ];
  const select = `SELECT id, campaign, run, step FROM callsheet_contacts.scope
     JOIN unnest($2::text[], $3::text[], $4::text[]) AS wanted (campaign, run, step) USING (campaign, run, step)
     WHERE project = $1`;
  let found = await rows(select, [id, ...columns], 'contacts: scopes');
  if (found.length < wanted.length) {
    await rows(
      `INSERT INTO callsheet_contacts.scope (project, campaign, run, step)
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[]) ON CONFLICT DO NOTHING`,
      [id, ...columns],
    );
    found = await rows(select, [id, ...columns]);
  }
  return new Map(
    found.map(({ id: number, campaign, run, step }) => [
      scopeName({ campaign: String(campaign), run: String(run), step: String(step) }),
      Number(number),
    ]),
  );
}

export function scopeName({ campaign, run, step }: StepScope): string {
  return `${campaign} ${run} ${step}`;
}

/** Of people who are locked: each request is judged with what all others have written before it, and with those before it here. */
export async function reserveTouches(
  queries: Queries,
  project: StoreProject,
  scopeOf: (scope: StepScope) => number,
  rules: ContactRules,
  requests: readonly TouchRequest[],
): Promise<readonly boolean[]> {
  const keys = requests.map(({ key }) => key);
  const read = await readFacts(queries, project.id, keys.map(project.personOf));
  const known = new Map<string, ContactFacts>(keys.map((key, index) => [key, read[index]!]));
  const isRepeated = known.size < keys.length;
  const touched = new Map<string, TouchRequest>();
  const allowed = requests.map((request) => {
    const { key, until, at } = request;
    const facts = known.get(key)!;
    if (!mayReserve(rules, request, facts)) return false;
    if (until !== undefined && facts.touches.some((touch) => isSameSource(touch, request))) return false;
    const touch = { ...request, at: until ?? at };
    if (isRepeated) known.set(key, withReserved(facts, touch));
    touched.set(`${scopeOf(request)} ${key}`, touch);
    return true;
  });
  const made = [...touched.values()];
  if (made.length > 0)
    await queries.rows(
      `INSERT INTO callsheet_contacts.reservation AS held (person, scope, at, channel, purpose, key, owner)
       SELECT *, $7 FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::text[], $5::text[], $6::text[])
       ON CONFLICT (person, scope) DO UPDATE
         SET at = greatest(held.at, excluded.at), channel = excluded.channel, purpose = excluded.purpose,
           owner = excluded.owner, shared = held.shared OR held.owner <> excluded.owner`,
      [...touchColumns(project, scopeOf, made), made.map(({ key }) => key), project.owner],
      'contacts: reserve',
    );
  return allowed;
}

function touchColumns(
  { personOf }: StoreProject,
  scopeOf: (scope: StepScope) => number,
  touches: readonly MadeTouch[],
): readonly unknown[] {
  return [
    touches.map(({ key }) => personOf(key)),
    touches.map(scopeOf),
    touches.map(({ at }) => Math.floor(at)),
    touches.map(({ channel }) => channel),
    touches.map(({ purpose }) => purpose),
  ];
}

/**
 * Of people who are locked; they are looked for one by one, as in `readFacts`. What was made counts, even if another process reserved it.
 * `byOwner`: what is released was always this process's own. One that was stopped may have an old job, which another process is sending
 * now: then the job's record decides, later.
 */
export async function settleTouches(
  { rows }: Queries,
  { personOf, owner }: StoreProject,
  scopeOf: (scope: StepScope) => number,
  jobs: readonly Settled[],
  byOwner: boolean,
): Promise<void> {
  const ended = jobs.filter(({ outcome }) => outcome !== 'reserved');
  if (ended.length === 0) return;
  await rows(
    `WITH ended AS (
       SELECT * FROM unnest($1::bytea[], $2::int[], $3::boolean[], $4::bigint[], $6::boolean[])
         AS ended (person, scope, made, at, is_over)),
     held AS (
       SELECT ended.*, place FROM ended CROSS JOIN LATERAL (
         SELECT ctid AS place FROM callsheet_contacts.reservation
         WHERE person = ended.person AND scope = ended.scope
           AND (ended.made OR $5::text IS NULL OR (owner = $5 AND NOT shared)) OFFSET 0) AS reservation),
     settled AS (
       DELETE FROM callsheet_contacts.reservation WHERE ctid = ANY (ARRAY(SELECT place FROM held)) RETURNING *),
     claimed AS (
       DELETE FROM callsheet_contacts.claim WHERE ctid = ANY (ARRAY(
         SELECT place FROM ended JOIN callsheet_contacts.claimant ON claimant.scope = ended.scope CROSS JOIN LATERAL (
           SELECT ctid AS place FROM callsheet_contacts.claim
           WHERE person = ended.person AND claim.claimant = claimant.id OFFSET 0) AS claim
         WHERE is_over AND NOT made)))
     INSERT INTO callsheet_contacts.touch AS known (person, scope, at, channel, purpose)
     SELECT person, scope, coalesce(held.at, settled.at), channel, purpose FROM settled JOIN held USING (person, scope)
     WHERE made
     ON CONFLICT (person, scope) DO UPDATE
       SET at = greatest(known.at, excluded.at), channel = excluded.channel, purpose = excluded.purpose`,
    [
      ended.map(({ key }) => personOf(key)),
      ended.map(scopeOf),
      ended.map(({ outcome }) => outcome === 'made'),
      ended.map(({ at }) => (at === undefined ? null : Math.floor(at))),
      byOwner ? owner : null,
      ended.map(({ isOver }) => isOver === true),
    ],
    'contacts: settle',
  );
}

/** Touches that were made without the ledger. One that is there stays as it is. */
export async function addTouches(
  { rows }: Queries,
  project: StoreProject,
  scopeOf: (scope: StepScope) => number,
  touches: readonly MadeTouch[],
): Promise<void> {
  await rows(
    `INSERT INTO callsheet_contacts.touch (person, scope, at, channel, purpose)
     SELECT * FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::text[], $5::text[]) AS added (person, scope)
     WHERE NOT EXISTS (SELECT FROM callsheet_contacts.reservation AS held
       WHERE held.person = added.person AND held.scope = added.scope)
     ON CONFLICT DO NOTHING`,
    touchColumns(project, scopeOf, touches),
  );
}

export async function readReservations(
  { rows }: Queries,
  { id }: StoreProject,
  { campaign, run }: Omit<StepScope, 'step'>,
): Promise<readonly JobTouch[]> {
  const found = await rows(
    `SELECT step, key FROM callsheet_contacts.reservation JOIN callsheet_contacts.scope ON scope.id = reservation.scope
     WHERE project = $1 AND campaign = $2 AND run = $3 ORDER BY step, key`,
    [id, campaign, run],
  );
  return found.map(({ step, key }) => ({ campaign, run, step: String(step), key: String(key) }));
}
