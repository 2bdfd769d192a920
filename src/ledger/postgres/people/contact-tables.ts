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
     state text NOT NULL,
     PRIMARY KEY (person, scope)
   ) WITH (fillfactor = 80);
   CREATE INDEX contact_scope ON callsheet_contacts.contact (scope, at);
   COMMENT ON COLUMN callsheet_contacts.contact.state IS 'made; open while its job is under way; kept where an attempt before may have left';

   CREATE TABLE callsheet_contacts.suppression (
     project integer NOT NULL REFERENCES callsheet_contacts.project,
     person bytea NOT NULL,
     source text NOT NULL,
     channel text NOT NULL,
     purpose text NOT NULL,
     reason text NOT NULL,
     starts bigint NOT NULL,
     ends bigint,
     import bigint,
     PRIMARY KEY (project, person, source, channel, purpose)
   );
   CREATE INDEX suppression_source ON callsheet_contacts.suppression (project, source);
   COMMENT ON COLUMN callsheet_contacts.suppression.import IS 'the latest import of its list that has this person';

   CREATE TABLE callsheet_contacts.list (
     project integer NOT NULL REFERENCES callsheet_contacts.project,
     name text NOT NULL,
     imported bigint NOT NULL,
     PRIMARY KEY (project, name)
   );

   CREATE TABLE callsheet_contacts.consent (
     project integer NOT NULL REFERENCES callsheet_contacts.project,
     person bytea NOT NULL,
     purpose text NOT NULL,
     channel text NOT NULL,
     basis text NOT NULL,
     at bigint NOT NULL,
     evidence text NOT NULL,
     expires bigint,
     PRIMARY KEY (project, person, purpose, channel)
   );

   CREATE TABLE callsheet_contacts.forgotten (
     project integer NOT NULL REFERENCES callsheet_contacts.project,
     person bytea NOT NULL,
     at bigint NOT NULL,
     PRIMARY KEY (project, person)
   );

   CREATE TABLE callsheet_contacts.claimant (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     project integer NOT NULL REFERENCES callsheet_contacts.project,
     campaign text NOT NULL,
     run text NOT NULL,
     step text NOT NULL,
     channel text NOT NULL,
     purpose text NOT NULL,
     priority integer NOT NULL,
     until bigint NOT NULL,
     UNIQUE (project, campaign, run, step)
   );
   COMMENT ON COLUMN callsheet_contacts.claimant.until IS 'in seconds of the clock of the database: from then on its claims hold nobody';

   CREATE TABLE callsheet_contacts.claim (
     person bytea NOT NULL,
     claimant integer NOT NULL REFERENCES callsheet_contacts.claimant ON DELETE CASCADE,
     at bigint NOT NULL,
     PRIMARY KEY (person, claimant)
   );
   CREATE INDEX claim_claimant ON callsheet_contacts.claim (claimant);
`;

export const contactSchema = 'callsheet_contacts';
