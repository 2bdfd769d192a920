import { createHash } from 'node:crypto';
import type { LoadedCampaign } from './loaded-campaign.ts';

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
