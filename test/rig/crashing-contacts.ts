import { writeSync } from 'node:fs';
import type { ContactRules } from '../../src/campaign/contact-rules.ts';
import type { RunLease } from '../../src/ledger/backend.ts';
import { afterChange, type Change, type IntendedContact, type Settled } from '../../src/ledger/change.ts';
import type { ContactLedger } from '../../src/ledger/contacts/ledger.ts';
import { type LedgerPlace, openProjectContacts } from '../../src/ledger/contacts/open-ledger.ts';
import type { RunContacts } from '../../src/ledger/contacts/run-contacts.ts';
import { type Client, loadPostgres, type QueryConfig } from '../../src/platform/sql/postgres.ts';

/** The process dies around one write about contacts: the first that is about this person. */
export interface LedgerDeath {
  readonly when: 'before' | 'after' | CommitMoment;
  readonly write: LedgerWrite;
  readonly key: string;
}

/** In the transaction of a write to a store: all of it is done but the commit; or the commit has left, and its answer has not come. */
type CommitMoment = 'beforeCommit' | 'inCommit';

/** With the intent of a job, or with its outcome; or of the ledger itself. */
export type LedgerWrite = 'reserve' | 'made' | 'released' | 'claim' | 'dropClaims';

/** Breaks what is recorded of contacts on purpose: what finds nothing wrong with it then finds nothing at all. */
export type ContactSabotage = 'touchAfterwards' | 'releaseDoubts' | 'keepReservations' | 'keepClaims' | 'weakClaims';

interface CrashingContactsInput extends LedgerPlace {
  readonly campaign: string;
  readonly rules: ContactRules;
  readonly everybody: () => Iterable<string>;
  readonly lease: RunLease;
}

/** What a run has where it has contact rules. */
interface JudgingEngine {
  readonly contacts: RunContacts;
  readonly lease: RunLease;
}

type Dying = <T>(write: LedgerWrite | undefined, work: () => Promise<T>) => Promise<T>;

/** The contacts of a run as `run` has them, in a file or in a store, and the lease that judges and records them. */
export async function openCrashingContacts(
  given: CrashingContactsInput,
  { death, sabotage }: { readonly death?: LedgerDeath | undefined; readonly sabotage?: ContactSabotage | undefined },
): Promise<JudgingEngine> {
  const contacts = await openProjectContacts(given);
  if ('kind' in contacts) throw new Error(`contacts refused: ${contacts.kind}`);
  const whole = { contacts, lease: given.lease };
  const engine = sabotage === undefined ? whole : sabotaged[sabotage](whole, given.campaign);
  return death === undefined ? engine : withDeath(engine, death);
}

async function withDeath({ contacts, lease }: JudgingEngine, death: LedgerDeath): Promise<JudgingEngine> {
  const { when, write: deadly, key } = death;
  const dieAtCommit = isOfCommit(when) ? await commitDeath(death, when) : undefined;
  const dying: Dying = async (write, work) => {
    if (write !== deadly) return work();
    if (when === 'before') die(death);
    dieAtCommit?.();
    const done = await work();
    return when === 'after' ? die(death) : done;
  };
  const { ledger } = contacts;
  return {
    contacts: {
      ...contacts,
      ledger: {
        ...ledger,
        claim: (claims) => dying('claim', async () => ledger.claim(claims)),
        dropClaims: (run) => dying('dropClaims', async () => ledger.dropClaims(run)),
      },
    },
    lease: { ...lease, apply: (changes) => dying(writeAbout(key, changes), () => lease.apply(changes)) },
  };
}

/** What these changes record of a contact of this person. */
function writeAbout(key: string, changes: readonly Change[]): LedgerWrite | undefined {
  for (const change of changes) {
    if (change.kind === 'intend' && change.to.key === key) return 'reserve';
    if (change.kind !== 'settle' || change.to.key !== key) continue;
    if (change.to.state === 'accepted') return 'made';
    if (change.to.state === 'rejected') return 'released';
  }
  return undefined;
}

