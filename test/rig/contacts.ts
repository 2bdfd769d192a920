import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContactRules, unaskedPurposes } from '../../src/campaign/contact-rules.ts';
import type { JobChange, Settled } from '../../src/ledger/change.ts';
import type { LedgerFile, TouchRequest } from '../../src/ledger/contacts/ledger.ts';
import type { LedgerRefusal } from '../../src/ledger/contacts/ledger-refusal.ts';
import { openContactLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { type ContactPaths, contactPaths } from '../../src/ledger/state-paths.ts';

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

/** The intent of a job that makes this contact. */
export function intentOf({ step, key, at, channel, purpose, zone }: TouchRequest, attempt = 1): JobChange {
  return { kind: 'intend', to: { step, key, attempt, at, requestHash: 'aa' }, contact: { channel, purpose, zone } };
}

/** The outcome of its attempt. */
export function outcomeOf(
  { step, key, at }: TouchRequest,
  state: Settled['state'],
  more: Partial<Settled> = {},
): JobChange {
  return { kind: 'settle', to: { step, key, attempt: 1, at: at + 500, state, ...more } };
}

/** Judges and records contacts as the lease of a run does with its jobs. Says of each request whether it is allowed. */
export function reserve(
  ledger: Pick<LedgerFile, 'place'>,
  rules: ContactRules,
  requests: readonly TouchRequest[],
): readonly boolean[] {
  return requests.map((request) => record(ledger, rules, request, intentOf(request)));
}

/** Records what became of a contact that was reserved. */
export function settle(
  ledger: Pick<LedgerFile, 'place'>,
  request: TouchRequest,
  state: Settled['state'],
  more?: Partial<Settled>,
): void {
  record(ledger, onceADay, request, outcomeOf(request, state, more));
}

function record(
  { place }: Pick<LedgerFile, 'place'>,
  rules: ContactRules,
  { campaign, run }: TouchRequest,
  change: JobChange,
): boolean {
  if (place.kind !== 'sqlite') throw new Error('these contacts are in a store');
  const writer = place.writer({ rules, pepper: place.pepper, campaign, run });
  return writer.around!(() => {
    writer.begin([change]);
    const isAllowed = writer.allows(change);
    if (isAllowed) writer.recorded(change);
    writer.end();
    return isAllowed;
  });
}
