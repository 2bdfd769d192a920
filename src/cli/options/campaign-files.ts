import { basename } from 'node:path';
import { contactsFile } from '../../campaign/load-contacts.ts';
import type { Host } from '../../platform/ports.ts';
import { expandFiles } from './expand-files.ts';

/** The campaign files that these words name. The rules of the project are loaded with each campaign beside them; alone, they are kept. */
export async function campaignFiles(
  patterns: readonly string[],
  host: Pick<Host, 'files' | 'cwd'>,
): Promise<string[] | string> {
  const named = await expandFiles(patterns, host);
  if (typeof named === 'string') return named;
  const campaigns = named.filter((path) => basename(path) !== contactsFile);
  return campaigns.length === 0 ? named : campaigns;
}
