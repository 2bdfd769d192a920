import { factTables } from '../contacts/fact-tables.ts';

/** `callsheet.version` of a database with these tables, and those of contacts: one of a higher version is refused. */
export const schemaVersion = 1;

/** All campaigns of a store. */
export const tables = `
   CREATE TABLE callsheet.version (number integer NOT NULL);

   CREATE TYPE callsheet.job_state AS ENUM
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
     lease_until timestamptz,
     lease_ms integer,
     moved_to text,
     moved_from text
   ) WITH (fillfactor = 50);
   COMMENT ON COLUMN callsheet.campaign.revision IS 'groups of changes that its leaders have made durable';
   COMMENT ON COLUMN callsheet.campaign.decisions IS 'groups of decisions that people have made beside a leader';
   COMMENT ON COLUMN callsheet.campaign.epoch IS 'a random number of the latest leader, which may write only while it is here';
   COMMENT ON COLUMN callsheet.campaign.lease_ms IS 'how long each renewal of the lease lasts: so long before its end the leader was alive';
   COMMENT ON COLUMN callsheet.campaign.moved_to IS 'where its ledger is now; its runs are not carried out from here any more';
   COMMENT ON COLUMN callsheet.campaign.moved_from IS 'where its ledger is copied from, until the copy is complete';

   CREATE TABLE callsheet.run (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     campaign integer NOT NULL REFERENCES callsheet.campaign,
     name text NOT NULL,
     control text NOT NULL DEFAULT 'run',
     begun_at bigint,
     ended text,
     rests text,
     inputs text,
     confirmed text,
     sent_with json,
     alarms bigint NOT NULL DEFAULT 0,
     judged bigint NOT NULL DEFAULT 0,
     approvals text,
     decided text,
     waves text,
     limited boolean NOT NULL DEFAULT false,
     UNIQUE (campaign, name)
   );
   COMMENT ON COLUMN callsheet.run.ended IS 'how its latest process ended by itself; null while one is under way, or when it died';
   COMMENT ON COLUMN callsheet.run.rests IS 'until when nothing starts, of the run or of a step, as the service asked for a pause';
   COMMENT ON COLUMN callsheet.run.sent_with IS 'what workers must have in common with the leader, its epoch, and whether it has halted';
   COMMENT ON COLUMN callsheet.run.alarms IS 'outcomes that the leader must judge before anything else is claimed';
   COMMENT ON COLUMN callsheet.run.judged IS 'those that it has judged';
   COMMENT ON COLUMN callsheet.run.approvals IS 'plans that people have approved, oldest first';
   COMMENT ON COLUMN callsheet.run.decided IS 'who has decided upon jobs, oldest first, in counts';
   COMMENT ON COLUMN callsheet.run.waves IS 'waves of steps that have begun, oldest first';
   COMMENT ON COLUMN callsheet.run.limited IS 'its latest leader was to do a part of it: nobody continues it without being asked to';

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
     doubtful smallint NOT NULL,
     maybe_sent smallint NOT NULL,
     left_at bigint,
     code text,
     request_hash text,
     outputs json,
     details json,
     worker integer,
     claim bigint,
     claimed_at timestamptz DEFAULT clock_timestamp(),
     PRIMARY KEY (run, step, key)
   ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
   -- All places are more than 0. Only who asks for that can be given this index, and nobody who looks for keys.
   CREATE INDEX job_place ON callsheet.job (run, step, place) WHERE place > 0;
   COMMENT ON COLUMN callsheet.job.place IS 'the order in which jobs were first recorded';
   COMMENT ON COLUMN callsheet.job.worker IS 'the worker that claimed it last; null if a leader did';
   COMMENT ON COLUMN callsheet.job.claim IS 'the number of that claim, of all claims of that worker';
   COMMENT ON COLUMN callsheet.job.claimed_at IS 'when its latest attempt was recorded, by the clock of this server';

   CREATE TABLE callsheet.worker (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     campaign integer NOT NULL REFERENCES callsheet.campaign,
     pid integer NOT NULL,
     host text NOT NULL,
     since timestamptz NOT NULL DEFAULT now(),
     most integer NOT NULL,
     share integer NOT NULL DEFAULT 0,
     held integer NOT NULL DEFAULT 0,
     groups bigint NOT NULL DEFAULT 0,
     lease_until timestamptz NOT NULL,
     lease_ms integer NOT NULL
   ) WITH (fillfactor = 50);
   COMMENT ON TABLE callsheet.worker IS 'processes that send for a leader; a row is deleted when its lease has ended';
   COMMENT ON COLUMN callsheet.worker.most IS 'requests that it can have in flight';
   COMMENT ON COLUMN callsheet.worker.share IS 'slots of the run that it may use from now on';
   COMMENT ON COLUMN callsheet.worker.held IS 'slots that it may still be using';
   COMMENT ON COLUMN callsheet.worker.groups IS 'groups of claims and outcomes that it has made durable';
   COMMENT ON COLUMN callsheet.worker.lease_ms IS 'how long each renewal of its lease lasts';

   CREATE TABLE callsheet.report (
     number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     run integer NOT NULL,
     epoch bigint NOT NULL,
     bodies json NOT NULL
   );
   COMMENT ON TABLE callsheet.report IS 'groups of outcomes that workers have recorded, until their leader, which has read them, deletes them';

   CREATE FUNCTION callsheet.make_queue(campaign integer) RETURNS void LANGUAGE sql SECURITY DEFINER
     SET search_path = pg_catalog
     AS $$ SELECT callsheet_queue.create_queue('campaign-' || campaign,
       '{"policy": "standard", "retryLimit": 0, "retryDelay": 0, "retryBackoff": false}') $$;
   COMMENT ON FUNCTION callsheet.make_queue IS 'to hand out a campaign, a role need not be allowed to create tables';

   CREATE FUNCTION callsheet.refuse(problem text) RETURNS integer LANGUAGE plpgsql
     AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'CS001', MESSAGE = problem; END $$;
   COMMENT ON FUNCTION callsheet.refuse IS 'fails, and so undoes the statement that calls it';

   CREATE TABLE callsheet.account (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     service text NOT NULL,
     key text NOT NULL,
     limits text,
     next_slot float8 NOT NULL DEFAULT 0,
     rest json,
     UNIQUE (service, key)
   ) WITH (fillfactor = 50);
   COMMENT ON COLUMN callsheet.account.next_slot IS 'the first start that no process has, in milliseconds of the clock of the database';
   COMMENT ON COLUMN callsheet.account.rest IS 'until when nothing starts, by the same clock, as the service asked one of its campaigns for a pause';

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
   COMMENT ON COLUMN callsheet.account_member.needs IS 'its leader has jobs that could start now';

   CREATE TABLE callsheet.snapshot (
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
   COMMENT ON TABLE callsheet.snapshot_use IS 'the snapshots that a run uses';

   CREATE TABLE callsheet.tombstone (
     person bytea PRIMARY KEY,
     pepper_check text NOT NULL,
     at bigint NOT NULL
   );
   COMMENT ON TABLE callsheet.tombstone IS 'people who were forgotten, for campaigns with and without contact rules';
`;

