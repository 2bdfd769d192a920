import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { runName } from '../job/address.ts';
import type { OpenForReading, RunReader, StateBackend } from '../ledger/backend.ts';
import type { ContactReader } from '../ledger/contacts/ledger.ts';
import { createFileBackend } from '../ledger/file-backend.ts';
import { createStoreBackend } from '../ledger/store-backend.ts';
import { readContacts } from './contacts.ts';
import { type CampaignPlace, guardOf, type Project, pathsOf } from './project.ts';
import type { LedgerRefused, StateRefused } from './refusal.ts';

/** Where the runs of a campaign are recorded. Of those that are kept in memory, each has its own. */
export function backendOf(project: Project, place: CampaignPlace, run: string): StateBackend {
  const { inMemory, store, sandbox } = project;
  if (inMemory !== undefined) return inMemory({ campaign: place.campaign.id, run });
  // Sandbox runs may be thrown away.
  const rollbackGuard = sandbox ? undefined : guardOf(project);
  return store === undefined
    ? createFileBackend({ paths: pathsOf(project, place), rollbackGuard })
    : createStoreBackend({ url: store, rollbackGuard });
}

/** What is recorded of a run, for who only looks: nothing is locked. */
export interface OpenedState {
  readonly run: string;
  readonly backend: StateBackend;
  /** Absent where nothing is recorded of the run. */
  readonly reader?: RunReader;
  /** The same; of a run without a record, what other runs have started, which its rates count. Absent where nothing is recorded at all. */
  readonly shared?: RunReader;
  /** Where the campaign has contact rules. */
  readonly contacts?: ContactReader;
  close(): Promise<void>;
}

/** Opens what is recorded of a loaded campaign. `run`: its label; `verify`: by default, the whole state. */
export async function openState(
  project: Project,
  loaded: Pick<LoadedCampaign, 'campaign' | 'directory' | 'rosters'>,
  { run: label, verify }: { readonly run?: string | undefined; readonly verify?: OpenForReading['verify'] } = {},
): Promise<OpenedState | StateRefused | LedgerRefused> {
  const { campaign } = loaded;
  const run = runName(campaign, label);
  const backend = backendOf(project, loaded, run);
  const about = { campaign: campaign.id, run, service: '' };
  const opened = await backend.openForReading({ about, orNew: true, ...(verify && { verify }) });
  if (opened !== undefined && 'refused' in opened)
    return { kind: 'state', refused: opened.refused, location: backend.location };
  const { reader, isNew } = opened ?? {};
  const contacts = await readContacts(project, loaded);
  if (contacts !== undefined && 'kind' in contacts) {
    await reader?.close();
    return contacts;
  }
  return {
    run,
    backend,
    ...(reader === undefined ? {} : { shared: reader }),
    ...(reader === undefined || isNew === true ? {} : { reader }),
    ...(contacts === undefined ? {} : { contacts }),
    async close() {
      await contacts?.close();
      await reader?.close();
    },
  };
}
