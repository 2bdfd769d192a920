import { join, resolve } from 'node:path';
import { type Host, isUnreadable } from '../../platform/ports.ts';
import { loadFrom } from '../../project/load.ts';
import { openProject } from '../../project/project.ts';

const mostBytes = 1_000_000;

/** The campaign files of a folder, without those of the folders in it. */
export async function campaignsIn(folder: string, { files, cwd }: Pick<Host, 'files' | 'cwd'>): Promise<string[]> {
  const found: string[] = [];
  for (const name of (await files.list(resolve(cwd, folder))) ?? []) {
    if (!/\.ya?ml$/.test(name)) continue;
    const path = join(folder, name);
    const text = await files.readText(resolve(cwd, path), mostBytes);
    if (text !== undefined && !isUnreadable(text) && /^campaign:/m.test(text)) found.push(path);
  }
  return found;
}

/** The one country whose national numbers the audiences of these campaigns have; undefined where there are more, or none. */
export async function countryOfCampaigns(folder: string, host: Host): Promise<string | undefined> {
  const countries = new Set<string>();
  for (const path of await campaignsIn(folder, host))
    await loadFrom(openProject({}, host), {
      path,
      depth: 'text',
      onCampaign: ({ audiences }) => {
        for (const { country } of audiences) if (country !== undefined) countries.add(country);
      },
    });
  const [country, ...more] = countries;
  return more.length === 0 ? country : undefined;
}
