import { everybodyIn } from '../campaign/audiences/everybody-in.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { contactPaths } from '../ledger/contacts/contact-paths.ts';
import { noFacts } from '../ledger/contacts/facts.ts';
import type { ContactReader } from '../ledger/contacts/ledger.ts';
import { ledgerError } from '../ledger/contacts/ledger-refusal.ts';
import type { LedgerPlace } from '../ledger/contacts/open-ledger.ts';
import { rollbackGuardFolder } from '../ledger/state-paths.ts';
import { pepperOf } from './forgotten.ts';
import { projectFolder } from './project-folder.ts';
import type { RunState } from './run-state.ts';

export interface ContactsOptions {
  readonly loaded: Pick<LoadedCampaign, 'campaign' | 'directory' | 'rosters'>;
  /** That of the run: its contact ledger is in the same folder, or in the same store. */
  readonly state?: RunState;
  /** The state folder of the project. Default: that of `state`, or else `.callsheet` beside the campaign. */
  readonly folder?: string;
  /** As `--sandbox`: the ledger of sandbox runs. Default: whether `state` is that of one. */
  readonly sandbox?: boolean;
}

type ReadContacts = Pick<ContactReader, 'factsOf' | 'lists' | 'close'>;

/** What the contact ledger of a campaign's project knows, for `plan` and `rehearse`; undefined where there are no contact rules. */
export async function readContacts(options: ContactsOptions): Promise<ReadContacts | undefined> {
  const place = ledgerPlace(options);
  if (place === undefined) return undefined;
  const { readProjectLedger } = await import('../ledger/contacts/open-ledger.ts');
  const reader = await readProjectLedger(place);
  if (reader === undefined) return { factsOf: () => noFacts, lists: () => new Map(), close() {} };
  if ('kind' in reader) throw ledgerError(reader);
  await reader.know(everybodyIn(options.loaded));
  return reader;
}

/** Undefined where there are no contact rules. */
export function ledgerPlace({ loaded, state, folder, sandbox }: ContactsOptions): LedgerPlace | undefined {
  const { contacts } = loaded.campaign;
  if (contacts === undefined) return undefined;
  const paths = contactPaths({
    folder: folder ?? projectFolder(loaded.directory, state),
    sandbox: sandbox ?? state?.project?.sandbox ?? false,
  });
  return {
    paths,
    project: contacts.project,
    pepper: pepperOf(process.env),
    store: state?.project?.store,
    guard: rollbackGuardFolder(process.env),
    adopt: state?.project?.adopt,
  };
}
