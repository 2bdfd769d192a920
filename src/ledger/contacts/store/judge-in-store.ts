import type { JobChange } from '../../change.ts';
import type { ContactWriterInput } from '../../contact-writer.ts';
import type { Queries, Scans, Session } from '../../postgres/session.ts';
import type { ContactFacts } from '../facts.ts';
import {
  createContactGroup,
  isContact,
  type JudgedChanges,
  judgeChanges,
  keysOf,
  mayRelease,
} from '../judge-changes.ts';
import type { StepScope } from '../ledger.ts';
import { namesOf, remembered } from '../person.ts';
import { locksOf, scopeName, scopeNumbers, writeContacts } from './contact-rows.ts';
import { type ReadPeople, readPeople } from './person-facts.ts';

/** Judges the contacts of a process in the transactions in which it records its jobs in a store. */
export interface StoreJudge {
  /**
   * Carries out `work` in a transaction while nobody else writes about the people of these changes. What is recorded of them is on its way
   * when it begins; each judgement begins with that.
   */
  transaction<T>(
    changes: readonly JobChange[],
    run: Omit<StepScope, 'step'>,
    work: (queries: Scans, judge: Promise<() => StoreJudgement>) => Promise<T>,
  ): Promise<T>;
}

export interface StoreJudgement extends JudgedChanges {
  /** Nobody may be contacted from here, as the contacts are somewhere else now; what was sent is still recorded. */
  readonly moved: Error | undefined;
  /** Writes what became of the contacts of those changes that were recorded. */
  write(): Promise<void>;
}

export function createStoreJudge(
  session: Pick<Session, 'rows' | 'transaction'>,
  { project, pepper, rules }: Pick<ContactWriterInput, 'rules' | 'pepper'> & { readonly project: number },
): StoreJudge {
  const nameOf = remembered(namesOf(pepper));
  /** A number stays that of its job's step, whatever the step is called later. */
  const numbers = new Map<string, number>();
  const makeScopes = async (changes: readonly JobChange[], run: Omit<StepScope, 'step'>): Promise<void> => {
    const steps = new Set(changes.filter(isContact).map(({ to }) => to.step));
    const scopes = [...steps].map((step) => ({ ...run, step })).filter((scope) => !numbers.has(scopeName(scope)));
    if (scopes.length === 0) return;
    for (const [name, number] of await scopeNumbers(session, { id: project }, scopes)) numbers.set(name, number);
  };
  const judgement = (
    queries: Queries,
    run: Omit<StepScope, 'step'>,
    { facts, contacts, moved }: ReadPeople,
  ): StoreJudgement => {
    const group = createContactGroup(contacts);
    const factsOf = (name: string): ContactFacts | undefined => facts.get(name);
    const scopeOf = (scope: StepScope): number => numbers.get(scopeName(scope))!;
    const judged = judgeChanges({ rules, ...run, nameOf, factsOf, group });
    return {
      ...judged,
      allows: (change) => (moved === undefined || !isContact(change)) && judged.allows(change),
      moved,
      write: () => writeContacts(queries, project, scopeOf, group.changes()),
    };
  };
  return {
    async transaction(changes, run, work) {
      // Two processes may make the same one: not within the transaction.
      await makeScopes(changes, run);
      const judged = changes.filter((change) => isContact(change) || mayRelease(change));
      const people = keysOf(judged).map((key) => Buffer.from(nameOf(key), 'hex'));
      return session.transaction(
        (queries) => {
          const read = people.length === 0 ? Promise.resolve(nobody) : readPeople(queries, project, people);
          return work(
            queries,
            read.then((known) => () => judgement(queries, run, known)),
          );
        },
        byIndex,
        locksOf(project, people),
      );
    },
  };
}

const nobody: ReadPeople = { facts: new Map(), contacts: new Map(), moved: undefined };

/** Each statement is planned once; a plan that is kept was made when there were few rows. */
const byIndex = ['enable_seqscan = off', 'plan_cache_mode = force_generic_plan'];
