import { createHash } from 'node:crypto';
import type { LoadedCampaign } from './loaded-campaign.ts';

/**
 * Everything that the check of a campaign, and each of its requests, depends on, as one digest: the bytes of all its files, the
 * inputs, the environment that its templates read, and who does the checking.
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
