import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { forgetInStore } from '../../src/ledger/contacts/forgotten/forget-in-store.ts';
import { digestOf, type LedgerRows } from '../../src/ledger/contacts/ledger-rows.ts';
import { moveLedgerToFile, moveLedgerToStore } from '../../src/ledger/contacts/move-contacts.ts';
import { openContactLedger, openProjectLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { putContacts } from '../../src/ledger/contacts/sqlite/moved-contacts.ts';
import { openStoreLedger } from '../../src/ledger/contacts/store/open-store-ledger.ts';
import { contactPaths } from '../../src/ledger/state-paths.ts';
import { noon } from './contacts.ts';

const pepper = 'the pepper of the whole team';
export const shown = 'postgres://db/contacts';

/** A machine whose contacts of a project go to a store, and come back. `folder`: for its files. */
export function machineOf(folder: string, store: string, project = 'shop') {
  const input = { paths: contactPaths({ folder: mkdtempSync(join(folder, 'state-')), sandbox: false }), project };
  const opened = async <T extends object>(ledger: T | Promise<T>): Promise<Exclude<T, { kind: string }>> => {
    const one = await ledger;
    if ('kind' in one) throw new Error(`refused: ${JSON.stringify(one)}`);
    return one as Exclude<T, { kind: string }>;
  };
  return {
    store,
    paths: input.paths,
    onAnotherMachine: (other = project) => machineOf(folder, store, other),
    /** As `callsheet forget` does it. */
    async forget(key: string) {
      const forgotten = { key, token: '1000000000000001', clean: (text: string) => text, at: noon };
      const given = { ...forgotten, url: store, paths: input.paths, pepper };
      expect(await forgetInStore(given)).toMatchObject({ left: new Map() });
    },
    /** An attempt that has marked the store, and read its rows. */
    async begun(place: string, attempt: string) {
      const ledger = await openStoreLedger({ ...input, pepper, url: store }, 'leave');
      if (ledger === undefined || 'kind' in ledger) throw new Error('refused');
      const rows = await ledger.give(place, attempt);
      if (!('touches' in rows)) throw new Error('refused');
      const { completeMove, cancelMove, close } = ledger;
      return { completeMove, cancelMove, close, rows };
    },
    written({ rows }: { readonly rows: LedgerRows }, attempt: string) {
      const file = { path: input.paths.database, project: 'shop', pepper: Buffer.from(pepper), attempt };
      expect(putContacts(file, rows)).toEqual({ digest: digestOf(rows) });
    },
    toFile: (place = 'a file', guard?: string) => moveLedgerToFile({ ...input, pepper, store, place, guard }),
    toStore: (by = pepper) => moveLedgerToStore({ ...input, pepper: by, store, place: shown }),
    inFile: () => openContactLedger({ ...input, pepper }),
    inStore: () => openProjectLedger({ ...input, pepper, store }),
    openedInStore: () => opened(openProjectLedger({ ...input, pepper, store })),
    openedFile: () => opened(openContactLedger({ ...input, pepper })),
  };
}
