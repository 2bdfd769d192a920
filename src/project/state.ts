import type { StateBackend } from '../ledger/backend.ts';
import { createFileBackend } from '../ledger/file-backend.ts';
import { createStoreBackend } from '../ledger/store-backend.ts';
import { type CampaignPlace, guardOf, type Project, pathsOf } from './project.ts';

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