/** The contact ledgers of projects. They have a schema of their own, so that rights to delete are given for it alone. */
export const contactTables = `
   CREATE SCHEMA IF NOT EXISTS callsheet_contacts;

   CREATE TABLE callsheet_contacts.project (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     name text NOT NULL UNIQUE,
     ledger text NOT NULL,
     pepper_check text NOT NULL,
     generation bigint NOT NULL DEFAULT 0,
     moved_to text,
     move text,
     moved_at timestamptz
   );
   COMMENT ON COLUMN callsheet_contacts.project.pepper_check IS 'with another pepper nobody would be found';
   COMMENT ON COLUMN callsheet_contacts.project.generation IS 'changes with all that may forbid a contact, but for touches';
   COMMENT ON COLUMN callsheet_contacts.project.moved_to IS 'the file that has its contacts now: nobody uses them here';
   COMMENT ON COLUMN callsheet_contacts.project.move IS 'the attempt that moves its contacts to the file, or has moved them';
   COMMENT ON COLUMN callsheet_contacts.project.moved_at IS 'when that was complete: until then another attempt may take its place';

   CREATE TABLE callsheet_contacts.scope (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     project integer NOT NULL REFERENCES callsheet_contacts.project,
     campaign text NOT NULL,
     run text NOT NULL,
     step text NOT NULL,
     UNIQUE (project, campaign, run, step)
   );

   -- Without a reference to its scope: the server would look for that with each contact, and no scope is ever deleted.
   CREATE TABLE callsheet_contacts.contact (
     person bytea NOT NULL,
     scope integer NOT NULL,
     at bigint NOT NULL,
     channel text NOT NULL,
     purpose text NOT NULL,
     open integer NOT NULL,
     PRIMARY KEY (person, scope)
   ) WITH (fillfactor = 80);
   CREATE INDEX contact_scope ON callsheet_contacts.contact (scope, at);
   COMMENT ON COLUMN callsheet_contacts.contact.open IS '1 while its request is under way, and nothing has left before: it may still be released';

${factTables}
   CREATE INDEX suppression_source ON callsheet_contacts.suppression (project, source);
   COMMENT ON COLUMN callsheet_contacts.suppression.import IS 'the latest import of its list that has this person';
   COMMENT ON COLUMN callsheet_contacts.claimant.until IS 'in seconds of the clock of the database: from then on its claims hold nobody';
`;

export const contactSchema = 'callsheet_contacts';
