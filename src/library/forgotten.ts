import { jobsDigest } from '../campaign/inputs-digest.ts';
import type { LoadedCampaign, LoadRequest } from '../campaign/loaded-campaign.ts';
import { forgottenIn } from '../ledger/contacts/forgotten/forgotten-in.ts';
import type { Files } from '../platform/ports.ts';
import { projectFolder } from './project-folder.ts';
import type { RunState } from './run-state.ts';

/** Whom the project of a campaign has forgotten. */
export function forgottenBy(state: RunState | undefined, files: Files): NonNullable<LoadRequest['forgotten']> {
  return (directory) =>
    forgottenIn(files, {
      folder: projectFolder(directory, state),
      pepper: pepperOf(process.env),
      store: state?.project?.store,
      mustRead: true,
    });
}

export function pepperOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return env['CALLSHEET_CONTACTS_PEPPER'] || undefined;
}

/** Why a campaign that was loaded may not be run: it may have jobs for somebody who was forgotten. */
export type ForgottenRefusal =
  /** Somebody was forgotten since it was loaded, or it was loaded without the `state` of the run: load it again. */
  { readonly kind: 'forgotten' } | { readonly kind: 'unknownForgotten'; readonly fault: string };

/** Under the lease and the lock of `keepForgetAway`: nobody is forgotten while a run has both. */
export async function forgottenSince(
  { digest, jobsDigest: loadedWith, directory }: LoadedCampaign,
  state: RunState,
  files: Files,
): Promise<ForgottenRefusal | undefined> {
  if (state.project === undefined) return undefined;
  const forgotten = await forgottenBy(state, files)(directory);
  if (forgotten !== undefined && 'fault' in forgotten) return { kind: 'unknownForgotten', fault: forgotten.fault };
  return jobsDigest(digest, forgotten) === loadedWith ? undefined : { kind: 'forgotten' };
}
