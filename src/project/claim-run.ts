import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { accountKey } from '../campaign/request/request.ts';
import type { OpenForRunning, RunLease } from '../ledger/backend.ts';
import { type ForgetLock, keepForgetAway } from '../ledger/contacts/forgotten/forget-lock.ts';
import type { StateWarning } from '../ledger/refusal.ts';
import { forgottenSince } from './forgotten.ts';
import { type Project, stateFolder } from './project.ts';
import type { ForgottenRefusal, StateRefused } from './refusal.ts';
import { backendOf } from './state.ts';

/** A run that only this process carries out, and while nobody is forgotten. */
export interface ClaimedRun {
  readonly lease: RunLease;
  /** The state file's path, or the name of the store. */
  readonly location: string;
  close(): Promise<void>;
}

/** Claims a run of a loaded campaign. `onWarnings`: what should be said of its state, which may have been adopted. */
export async function claimRun(
  project: Project,
  loaded: LoadedCampaign,
  request: Pick<OpenForRunning, 'about' | 'me' | 'inFlight' | 'limited'>,
  onWarnings: (warnings: readonly StateWarning[]) => void = () => {},
): Promise<ClaimedRun | StateRefused | ForgottenRefusal> {
  const { campaign, directory } = loaded;
  const backend = backendOf(project, loaded, request.about.run);
  const account = { key: await accountKey(loaded), limits: campaign.limits.account };
  const opened = await backend.openForRunning({ ...request, adopt: project.adopt, account });
  const { location } = backend;
  if ('refused' in opened) return { kind: 'state', refused: opened.refused, location };
  const { lease, warnings } = opened;
  let lock: ForgetLock | undefined;
  const close = async (): Promise<void> => {
    try {
      await lease.close();
    } finally {
      lock?.release();
    }
  };
  let refused: ForgottenRefusal | undefined;
  try {
    onWarnings(warnings);
    if (project.inMemory === undefined) {
      // It makes the folder, which the log needs, too: with a store nobody has made it.
      lock = await keepForgetAway(stateFolder(project, directory));
      refused = await forgottenSince(project, loaded);
    }
  } catch (error) {
    await close();
    throw error;
  }
  if (refused === undefined) return { lease, location, close };
  await close();
  return refused;
}
