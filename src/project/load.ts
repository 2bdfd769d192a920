import { loadCampaign } from '../campaign/load.ts';
import {
  type Forgotten,
  jobsDigest,
  type Loaded,
  type LoadedCampaign,
  type LoadRequest,
} from '../campaign/loaded-campaign.ts';
import { forgottenIn } from '../ledger/contacts/forgotten/forgotten-in.ts';
import { type ForgottenRefusal, type Project, stateFolder } from './project.ts';

/** Reads and checks a campaign of the project. */
export function loadFrom(
  project: Project,
  request: Pick<LoadRequest, 'path' | 'depth'> & Partial<LoadRequest>,
): Promise<Loaded> {
  const { host, env, inputs } = project;
  const forgotten: LoadRequest['forgotten'] = (directory) => forgottenOf(project, directory);
  return loadCampaign({ cwd: host.cwd, files: host.files, env, inputs, forgotten, ...request });
}

/** Whom the project of a campaign in this folder has forgotten. `mustRead`: nothing later would find out that the store cannot be read. */
export function forgottenOf(
  project: Project,
  directory: string,
  { mustRead = false }: { readonly mustRead?: boolean } = {},
): Promise<Forgotten | undefined> {
  const { pepper, store, host } = project;
  return forgottenIn(host.files, { folder: stateFolder(project, directory), pepper, store, mustRead });
}

/**
 * Why a campaign that was loaded may not be run: it may have jobs for somebody who was forgotten. Under the lease and the lock of
 * `keepForgetAway`: nobody is forgotten while a run has both.
 */
export async function forgottenSince(
  project: Project,
  { digest, jobsDigest: loadedWith, directory }: LoadedCampaign,
): Promise<ForgottenRefusal | undefined> {
  const forgotten = await forgottenOf(project, directory, { mustRead: true });
  if (forgotten !== undefined && 'fault' in forgotten) return { kind: 'unknownForgotten', fault: forgotten.fault };
  return jobsDigest(digest, forgotten) === loadedWith ? undefined : { kind: 'forgotten' };
}
