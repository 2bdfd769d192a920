import type { Purpose } from '../../../campaign/contact-rules.ts';
import type { Row } from '../../../platform/sqlite.ts';
import type { Channel } from '../../../service/operations/definition/operation.ts';
import type { Consent, ContactFacts } from '../facts.ts';
import { createClaimTable } from './claim-table.ts';
import type { OpenedLedgerFile } from './ledger-file.ts';
import { byPerson, type PeopleText } from './people-text.ts';
import { createSuppressionTable } from './suppression-table.ts';

/** What is known of people, but for their contacts. */
export interface PersonFacts {
  /** Whether anything is known of anybody. */
  isEmpty(): boolean;
  /** By the name of the person. Who is in no table is left out. */
  of(people: readonly string[]): ReadonlyMap<string, ContactFacts>;
}

interface Filled {
  readonly suppressions: boolean;
  readonly consents: boolean;
  readonly forgotten: boolean;
  readonly claims: boolean;
}

/** `priority`: of the campaign that asks; nothing holds it but claims of a higher one. Of a reader there is none: it sees all claims. */
export function createPersonFacts(
  file: Pick<OpenedLedgerFile, 'database' | 'pepper'>,
  priority = Number.MIN_SAFE_INTEGER,
): PersonFacts {
  const { database } = file;
  const claims = createClaimTable(file);
  const suppressions = createSuppressionTable(file);
  const selectConsents = database.prepare(
    `SELECT one.value AS name, purpose, channel, basis, at, evidence, expires
     FROM json_each(?) AS one CROSS JOIN consent WHERE person = unhex(one.value)`,
  );
  const selectForgotten = database.prepare(
    'SELECT one.value AS name, at FROM json_each(?) AS one CROSS JOIN forgotten WHERE person = unhex(one.value)',
  );
  const selectFilled = database.prepare(
    `SELECT EXISTS (SELECT 1 FROM suppression) AS suppressions, EXISTS (SELECT 1 FROM consent) AS consents,
       EXISTS (SELECT 1 FROM forgotten) AS forgotten, EXISTS (SELECT 1 FROM claimant WHERE priority > ?) AS claims`,
  );
  /** Most projects have no rows in some of these tables, and then nobody is looked up in them. */
  const filledTables = (): Filled => {
    const row = selectFilled.get(priority)!;
    const has = (table: keyof Filled): boolean => Number(row[table]) === 1;
    return {
      suppressions: has('suppressions'),
      consents: has('consents'),
      forgotten: has('forgotten'),
      claims: has('claims'),
    };
  };
  return {
    isEmpty: () => !Object.values(filledTables()).includes(true),
    of(people) {
      const filled = filledTables();
      const text: PeopleText = JSON.stringify(people);
      const claimed = filled.claims ? claims.of(text, priority) : undefined;
      const suppressed = filled.suppressions ? suppressions.of(text) : undefined;
      const consented = filled.consents ? byPerson(selectConsents.all(text), readConsent) : undefined;
      const forgotten = filled.forgotten ? byPerson(selectForgotten.all(text), ({ at }) => Number(at)) : undefined;
      const facts = new Map<string, ContactFacts>();
      for (const found of [claimed, suppressed, consented, forgotten]) {
        for (const name of found?.keys() ?? []) {
          facts.set(name, {
            touches: [],
            claims: claimed?.get(name) ?? [],
            suppressions: suppressed?.get(name) ?? [],
            consents: consented?.get(name) ?? [],
            forgottenAt: forgotten?.get(name)?.[0],
          });
        }
      }
      return facts;
    },
  };
}

function readConsent({ purpose, channel, basis, at, evidence, expires }: Row): Consent {
  return {
    purpose: purpose as Purpose,
    channel: channel === '' ? undefined : (channel as Channel),
    basis: String(basis),
    at: Number(at),
    evidence: String(evidence),
    expires: expires === null ? undefined : Number(expires),
  };
}
