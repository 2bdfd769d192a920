import { join } from 'node:path';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { contactPaths } from '../contacts/contact-paths.ts';
import { noFacts } from '../contacts/facts.ts';
import type { LedgerFile } from '../contacts/ledger.ts';
import { ledgerError } from '../contacts/ledger-refusal.ts';
import type { LedgerFileInput } from '../contacts/open-ledger.ts';

export interface ContactsOptions {
  readonly loaded: Pick<LoadedCampaign, 'campaign' | 'directory'>;
  /** The state folder of the project. Default: `.callsheet` beside the campaign. */
  readonly folder?: string;
  /** As `--sandbox`: the ledger of sandbox runs. */
  readonly sandbox?: boolean;
}

type ReadContacts = Pick<LedgerFile, 'factsOf' | 'lists' | 'close'>;

/** What the contact ledger of a campaign's project knows, for `planCampaign` and `rehearse`; undefined where there are no contact rules. */
export async function readContacts(options: ContactsOptions): Promise<ReadContacts | undefined> {
  const input = ledgerInput(options);
  if (input === undefined) return undefined;
  const { readContactLedger } = await import('../contacts/open-ledger.ts');
  const reader = readContactLedger(input);
  if (reader === undefined) return { factsOf: () => noFacts, lists: () => new Map(), close() {} };
  if ('kind' in reader) throw ledgerError(reader);
  return reader;
}

export function ledgerInput({ loaded, folder, sandbox = false }: ContactsOptions): LedgerFileInput | undefined {
  const { contacts } = loaded.campaign;
  if (contacts === undefined) return undefined;
  const paths = contactPaths({ folder: folder ?? join(loaded.directory, '.callsheet'), sandbox });
  return { paths, project: contacts.project, pepper: process.env['CALLSHEET_CONTACTS_PEPPER'] || undefined };
}