function isOfCommit(when: LedgerDeath['when']): when is CommitMoment {
  return when === 'beforeCommit' || when === 'inCommit';
}

/** Returns what makes the process die at the next commit of a transaction that has written the job of this person, or claims. */
async function commitDeath(death: LedgerDeath, when: CommitMoment): Promise<() => void> {
  const { prototype } = (await loadPostgres()).Client;
  const send = prototype.query as (this: Client, ...given: unknown[]) => unknown;
  const isIt = ({ name, text, values }: QueryConfig): boolean =>
    death.write === 'claim'
      ? text.startsWith('INSERT INTO callsheet_contacts.claim AS ')
      : name === 'callsheet_write' && JSON.stringify(values).includes(death.key);
  const writing = new WeakSet<Client>();
  return () => {
    prototype.query = function query(this: Client, ...given: unknown[]): unknown {
      const statement = given[0] as QueryConfig;
      if (isIt(statement)) writing.add(this);
      if (statement.text !== 'COMMIT' || !writing.has(this)) return send.apply(this, given);
      if (when === 'inCommit') send.apply(this, given);
      return die(death);
    } as typeof prototype.query;
  };
}

function die({ when, write }: LedgerDeath): never {
  writeSync(1, `${when} ${write}`);
  process.kill(process.pid, 'SIGKILL');
  for (;;) {
    // The signal comes at once.
  }
}

const sabotaged: Readonly<Record<ContactSabotage, (engine: JudgingEngine, campaign: string) => JudgingEngine>> = {
  touchAfterwards({ contacts, lease }, campaign) {
    const intended = new Map<string | undefined, IntendedContact>();
    const withoutContact = (change: Change): Change => {
      if (change.kind !== 'intend') return change;
      if (change.contact !== undefined) intended.set(change.to.key, change.contact);
      return { kind: 'intend', to: change.to };
    };
    return {
      contacts,
      lease: {
        ...lease,
        async apply(changes) {
          await lease.apply(changes.map(withoutContact));
          const made = changes.flatMap((change) => {
            const contact = change.kind === 'settle' ? intended.get(change.to.key) : undefined;
            if (change.kind !== 'settle' || contact === undefined) return [];
            const { step, key, at } = change.to;
            return [{ campaign, run: lease.about.run, step, key: key!, at, ...contact }];
          });
          if (made.length > 0) await contacts.ledger.add(made);
        },
      },
    };
  },
  releaseDoubts: ({ contacts, lease }) => ({
    contacts: withLedger(contacts, { add: async () => undefined }),
    lease: recording(lease, (to, imported) =>
      to.state === 'inDoubt'
        ? [{ kind: 'settle', to: { ...to, state: 'rejected' } }, imported]
        : [{ kind: 'settle', to }],
    ),
  }),
  keepReservations: ({ contacts, lease }) => ({
    contacts,
    lease: recording(lease, (_, imported) => [imported]),
  }),
  keepClaims: ({ contacts, lease }) => ({
    contacts: withLedger(contacts, { dropClaims: async () => undefined }),
    lease,
  }),
  weakClaims: ({ contacts, lease }) => ({
    contacts: withLedger(contacts, { claim: (claims) => contacts.ledger.claim({ ...claims, priority: 0 }) }),
    lease,
  }),
};

function withLedger(contacts: RunContacts, changed: Partial<ContactLedger>): RunContacts {
  return { ...contacts, ledger: { ...contacts.ledger, ...changed } };
}

/** Outcomes in another way. `imported`: the record of the job with its outcome, as a copy, which says nothing of its contact. */
function recording(lease: RunLease, recorded: (settled: Settled, imported: Change) => readonly Change[]): RunLease {
  const changed = async (change: Change): Promise<readonly Change[]> => {
    if (change.kind !== 'settle') return [change];
    const job = afterChange(await lease.job(change.to), change);
    return job === undefined ? [change] : recorded(change.to, { kind: 'import', to: job });
  };
  return {
    ...lease,
    async apply(changes) {
      await lease.apply((await Promise.all(changes.map(changed))).flat());
    },
  };
}
