import type { Database } from '../../../platform/sql/sqlite.ts';
import type { ContactWriter, ContactWriterInput } from '../../contact-writer.ts';
import { asSqlite, secondsNow } from '../../sql.ts';
import { fileReplaced } from '../../state-trouble.ts';
import { collectFacts } from '../collect-facts.ts';
import { type ContactFacts, joinFacts, noFacts } from '../facts.ts';
import { type ContactGroup, isContact, type JudgedChanges, judgeChanges, keysOf } from '../judge-changes.ts';
import { namesOf, remembered } from '../person.ts';
import { createContactTable } from './contact-table.ts';

/**
 * Judges the contacts of one run in the transaction that records their intents, and records with each outcome what became of them.
 * `historyOf`: what is known of a person beside the tables.
 */
export function createContactWriter(
  database: Database,
  { rules, pepper, campaign, run }: ContactWriterInput,
  historyOf?: (key: string) => ContactFacts,
): ContactWriter {
  const table = createContactTable(database);
  const selectMove = database.prepare('SELECT moved_to FROM project');
  const facts = createPersonFacts(database, rules.priority);
  const removeClaim = database.prepare(
    'DELETE FROM claim WHERE person = unhex(?) AND claimant = (SELECT id FROM claimant WHERE campaign = ? AND run = ? AND step = ?)',
  );
  const nameOf = remembered(namesOf(pepper));
  // Before the first transaction: where there are many, this takes seconds.
  table.refresh();
  let group: ContactGroup = table.open([]);
  let judged: JudgedChanges | undefined;

  const othersOf = (keys: readonly string[]): ReadonlyMap<string, ContactFacts> => {
    const known = facts.of(keys.map(nameOf));
    if (historyOf === undefined) return known;
    return new Map(keys.map((key) => [nameOf(key), joinFacts(historyOf(key), known.get(nameOf(key)) ?? noFacts)]));
  };

  return {
    begin(changes) {
      const isContacting = changes.some(isContact);
      // A move takes the locks of all campaigns; one that begins at that moment finds out here.
      if (isContacting && selectMove.get()?.['moved_to'] != null) throw fileReplaced();
      const keys = keysOf(changes);
      group = table.open(keys.map(nameOf));
      const others = isContacting ? othersOf(keysOf(changes.filter(isContact))) : undefined;
      const factsOf = (name: string): ContactFacts | undefined => others?.get(name);
      judged = judgeChanges({ rules, campaign, run, nameOf, factsOf, group });
    },
    allows: (change) => judged?.allows(change) !== false,
    recorded: (change) => judged?.recorded(change),
    end() {
      table.write(group);
      for (const { name, step } of group.changes().over) removeClaim.run(name, campaign, run, step);
    },
  };
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

/**
 * What is known of people, but for their contacts. `priority`: of the campaign that asks; nothing holds it but claims of a higher one. Of a
 * reader there is none: it sees all claims.
 */
export function createPersonFacts(database: Database, priority = Number.MIN_SAFE_INTEGER) {
  const select = database.prepare(asSqlite(selectFacts));
  const selectFilled = database.prepare(
    `SELECT EXISTS (SELECT 1 FROM suppression) OR EXISTS (SELECT 1 FROM consent) OR EXISTS (SELECT 1 FROM forgotten)
       OR EXISTS (SELECT 1 FROM claimant WHERE priority > ?) AS filled`,
  );
  /** Whether nothing is known of anybody. */
  const isEmpty = (): boolean => Number(selectFilled.get(priority)!['filled']) === 0;
  return {
    isEmpty,
    /** By the name of the person. Who is in no table is left out. */
    of(people: readonly string[]): ReadonlyMap<string, ContactFacts> {
      const { facts, add } = collectFacts();
      // In most projects nothing is known of anybody but contacts.
      if (isEmpty()) return facts;
      for (const row of select.all(JSON.stringify(people), priority)) add(String(row['name']), row);
      return facts;
    },
  };
}
