import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Host } from '../../platform/ports.ts';
import { isCampaign } from '../contacts/campaigns-in.ts';
import { eachOnce, expandFiles } from '../options/expand-files.ts';

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
