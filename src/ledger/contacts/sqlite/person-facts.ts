import type { Database } from '../../../platform/sql/sqlite.ts';
import { asSqlite, secondsNow } from '../../sql.ts';
import { collectFacts } from '../collect-facts.ts';
import type { ContactFacts } from '../facts.ts';

/** What is known of people, but for their contacts. */
export interface PersonFacts {
  /** Whether nothing is known of anybody. */
  isEmpty(): boolean;
  /** By the name of the person. Who is in no table is left out. */
  of(people: readonly string[]): ReadonlyMap<string, ContactFacts>;
}

/** One statement for all people and all tables, as a statement takes longer than a row. ?1: their names, as a JSON list. */
const selectFacts = `
  WITH wanted AS (SELECT 1 AS project, value AS name, unhex(value) AS person FROM json_each(?1))
  SELECT 'claim' AS kind, name, claim.at, channel, purpose, campaign, run, step, priority,
    NULL AS reason, NULL AS source, NULL AS ends
  FROM wanted CROSS JOIN claim USING (person) JOIN claimant ON claimant.id = claim.claimant
  WHERE until > ${secondsNow} AND priority > ?2
  UNION ALL
  SELECT 'suppression', name, starts, channel, purpose, NULL, NULL, NULL, NULL, reason, source, ends
  FROM wanted CROSS JOIN suppression USING (project, person)
  UNION ALL
  SELECT 'consent', name, at, channel, purpose, NULL, NULL, NULL, NULL, basis, evidence, expires
  FROM wanted CROSS JOIN consent USING (project, person)
  UNION ALL
  SELECT 'forgotten', name, at, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
  FROM wanted CROSS JOIN forgotten USING (project, person)`;

/** `priority`: of the campaign that asks; nothing holds it but claims of a higher one. Of a reader there is none: it sees all claims. */
export function createPersonFacts(database: Database, priority = Number.MIN_SAFE_INTEGER): PersonFacts {
  const select = database.prepare(asSqlite(selectFacts));
  const selectFilled = database.prepare(
    `SELECT EXISTS (SELECT 1 FROM suppression) OR EXISTS (SELECT 1 FROM consent) OR EXISTS (SELECT 1 FROM forgotten)
       OR EXISTS (SELECT 1 FROM claimant WHERE priority > ?) AS filled`,
  );
  const isEmpty = (): boolean => Number(selectFilled.get(priority)!['filled']) === 0;
  return {
    isEmpty,
    of(people) {
      const { facts, add } = collectFacts();
      // In most projects nothing is known of anybody but contacts.
      if (isEmpty()) return facts;
      for (const row of select.all(JSON.stringify(people), priority)) add(String(row['name']), row);
      return facts;
    },
  };
}
