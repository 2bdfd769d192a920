import type { StateRefusal } from '../refusal.ts';
import type { Migrated } from '../store-facts.ts';
import { storeError, storeTrouble } from '../store-trouble.ts';
import { contactTables } from './people/contact-tables.ts';
import type { Queries, Session } from './session.ts';
import { migrateQueues } from './workers/queue.ts';

/** Add to the end and never edit one: `callsheet.version` is the number of migrations that a database has been through. */
export const migrations: readonly string[] = [
  `CREATE TYPE callsheet.job_state AS ENUM
     ('pending', 'sending', 'accepted', 'rejected', 'inDoubt', 'skipped', 'expired', 'cancelled');

   CREATE TABLE callsheet.campaign (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     name text NOT NULL UNIQUE,
     service text NOT NULL,
     lineage text NOT NULL,
     revision bigint NOT NULL DEFAULT 0,
     decisions bigint NOT NULL DEFAULT 0,
     epoch bigint NOT NULL DEFAULT 0,
     leader_run text,
     leader_pid integer,
     leader_host text,
     leader_since bigint,
     lease_until timestamptz
   ) WITH (fillfactor = 50);
   COMMENT ON COLUMN callsheet.campaign.revision IS 'groups of changes that its leaders have made durable';
   COMMENT ON COLUMN callsheet.campaign.decisions IS 'groups of decisions that people have made beside a leader';
   COMMENT ON COLUMN callsheet.campaign.epoch IS 'a random number of the latest leader, which may write only while it is here';

   CREATE TABLE callsheet.run (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     campaign integer NOT NULL REFERENCES callsheet.campaign,
     name text NOT NULL,
     control text NOT NULL DEFAULT 'run',
     exit_code integer,
     begun_at bigint,
     ended_at bigint,
     inputs text,
     confirmed text,
     UNIQUE (campaign, name)
   );

   CREATE TABLE callsheet.confirmed_people (
     run integer NOT NULL REFERENCES callsheet.run,
     part integer NOT NULL,
     text text NOT NULL,
     PRIMARY KEY (run, part)
   );

   CREATE TABLE callsheet.step (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     run integer NOT NULL REFERENCES callsheet.run,
     name text NOT NULL,
     UNIQUE (run, name)
   );

   CREATE TABLE callsheet.job (
     run integer NOT NULL,
     step integer NOT NULL,
     key text NOT NULL,
     place bigint GENERATED ALWAYS AS IDENTITY,
     state callsheet.job_state NOT NULL,
     attempts integer NOT NULL,
     at bigint,
     first_at bigint,
     settled_at bigint,
     not_before bigint,
     doubtful boolean NOT NULL,
     maybe_sent boolean NOT NULL,
     details json,
     PRIMARY KEY (run, step, key)
   ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
   CREATE INDEX job_place ON callsheet.job (run, step, place);
   COMMENT ON COLUMN callsheet.job.place IS 'the order in which jobs were first recorded';`,

  `CREATE TABLE callsheet.worker (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     campaign integer NOT NULL REFERENCES callsheet.campaign,
     pid integer NOT NULL,
     host text NOT NULL,
     since timestamptz NOT NULL DEFAULT now(),
     most integer NOT NULL,
     share integer NOT NULL DEFAULT 0,
     held integer NOT NULL DEFAULT 0,
     reports bigint NOT NULL DEFAULT 0,
     lease_until timestamptz NOT NULL
   ) WITH (fillfactor = 50);
   COMMENT ON TABLE callsheet.worker IS 'processes that send for a leader; a row is deleted when its lease has ended';
   COMMENT ON COLUMN callsheet.worker.most IS 'requests that it can have in flight';
   COMMENT ON COLUMN callsheet.worker.share IS 'slots of the run that it may use from now on';
   COMMENT ON COLUMN callsheet.worker.held IS 'slots that it may still be using';
   COMMENT ON COLUMN callsheet.worker.reports IS 'groups of outcomes that it has made durable';

   CREATE TABLE callsheet.report (
     number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     run integer NOT NULL,
     epoch bigint NOT NULL,
     bodies json NOT NULL
   );
   COMMENT ON TABLE callsheet.report IS 'outcomes that workers have recorded and their leader has not read yet';

   ALTER TABLE callsheet.run ADD COLUMN sent_with json, ADD COLUMN alarms bigint NOT NULL DEFAULT 0,
     ADD COLUMN judged bigint NOT NULL DEFAULT 0;
   COMMENT ON COLUMN callsheet.run.sent_with IS 'what workers must have in common with the leader, and its epoch';
   COMMENT ON COLUMN callsheet.run.alarms IS 'outcomes that the leader must judge before anything else is claimed';
   COMMENT ON COLUMN callsheet.run.judged IS 'those that it has judged';

   ALTER TABLE callsheet.job ADD COLUMN worker integer, ADD COLUMN claim bigint;
   COMMENT ON COLUMN callsheet.job.worker IS 'the worker that claimed it last; null if a leader did';
   COMMENT ON COLUMN callsheet.job.claim IS 'the number of that claim, of all claims of that worker';

   CREATE FUNCTION callsheet.make_queue(campaign integer) RETURNS void LANGUAGE sql SECURITY DEFINER
     SET search_path = pg_catalog
     AS $$ SELECT callsheet_queue.create_queue('campaign-' || campaign,
       '{"policy": "standard", "retryLimit": 0, "retryDelay": 0, "retryBackoff": false}') $$;
   COMMENT ON FUNCTION callsheet.make_queue IS 'to hand out a campaign, a role need not be allowed to create tables'`,

  `CREATE TABLE callsheet.account (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     service text NOT NULL,
     key text NOT NULL,
     limits text,
     next_slot float8 NOT NULL DEFAULT 0,
     UNIQUE (service, key)
   ) WITH (fillfactor = 50);
   COMMENT ON COLUMN callsheet.account.next_slot IS 'the first start that no process has, in milliseconds of the clock of the database';

   CREATE TABLE callsheet.account_member (
     campaign integer PRIMARY KEY REFERENCES callsheet.campaign,
     account integer NOT NULL REFERENCES callsheet.account,
     epoch bigint NOT NULL,
     limits text,
     held integer NOT NULL DEFAULT 0,
     needs boolean NOT NULL DEFAULT false,
     doubts integer NOT NULL DEFAULT 0,
     asked_at timestamptz
   ) WITH (fillfactor = 50);
   CREATE INDEX account_member_account ON callsheet.account_member (account);
   COMMENT ON COLUMN callsheet.account_member.held IS 'requests that its leader may have in flight';
   COMMENT ON COLUMN callsheet.account_member.needs IS 'its leader has jobs that could start now';`,

  `ALTER TABLE callsheet.job ADD COLUMN claimed_at timestamptz;
   ALTER TABLE callsheet.job ALTER COLUMN claimed_at SET DEFAULT clock_timestamp();
   COMMENT ON COLUMN callsheet.job.claimed_at IS 'when its latest attempt was recorded, by the clock of this server';
   ALTER TABLE callsheet.campaign ADD COLUMN moved_to text, ADD COLUMN moved_from text;
   COMMENT ON COLUMN callsheet.campaign.moved_to IS 'where its ledger is now; its runs are not carried out from here any more';
   COMMENT ON COLUMN callsheet.campaign.moved_from IS 'where its ledger is copied from, until the copy is complete';`,

  `ALTER TABLE callsheet.run ADD COLUMN approvals jsonb, ADD COLUMN decided jsonb;
   COMMENT ON COLUMN callsheet.run.approvals IS 'plans that people have approved, oldest first';
   COMMENT ON COLUMN callsheet.run.decided IS 'who has decided upon jobs, oldest first, in counts';`,

  `ALTER TABLE callsheet.campaign ADD COLUMN lease_ms integer;
   ALTER TABLE callsheet.worker ADD COLUMN lease_ms integer;
   ALTER TABLE callsheet.run ADD COLUMN limited boolean NOT NULL DEFAULT false;
   COMMENT ON COLUMN callsheet.run.limited IS 'its latest leader was to do a part of it: nobody continues it without being asked to';
   COMMENT ON COLUMN callsheet.campaign.lease_ms IS 'how long each renewal of the lease lasts: so long before its end the leader was alive';
   COMMENT ON COLUMN callsheet.worker.lease_ms IS 'the same of the worker';`,

  `CREATE TABLE callsheet.snapshot (
     campaign text NOT NULL,
     audience text NOT NULL,
     digest text NOT NULL,
     record json NOT NULL,
     PRIMARY KEY (campaign, audience, digest)
   );
   COMMENT ON TABLE callsheet.snapshot IS 'people as they were read from their source; all parts of such a snapshot are there';
   CREATE TABLE callsheet.snapshot_part (
     campaign text NOT NULL,
     audience text NOT NULL,
     digest text NOT NULL,
     number integer NOT NULL,
     bytes bytea NOT NULL,
     PRIMARY KEY (campaign, audience, digest, number)
   );
   ALTER TABLE callsheet.snapshot_part ALTER COLUMN bytes SET STORAGE EXTERNAL;
   COMMENT ON COLUMN callsheet.snapshot_part.bytes IS 'rows, compressed with gzip';
   CREATE TABLE callsheet.snapshot_use (
     campaign text NOT NULL,
     run text NOT NULL,
     pins json NOT NULL,
     PRIMARY KEY (campaign, run)
   );
   COMMENT ON TABLE callsheet.snapshot_use IS 'the snapshots that a run uses';`,

  contactTables,

  `CREATE FUNCTION callsheet.refuse(problem text) RETURNS integer LANGUAGE plpgsql
     AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'CS001', MESSAGE = problem; END $$;
   COMMENT ON FUNCTION callsheet.refuse IS 'fails, and so undoes the statement that calls it';
   COMMENT ON TABLE callsheet.report IS 'groups of outcomes that workers have recorded, until their leader, which has read them, deletes them';`,

  `ALTER TABLE callsheet_contacts.project ADD COLUMN moved_to text;
   COMMENT ON COLUMN callsheet_contacts.project.moved_to IS 'the file that has its contacts now: nobody uses them here'`,

  // All places are more than 0. Only who asks for that can be given this index, and nobody who looks for keys.
  `DROP INDEX callsheet.job_place;
   CREATE INDEX job_place ON callsheet.job (run, step, place) WHERE place > 0`,

  // For each contact the server looked for its scope twice. No scope is ever deleted.
  `ALTER TABLE callsheet_contacts.touch DROP CONSTRAINT touch_scope_fkey;
   ALTER TABLE callsheet_contacts.reservation DROP CONSTRAINT reservation_scope_fkey`,

  // What was moved by earlier versions has no attempt: it counts as complete.
  `ALTER TABLE callsheet_contacts.project ADD COLUMN move text, ADD COLUMN moved_at timestamptz;
   COMMENT ON COLUMN callsheet_contacts.project.move IS 'the attempt that moves its contacts to the file, or has moved them';
   COMMENT ON COLUMN callsheet_contacts.project.moved_at IS 'when that was complete: until then another attempt may take its place'`,

  // A contact that was being made had a row in both tables, and the touch was changed when it was made. Now it is a touch only then.
  `ALTER TABLE callsheet_contacts.reservation ADD COLUMN at bigint, ADD COLUMN channel text, ADD COLUMN purpose text;
   UPDATE callsheet_contacts.reservation AS held SET at = touch.at, channel = touch.channel, purpose = touch.purpose
     FROM callsheet_contacts.touch WHERE touch.person = held.person AND touch.scope = held.scope;
   DELETE FROM callsheet_contacts.touch USING callsheet_contacts.reservation AS held
     WHERE held.is_new AND touch.person = held.person AND touch.scope = held.scope;
   DELETE FROM callsheet_contacts.reservation WHERE at IS NULL;
   ALTER TABLE callsheet_contacts.reservation ALTER COLUMN at SET NOT NULL, ALTER COLUMN channel SET NOT NULL,
     ALTER COLUMN purpose SET NOT NULL, DROP COLUMN is_new, DROP CONSTRAINT reservation_pkey, ADD PRIMARY KEY (person, scope);
   DROP INDEX callsheet_contacts.reservation_person;
   COMMENT ON TABLE callsheet_contacts.reservation IS 'contacts that are being made: each counts, and becomes a touch when it was made'`,
];

