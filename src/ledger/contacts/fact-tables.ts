/** Who must not be contacted, who has agreed to be, and who is going to be: the same in a file and in a store, as PostgreSQL has it. */
export const factTables = `
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

   CREATE TABLE callsheet_contacts.claim (
     person bytea NOT NULL,
     claimant integer NOT NULL REFERENCES callsheet_contacts.claimant ON DELETE CASCADE,
     at bigint NOT NULL,
     PRIMARY KEY (person, claimant)
   );
   CREATE INDEX claim_claimant ON callsheet_contacts.claim (claimant);
`;
