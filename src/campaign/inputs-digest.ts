import { createHash } from 'node:crypto';
import type { Forgotten, LoadedCampaign } from './loaded-campaign.ts';

/**
 * One digest of everything that the check of a campaign and its requests depend on: the bytes of all its files, the
 * inputs, the environment that its templates read, and the version of the checker.
 */
export function inputsDigest(
  { fileHashes, inputs, env }: Pick<LoadedCampaign, 'fileHashes' | 'inputs' | 'env'>,
  checkedBy = '',
): string {
  return createHash('sha256')
    .update(JSON.stringify([fileHashes, inputs, env, checkedBy]))
    .digest('hex')
    .slice(0, 32);
}

/** The same with who was forgotten: they have no jobs, and the check of a campaign does not depend on them. */
export function jobsDigest(digest: string, forgotten: Forgotten | undefined): string {
  return forgotten !== undefined && 'digest' in forgotten ? `${digest} ${forgotten.digest}` : digest;
}
