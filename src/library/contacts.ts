import { everybodyIn } from '../campaign/audiences/everybody-in.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import type { ContactReader } from '../ledger/contacts/ledger.ts';
import { LedgerError } from '../ledger/contacts/ledger-refusal.ts';
import { readContacts as read } from '../project/contacts.ts';
import type { Project } from '../project/project.ts';
import { projectOf, type RunState } from './run-state.ts';

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
export async function readContacts({ loaded, state, ...place }: ContactsOptions): Promise<ReadContacts | undefined> {
  const reader = await read(contactsProject(projectOf(state), place), loaded);
  if (reader === undefined) return undefined;
  if ('kind' in reader) throw new LedgerError(reader.refused);
  await reader.know(everybodyIn(loaded));
  return reader;
}

/** The project whose contact ledger is used. */
export function contactsProject(
  project: Project,
  { folder = project.state, sandbox = project.sandbox }: Pick<ContactsOptions, 'folder' | 'sandbox'> = {},
): Project {
  return { ...project, state: folder, sandbox };
}
