import { writeSync } from 'node:fs';
import type { ContactRules } from '../../src/campaign/contact-rules.ts';
import type { RunLease } from '../../src/ledger/backend.ts';
import type { ContactLedger } from '../../src/ledger/contacts/ledger.ts';
import { type LedgerPlace, openProjectContacts } from '../../src/ledger/contacts/open-ledger.ts';
import { type LedgerGroup, type RunContacts, reservedBefore } from '../../src/ledger/contacts/run-contacts.ts';
import { openStoreLedger } from '../../src/ledger/contacts/store/open-store-ledger.ts';
import { createStoreContacts } from '../../src/ledger/contacts/store/store-contacts.ts';
import type { StoreLedger } from '../../src/ledger/contacts/store/store-ledger.ts';
import { type Client, loadPostgres, type QueryConfig } from '../../src/platform/postgres.ts';

/** The process dies around one write to the contact ledger: the first that is about this person. */
export interface LedgerDeath {
  readonly when: 'before' | 'after' | CommitMoment;
  readonly write: LedgerWrite;
  readonly key: string;
}

/** In the transaction of a write to a store: all of it is done but the commit; or the commit has left, and its answer has not come. */
type CommitMoment = 'beforeCommit' | 'inCommit';

export type LedgerWrite = 'reserve' | 'made' | 'released' | 'claim' | 'dropClaims';

/** Breaks the ledger on purpose: what finds nothing wrong with it then finds nothing at all. */
export type ContactSabotage = 'touchAfterwards' | 'releaseDoubts' | 'keepReservations' | 'keepClaims' | 'weakClaims';

interface CrashingContactsInput extends LedgerPlace {
  readonly rules: ContactRules;
  readonly everybody: () => Iterable<string>;
  readonly lease: RunLease | undefined;
}

type Dying = <T>(write: LedgerWrite, isIt: boolean, work: () => T) => T;

/** The contacts of a run as `run` has them: judged by its lease, in a file, or in a store. */
export async function openCrashingContacts(
  given: CrashingContactsInput,
  { death, sabotage }: { readonly death?: LedgerDeath | undefined; readonly sabotage?: ContactSabotage | undefined },
): Promise<RunContacts> {
  const dieAtCommit = isOfCommit(death?.when) ? await commitDeath(death.when, () => die(death)) : undefined;
  const dying: Dying = (write, isIt, work) => {
    const isDeath = isIt && death?.write === write;
    if (!isDeath) return work();
    const { when } = death;
    if (when === 'before') die(death);
    dieAtCommit?.();
    const done = work();
    if (when !== 'after') return done;
    return done instanceof Promise ? (done.then(() => die(death)) as typeof done) : die(death);
  };
  const dyingAbout = (group: LedgerGroup, work: () => Promise<readonly boolean[]>): Promise<readonly boolean[]> => {
    const { write, isIt } = writeAbout(group, death);
    return dying(write, isIt, work);
  };
  const contacts = given.store === undefined ? inFile(given, dying, sabotage) : inStore(given, dying, dyingAbout);
  return sabotage === undefined ? contacts : sabotaged[sabotage](await contacts);
}

type DyingAbout = (group: LedgerGroup, work: () => Promise<readonly boolean[]>) => Promise<readonly boolean[]>;

/** What breaks contacts in a file breaks those that are not judged by the lease. */
async function inFile(
  given: CrashingContactsInput,
  dying: Dying,
  sabotage: ContactSabotage | undefined,
): Promise<RunContacts> {
  const opened = await openProjectContacts(sabotage === undefined ? given : { ...given, lease: undefined });
  if ('kind' in opened) throw new Error(`contacts refused: ${opened.kind}`);
  return { ...opened, ledger: withDyingClaims(opened.ledger, dying) };
}

async function inStore(given: CrashingContactsInput, dying: Dying, dyingAbout: DyingAbout): Promise<RunContacts> {
  const opened = await openStoreLedger({ ...given, url: given.store! }, 'make');
  if ('kind' in opened) throw new Error(`contact ledger refused: ${opened.kind}`);
  const ledger: StoreLedger = {
    ...withDyingClaims(opened, dying),
    commit: (rules, group) => dyingAbout(group, () => opened.commit(rules, group)),
  };
  return createStoreContacts(ledger, given.rules, given.everybody);
}

function withDyingClaims<Ledger extends ContactLedger>(opened: Ledger, dying: Dying): Ledger {
  return {
    ...opened,
    claim: (claims) => dying('claim', true, () => opened.claim(claims)),
    dropClaims: (run) => dying('dropClaims', true, () => opened.dropClaims(run)),
  };
}

function isOfCommit(when: LedgerDeath['when'] | undefined): when is CommitMoment {
  return when === 'beforeCommit' || when === 'inCommit';
}

/** Returns what makes the process die at the next commit of a transaction that has written to the contact ledger. */
async function commitDeath(when: CommitMoment, die: () => never): Promise<() => void> {
  const { prototype } = (await loadPostgres()).Client;
  const send = prototype.query as (this: Client, ...given: unknown[]) => unknown;
  const ofLedger = new WeakSet<Client>();
  return () => {
    prototype.query = function query(this: Client, ...given: unknown[]): unknown {
      const { text } = given[0] as QueryConfig;
      if (text.includes('callsheet_contacts')) ofLedger.add(this);
      if (text !== 'COMMIT' || !ofLedger.has(this)) return send.apply(this, given);
      if (when === 'inCommit') send.apply(this, given);
      return die();
    } as typeof prototype.query;
  };
}

function writeAbout(
  { requests, settled }: LedgerGroup,
  death: LedgerDeath | undefined,
): { readonly write: LedgerWrite; readonly isIt: boolean } {
  const { write = 'reserve', key } = death ?? {};
  const isIt =
    write === 'reserve'
      ? requests.some((one) => one.key === key)
      : settled.some((one) => one.key === key && one.outcome === write);
  return { write, isIt };
}

function die({ when, write }: LedgerDeath): never {
  writeSync(1, `${when} ${write}`);
  process.kill(process.pid, 'SIGKILL');
  for (;;) {
    // The signal comes at once.
  }
}

const sabotaged: Readonly<Record<ContactSabotage, (contacts: RunContacts) => RunContacts>> = {
  touchAfterwards: (contacts) => ({
    ...contacts,
    isReserved: () => true,
    prepare: () => undefined,
    reserve: () => reservedBefore,
    async settle(settled) {
      await contacts.ledger.add([
        { ...settled, channel: 'whatsapp', purpose: 'marketing', at: settled.at ?? Date.now() },
      ]);
    },
  }),
  releaseDoubts: (contacts) => ({
    ...contacts,
    ledger: {
      ...contacts.ledger,
      settle: (jobs) => contacts.ledger.settle(jobs.map((job) => ({ ...job, outcome: 'released' as const }))),
      add: () => undefined,
    },
  }),
  keepReservations: (contacts) => ({
    ...contacts,
    settle: async () => undefined,
    ledger: { ...contacts.ledger, reservations: () => [] },
  }),
  keepClaims: (contacts) => ({ ...contacts, ledger: { ...contacts.ledger, dropClaims: () => undefined } }),
  weakClaims: (contacts) => ({
    ...contacts,
    ledger: { ...contacts.ledger, claim: (claims) => contacts.ledger.claim({ ...claims, priority: 0 }) },
  }),
};
