import { createHash } from 'node:crypto';
import type { LoadedCampaign, LoadRequest } from './load.ts';
import type { PlacedTemplate } from './step-templates.ts';

/**
 * Everything that the check of a campaign, and each of its requests, depends on, as one digest: the bytes of all its files, the
 * inputs, the environment that its templates read, and who does the checking.
 */
export function inputsDigest(
  loaded: Pick<LoadedCampaign, 'campaign' | 'fileHashes' | 'inputs'>,
  templates: readonly PlacedTemplate[],
  { env, checkedBy }: Pick<LoadRequest, 'env' | 'checkedBy'>,
): string {
  const read = templates.flatMap(({ references }) =>
    references.flatMap(({ path: [root, name] }) => (root === 'env' && name !== undefined ? [name] : [])),
  );
  const names = [...new Set([...loaded.campaign.env, ...read])].sort();
  const values = names.map((name) => [name, env[name] ?? null]);
  return createHash('sha256')
    .update(JSON.stringify([loaded.fileHashes, loaded.inputs, values, checkedBy ?? '']))
    .digest('hex')
    .slice(0, 32);
}
