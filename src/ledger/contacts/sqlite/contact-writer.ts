import type { Database } from '../../../platform/sql/sqlite.ts';
import type { ContactWriter, ContactWriterInput } from '../../contact-writer.ts';
import { fileReplaced } from '../../state-trouble.ts';
import type { ContactGroup } from '../contact-group.ts';
import { type ContactFacts, joinFacts, noFacts } from '../facts.ts';
import { isContact, type JudgedChanges, type JudgeInput, judgeChanges, keysOf } from '../judge-changes.ts';
import { namesOf, remembered } from '../person.ts';
import { createContactTable } from './contact-table.ts';
import { createPersonFacts } from './person-facts.ts';

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
  const onOver: JudgeInput['onOver'] = (name, { campaign, run, step }) => removeClaim.run(name, campaign, run, step);
  const nameOf = remembered(namesOf(pepper));
  // Before the first transaction: where there are many, this takes seconds.
  table.refresh();
  let group: ContactGroup = table.open([]);
  let judged: JudgedChanges | undefined;

  const othersOf = (contacted: readonly string[]): ReadonlyMap<string, ContactFacts> => {
    const known = facts.of(contacted.map(nameOf));
    if (historyOf === undefined) return known;
    return new Map(contacted.map((key) => [nameOf(key), joinFacts(historyOf(key), known.get(nameOf(key)) ?? noFacts)]));
  };

  return {
    begin(changes) {
      const contacted = keysOf(changes.filter(isContact));
      // A move takes the locks of all campaigns; one that begins at that moment finds out here.
      if (contacted.length > 0 && selectMove.get()?.['moved_to'] != null) throw fileReplaced();
      group = table.open(keysOf(changes).map(nameOf));
      const others = contacted.length === 0 ? undefined : othersOf(contacted);
      const factsOf = (name: string): ContactFacts | undefined => others?.get(name);
      judged = judgeChanges({ rules, campaign, run, nameOf, factsOf, group, onOver });
    },
    allows: (change) => judged?.allows(change) !== false,
    recorded: (change) => judged?.recorded(change),
    end: () => table.write(group),
  };
}
