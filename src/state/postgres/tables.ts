import type { StateRefusal } from '../refusal.ts';
import { storeError, storeTrouble } from '../store-trouble.ts';
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
];

const serverVersionLeast = 140_000;
/** Any number, the same for every callsheet. */
const migrationLock = 0x43_53_48_54;

/** Makes sure that a database has the tables of this version, and creates or changes them where it has not. */
export async function migrateStore(session: Session): Promise<StateRefusal | undefined> {
  const found = await tablesOf(session);
  if (typeof found !== 'number') return found;
  if (found === migrations.length) return undefined;
  await asMigration(() => migrateQueues(session));
  return session.transaction(async (queries) => {
    await queries.rows('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    // Another process may have done it in the meantime.
    const version = await versionOf(queries);
    if (version > migrations.length) return { kind: 'newer', version };
    await asMigration(() => migrate(queries, version));
    return undefined;
  });
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

/** For reading: the number of migrations, 0 where nothing is recorded yet. */
export async function tablesOf(queries: Queries): Promise<number | StateRefusal> {
  const [server] = await queries.rows(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
       current_setting('synchronous_commit') AS commit`,
  );
  if (Number(server?.['version']) < serverVersionLeast) throw storeError('storeOldServer', String(server?.['name']));
  const commit = String(server?.['commit']);
  if (!['on', 'remote_apply'].includes(commit)) {
    throw storeError('storeNotDurable', `synchronous_commit is ${commit}`);
  }
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
