import type { Database } from '../../../platform/sqlite.ts';
import type { JobChange } from '../../change.ts';
import type { ContactWriter, ContactWriterInput } from '../../contact-writer.ts';
import { fileReplaced } from '../../state-trouble.ts';
import type { ContactFacts } from '../facts.ts';
import { mayReserve } from '../judge-contact.ts';
import type { TouchRequest } from '../ledger.ts';
import { namesOf, remembered } from '../person.ts';
import { touchOutcome } from '../touch-outcome.ts';
import { createClaimTable } from './claim-table.ts';
import { type ContactGroup, createContactTable } from './contact-table.ts';
import { createPersonFacts } from './person-facts.ts';

/** Judges the contacts of one run in the transaction that records their intents, and records with each outcome what became of them. */
export function createContactWriter(
  database: Database,
  { rules, pepper, campaign, run }: ContactWriterInput,
): ContactWriter {
  const table = createContactTable(database);
  const selectMove = database.prepare('SELECT moved_to FROM project');
  const facts = createPersonFacts({ database, pepper }, rules.priority);
  const claims = createClaimTable({ database, pepper });
  const nameOf = remembered(namesOf(pepper));
  const source = (step: string) => ({ campaign, run, step });
  // Before the first transaction: where there are many, this takes seconds.
  table.refresh();
  let group: ContactGroup = table.open([]);
  let others: ReadonlyMap<string, ContactFacts> = new Map();
  /** The names of those whom the group is about, and whom it wants to contact. */
  const [names, requests] = [new Map<JobChange, string>(), new Map<JobChange, TouchRequest>()];

  return {
    begin(changes) {
      names.clear();
      requests.clear();
      for (const change of changes) {
        const { step, key } = change.to;
        if (key === undefined) continue;
        names.set(change, nameOf(key));
        if (change.kind !== 'intend' || change.contact === undefined) continue;
        const { channel, purpose, zone } = change.contact;
        requests.set(change, { campaign, run, step, key, at: change.to.at, channel, purpose, zone });
      }
      // A move takes the locks of all campaigns; one that begins at that moment finds out here.
      if (requests.size > 0 && selectMove.get()?.['moved_to'] != null) throw fileReplaced();
      group = table.open(names.values());
      others = requests.size === 0 ? new Map() : facts.of([...requests.keys()].map((change) => names.get(change)!));
    },
    allows(change) {
      const request = requests.get(change);
      if (request === undefined) return true;
      const name = names.get(change)!;
      return mayReserve(rules, request, facts.withTouches(others.get(name), group.touchesOf(name)));
    },
    recorded(change) {
      const name = names.get(change);
      if (name === undefined) return;
      const request = requests.get(change);
      if (request !== undefined) return group.reserve(name, request);
      const { step } = change.to;
      const state = group.stateOf(name, source(step));
      if (state === undefined || change.kind === 'intend' || change.kind === 'import') return;
      const { to } = change;
      const outcome = touchOutcome(
        { ...to, maybeSent: state === 'kept' || ('maybeSent' in to && to.maybeSent) },
        state === 'open',
      );
      group.settle(name, source(step), outcome);
      if (outcome === 'released' && to.state !== 'pending') claims.remove(name, source(step));
    },
    end: () => group.write(),
    rolledBack: table.rolledBack,
  };
}
