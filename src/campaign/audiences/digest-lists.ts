import { createHash } from 'node:crypto';
import { isUnreadable } from '../../platform/ports.ts';
import type { Campaign } from '../campaign.ts';
import { type CampaignPaths, locate } from '../campaign-paths.ts';
import type { LoadRequest } from '../loaded-campaign.ts';

/** What `loadAudiences` answers as `hashes`, without what is in the lists. Undefined where one of them cannot be read. */
export async function digestLists(
  { files }: Pick<LoadRequest, 'files'>,
  paths: CampaignPaths,
  { audiences }: Campaign,
): Promise<Readonly<Record<string, string>> | undefined> {
  const hashes: Record<string, string> = {};
  const digest = async (path: string): Promise<string | undefined> => {
    const stream = await files.stream(path);
    if (stream === undefined || isUnreadable(stream)) return undefined;
    const hash = createHash('sha256');
    for await (const chunk of stream) hash.update(chunk);
    return hash.digest('hex');
  };
  for (const { name, file, exclude, source, snapshot } of audiences) {
    for (const written of [...exclude, ...(source === undefined ? [file] : [])]) {
      const located = await locate(files, paths, written);
      const hash = located.kind === 'found' ? await digest(located.path) : undefined;
      if (hash === undefined) return undefined;
      hashes[written] = hash;
    }
    if (source === undefined) continue;
    if (snapshot === undefined || (await digest(snapshot.path)) !== snapshot.digest) return undefined;
    hashes[`audiences.${name}`] = snapshot.digest;
  }
  return hashes;
}
