import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { forgottenList } from '../../src/ledger/contacts/forgotten/forgotten-in.ts';
import type { LedgerFile } from '../../src/ledger/contacts/ledger.ts';
import { ledgerRefusal } from '../../src/ledger/contacts/ledger-refusal.ts';
import { openContactLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { addTombstone, readTombstones } from '../../src/ledger/contacts/sqlite/tombstones.ts';
import { type ContactPaths, contactPaths } from '../../src/ledger/state-paths.ts';
import { stateTrouble } from '../../src/ledger/state-trouble.ts';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { contactsRig, dayMs, noon, onceADay, request, reserve, settle } from './contacts.ts';

/** A contact ledger with rows in every table, and somebody who was forgotten before, but for what a run is going to do. */
export interface ContactsFile extends Disposable {
  /** Bytes. */
  readonly size: number;
  /** Opens a copy of the file with this damage: `same` where it answers all questions as before, or why it is refused. */
  open(damage: (bytes: Uint8Array) => Uint8Array): Promise<string>;
}

const people = Array.from({ length: 24 }, (_, n) => String(2_348_030_000_001 + n));

/** `page`: bytes. Smaller pages have the same rows, and less emptiness between them. */
export async function createContactsFile(page = 4096): Promise<ContactsFile> {
  const rig = contactsRig();
  const empty = openDatabase(rig.paths.database);
  empty.exec(`PRAGMA page_size = ${page}; VACUUM`);
  empty.close();
  const ledger = rig.opened();
  await fill(ledger);
  const whole = await answersOf(ledger);
  ledger.close();
  const forgotten = people.at(-1)!;
  addTombstone({ paths: rig.paths, pepper: undefined }, forgotten, noon);
  const bytes = readFileSync(rig.paths.database);
  let copies = 0;
  return {
    size: bytes.length,
    async open(damage) {
      // libsql keeps a file open for a while after it was closed.
      const folder = join(rig.folder, `copy-${copies++}`);
      const paths = contactPaths({ folder, sandbox: false });
      mkdirSync(folder);
      cpSync(rig.paths.key, paths.key);
      writeFileSync(paths.database, damage(bytes));
      const opened = openContactLedger({ paths, project: 'shop', pepper: undefined });
      if ('kind' in opened) return opened.kind === 'trouble' ? opened.trouble : opened.kind;
      try {
        const isSame = isDeepStrictEqual(await answersOf(opened), whole) && isForgottenIn(paths, forgotten);
        return isSame ? 'same' : 'other answers';
      } catch (error) {
        const refusal = ledgerRefusal(error);
        if (refusal === undefined) throw error;
        return refusal.kind === 'trouble' ? (stateTrouble(error) ?? refusal.trouble) : refusal.kind;
      } finally {
        opened.close();
        rmSync(folder, { recursive: true });
      }
    },
    [Symbol.dispose]: () => rig[Symbol.dispose](),
  };
}

function isForgottenIn({ database, key }: ContactPaths, person: string): boolean {
  const tombstones = readTombstones(database);
  const list = 'kind' in tombstones ? undefined : forgottenList(tombstones, { key, pepper: undefined });
  return list !== undefined && 'isForgotten' in list && list.isForgotten(Number(person));
}

async function fill(ledger: LedgerFile): Promise<void> {
  const contacted = people.slice(0, 12).map((key) => request(key));
  reserve(ledger, onceADay, contacted);
  for (const one of contacted.slice(0, 9)) settle(ledger, one, 'accepted');
  const from = noon - dayMs;
  await ledger.suppress([
    {
      key: people[12]!,
      source: 'support',
      channel: undefined,
      purpose: undefined,
      reason: 'a call',
      from,
      until: undefined,
    },
    {
      key: people[13]!,
      source: 'support',
      channel: 'otp',
      purpose: 'marketing',
      reason: 'a letter',
      from,
      until: noon,
    },
  ]);
  const listed = { source: 'stop', channel: undefined, purpose: undefined, reason: 'STOP', from, until: undefined };
  await ledger.importList({
    name: 'stop',
    at: noon,
    replaces: true,
    people: people.slice(14, 18).map((key) => ({ key, ...listed })),
  });
  await ledger.recordConsents(
    people.slice(18, 21).map((key) => ({
      key,
      purpose: 'marketing',
      channel: 'whatsapp',
      basis: 'optIn',
      at: from,
      evidence: 'form 7',
      expires: noon + dayMs,
    })),
  );
  await ledger.forget(people[21]!, noon);
}

/** All that a run, or a person, asks. */
async function answersOf(ledger: LedgerFile): Promise<unknown> {
  return [
    ledger.read(people),
    await ledger.lists(),
    await ledger.touches({ campaign: 'spring', run: '1', step: 'hello' }),
    await ledger.suppressionCounts(noon - 1),
    await ledger.consentCounts(noon),
  ];
}
