import { writeSync } from 'node:fs';
import type { ContactRules } from '../../src/campaign/contact-rules.ts';
import type { ContactLedger } from '../../src/contacts/ledger.ts';
import { type LedgerFileInput, openContactLedger } from '../../src/contacts/open-ledger.ts';
import {
  aheadInFile,
  createRunContacts,
  knownInFile,
  type LedgerGroup,
  type RunContacts,
} from '../../src/contacts/run-contacts.ts';
import { startLedgerThread } from '../../src/contacts/sqlite/start-ledger-thread.ts';

/** The process dies around one write to the contact ledger: the first that is about this person. */
export interface LedgerDeath {
  readonly when: 'before' | 'after';
  readonly write: LedgerWrite;
  readonly key: string;
}

export type LedgerWrite = 'reserve' | 'made' | 'released' | 'claim' | 'dropClaims';

/** Breaks the ledger on purpose: what finds nothing wrong with it then finds nothing at all. */
export type ContactSabotage = 'touchAfterwards' | 'releaseDoubts' | 'keepReservations' | 'keepClaims' | 'weakClaims';

/** The contact ledger of a run as `run` has it, with the thread that writes it. */
export function openCrashingContacts(
  given: LedgerFileInput & { readonly rules: ContactRules; readonly run: { readonly campaign: string; run: string } },
  { death, sabotage }: { readonly death?: LedgerDeath | undefined; readonly sabotage?: ContactSabotage | undefined },
): RunContacts {
  const opened = openContactLedger(given);
  if ('kind' in opened) throw new Error(`contact ledger refused: ${opened.kind}`);
  const dying = <T>(write: LedgerWrite, isIt: boolean, work: () => T): T => {
    const isDeath = isIt && death?.write === write;
    if (isDeath && death.when === 'before') die(death);
    const done = work();
    if (!isDeath || death.when === 'before') return done;
    return done instanceof Promise ? (done.then(() => die(death)) as T) : die(death);
  };
  const thread = startLedgerThread(given);
  const ledger: ContactLedger = {
    ...opened,
    claim: (claims) => dying('claim', true, () => opened.claim(claims)),
    dropClaims: (run) => dying('dropClaims', true, () => opened.dropClaims(run)),
  };
  const commit = (group: LedgerGroup): Promise<readonly boolean[]> => {
    const { write, isIt } = writeAbout(group, death);
    return dying(write, isIt, () => thread.commit(group));
  };
  const contacts = createRunContacts({
    ledger,
    known: knownInFile(opened),
    aheadMost: aheadInFile,
    generation: opened.generation,
    writer: { ...thread, commit },
    turn: () => new Promise((resolve) => setImmediate(resolve)),
  });
  return sabotage === undefined ? contacts : sabotaged[sabotage](contacts);
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
    reserve: async () => true,
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