const serverVersionLeast = 140_000;
/** Any number, the same for every callsheet. */
const migrationLock = 0x43_53_48_54;

/** Makes sure that a database has the tables of this version, and creates or changes them where it has not. */
export async function migrateStore(session: Session): Promise<Migrated | { readonly refused: StateRefusal }> {
  const to = migrations.length;
  const found = await tablesOf(session);
  if (typeof found !== 'number') return { refused: found };
  if (found === to) return { from: to, to };
  const refused = found === 0 ? undefined : await ledByOlder(session);
  if (refused !== undefined) return { refused };
  await asMigration(() => migrateQueues(session));
  return session.transaction(async (queries) => {
    await queries.rows('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    // Another process may have done it in the meantime.
    const from = await versionOf(queries);
    if (from > to) return { refused: { kind: 'newer', version: from } };
    const refused = from > 0 && from < to ? await ledByOlder(queries) : undefined;
    if (refused !== undefined) return { refused };
    await asMigration(() => migrate(queries, from));
    return { from, to };
  });
}

/** An older callsheet writes to the tables: they stay as they are until that process has ended. */
export async function ledByOlder({ rows }: Queries): Promise<StateRefusal | undefined> {
  const [led] = await rows(
    `SELECT name, leader_pid, leader_host FROM callsheet.campaign
     WHERE leader_run IS NOT NULL AND lease_until > now() ORDER BY name LIMIT 1`,
  );
  if (led === undefined) return undefined;
  const { name, leader_pid: pid, leader_host: host } = led;
  return { kind: 'olderRuns', campaign: String(name), pid: Number(pid), host: String(host) };
}

async function asMigration(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (storeTrouble(error) !== 'storeDenied') throw error;
    throw storeError('storeNotMigrated', error instanceof Error ? error.message : '');
  }
}

