import { join, resolve } from 'node:path';
import { isCampaignText } from '../../campaign/names-in-text.ts';
import { type Host, isUnreadable } from '../../platform/ports.ts';
import { loadFrom } from '../../project/load.ts';
import { openProject } from '../../project/project.ts';

const campaignMostBytes = 5_000_000;

/** The campaign files of a folder, without those of the folders in it. */
export async function campaignsIn(folder: string, host: Pick<Host, 'files' | 'cwd'>): Promise<string[]> {
  const found: string[] = [];
  for (const name of (await host.files.list(resolve(host.cwd, folder))) ?? []) {
    const path = join(folder, name);
    if (/\.ya?ml$/i.test(name) && (await isCampaign(path, host))) found.push(path);
  }
  return found;
}

export async function isCampaign(path: string, { files, cwd }: Pick<Host, 'files' | 'cwd'>): Promise<boolean> {
  const text = await files.readText(resolve(cwd, path), campaignMostBytes);
  return text !== undefined && !isUnreadable(text) && isCampaignText(text);
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
