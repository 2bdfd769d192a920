import { isAbsolute, join, relative, resolve } from 'node:path';
import { isCampaignText } from '../../campaign/names-in-text.ts';
import { type Host, isUnreadable } from '../../platform/ports.ts';
import { loadFrom } from '../../project/load.ts';
import { openProject } from '../../project/project.ts';
import { eachOnce, expandFiles } from './expand-files.ts';

/** The campaign files that are named, and all in the folders that are, by the path under which people know each. In words where there are none. */
export async function findCampaigns(named: readonly string[], host: Host): Promise<readonly string[] | string> {
  const { files, cwd } = host;
  const found: string[] = [];
  for (const name of named) {
    const isFolder = (await files.list(resolve(cwd, name))) !== undefined;
    if (!isFolder) {
      if ((await files.realPath(resolve(cwd, name))) === undefined) return `There is no file or folder ${name}`;
      found.push(name);
      continue;
    }
    // Patterns are relative to the working directory.
    const folder = isAbsolute(name) ? relative(cwd, name) || '.' : name;
    for (const ending of ['yaml', 'yml']) {
      const inside = await expandFiles([join(folder, '**', `*.${ending}`)], host);
      for (const path of typeof inside === 'string' ? [] : inside) if (await isCampaign(path, host)) found.push(path);
    }
  }
  if (found.length === 0)
    return `There is no campaign in ${new Intl.ListFormat('en-GB').format(named)}: \`callsheet init\` writes one`;
  return eachOnce(found, cwd).sort(new Intl.Collator('en', { numeric: true }).compare);
}

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

async function isCampaign(path: string, { files, cwd }: Pick<Host, 'files' | 'cwd'>): Promise<boolean> {
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