async function migrate(queries: Queries, version: number): Promise<void> {
  if (version === 0) {
    await queries.rows('CREATE SCHEMA IF NOT EXISTS callsheet');
    await queries.rows('CREATE TABLE IF NOT EXISTS callsheet.version (number integer NOT NULL)');
    await queries.rows('INSERT INTO callsheet.version VALUES (0)');
  }
  for (const migration of migrations.slice(version)) {
    for (const statement of migration.split(/;\s*\n|;$/)) if (statement.trim() !== '') await queries.rows(statement);
  }
  await queries.rows('UPDATE callsheet.version SET number = $1', [migrations.length]);
}

/** Without these, what the server reported as durable may be lost when it or its machine crashes. */
export const durableSettings: Readonly<Record<string, readonly string[]>> = {
  synchronous_commit: ['on', 'remote_apply'],
  fsync: ['on'],
  full_page_writes: ['on'],
};

/** For writing. Throws where the server may forget what it has reported as durable. */
export async function checkDurability(queries: Queries): Promise<void> {
  const settings = await queries.rows('SELECT name, setting FROM pg_catalog.pg_settings WHERE name = ANY($1)', [
    Object.keys(durableSettings),
  ]);
  for (const { name, setting } of settings) {
    if (!durableSettings[String(name)]?.includes(String(setting))) {
      throw storeError('storeNotDurable', `${String(name)} is ${String(setting)}`);
    }
  }
}

/** For reading: the number of migrations, 0 where nothing is recorded yet. */
export async function tablesOf(queries: Queries): Promise<number | StateRefusal> {
  const [server] = await queries.rows(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name`,
  );
  if (Number(server?.['version']) < serverVersionLeast) throw storeError('storeOldServer', String(server?.['name']));
  const version = await versionOf(queries);
  return version > migrations.length ? { kind: 'newer', version } : version;
}

async function versionOf(queries: Queries): Promise<number> {
  const [there] = await queries.rows(
    `SELECT 1 FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
     WHERE n.nspname = 'callsheet' AND c.relname = 'version'`,
  );
  if (there === undefined) return 0;
  const [version] = await queries.rows('SELECT number FROM callsheet.version');
  return Number(version?.['number'] ?? 0);
}
