import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContactRules, unaskedPurposes } from '../../src/campaign/contact-rules.ts';
import { type ContactPaths, contactPaths } from '../../src/ledger/contacts/contact-paths.ts';
import type { LedgerFile, TouchRequest } from '../../src/ledger/contacts/ledger.ts';
import type { LedgerRefusal } from '../../src/ledger/contacts/ledger-refusal.ts';
import { openContactLedger } from '../../src/ledger/contacts/open-ledger.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** Noon in London. */
export const noon = Date.parse('2026-11-23T12:00:00Z');

export const onceADay: ContactRules = {
  project: 'shop',
  priority: 0,
  caps: [{ name: '1/day', max: 1, per: 'day', channel: undefined, purposes: unaskedPurposes }],
  consent: [],
  lists: [],
};

/** A WhatsApp message of the campaign `spring`, unless it says something else. */
export function request(key: string, more: Partial<TouchRequest> = {}): TouchRequest {
  const job = { campaign: 'spring', run: '1', step: 'hello', key };
  return { ...job, at: noon, channel: 'whatsapp', purpose: 'marketing', zone: 'Europe/London', ...more };
}

/** A folder with a contact ledger. */
export interface ContactsRig extends Disposable {
  readonly folder: string;
  readonly paths: ContactPaths;
  open(more?: { readonly project?: string; readonly pepper?: string }): LedgerFile | LedgerRefusal;
  opened(): LedgerFile;
}

export function contactsRig(): ContactsRig {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-contacts-'));
  const paths = contactPaths({ folder: join(folder, 'state'), sandbox: false });
  const rig: ContactsRig = {
    folder,
    paths,
    open: ({ project = 'shop', pepper } = {}) => openContactLedger({ paths, project, pepper }),
    opened() {
      const ledger = rig.open();
      if ('kind' in ledger) throw new Error(`refused: ${ledger.kind}`);
      return ledger;
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
  return rig;
}
