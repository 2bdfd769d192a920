import { basename, isAbsolute, join, relative, resolve } from 'node:path';
import { contactsFile } from '../../campaign/load-contacts.ts';
import { isCampaignText } from '../../campaign/names-in-text.ts';
import { type Host, isUnreadable } from '../../platform/ports.ts';
import { loadFrom } from '../../project/load.ts';
import { openProject } from '../../project/project.ts';

/** What holds nothing of the user's. */
const passedOver = (name: string): boolean => name.startsWith('.') || name === 'node_modules/';

/**
 * File arguments with `*`, `**` and `?` in them as the files that they stand for, for shells that leave that to us, each file once. A
 * name without any is kept, whether there is such a file or not. A pattern that stands for nothing is said so.
 */
async function expandFiles(
  patterns: readonly string[],
  { files, cwd }: Pick<Host, 'files' | 'cwd'>,
): Promise<string[] | string> {
  const found: string[] = [];
  for (const pattern of patterns) {
    const isThere = !/[*?]/.test(pattern) || (await files.realPath(resolve(cwd, pattern))) !== undefined;
    const matches = isThere ? [pattern] : await matching(pattern.split('/'), '', cwd, files);
    if (matches.length === 0) return `No file matches ${pattern}`;
    found.push(...matches);
  }
  return eachOnce(found, cwd);
}

/** `a.yaml` and `./a.yaml` are one file. */
export function eachOnce(paths: readonly string[], cwd: string): string[] {
  return [...new Map(paths.toReversed().map((path) => [resolve(cwd, path), path])).values()].toReversed();
}

async function matching(parts: readonly string[], at: string, cwd: string, files: Host['files']): Promise<string[]> {
  const [part = '', ...rest] = parts;
  if (!/[*?]/.test(part)) {
    const path = at + part;
    if (rest.length > 0) return await matching(rest, `${path}/`, cwd, files);
    return (await files.realPath(resolve(cwd, path))) === undefined ? [] : [path];
  }
  const names = (await files.list(resolve(cwd, at))) ?? [];
  const found: string[] = [];
  if (part === '**') found.push(...(await matching(rest, at, cwd, files)));
  for (const name of names) {
    const isFolder = name.endsWith('/');
    if (isFolder && passedOver(name)) continue;
    if (part === '**') {
      if (isFolder) found.push(...(await matching(parts, at + name, cwd, files)));
    } else if (isLike(name.replace(/\/$/, ''), part)) {
      if (rest.length === 0 && !isFolder) found.push(at + name);
      else if (rest.length > 0 && isFolder) found.push(...(await matching(rest, at + name, cwd, files)));
    }
  }
  return found;
}

function isLike(name: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`).test(name) && (!name.startsWith('.') || pattern.startsWith('.'));
}

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
    found.push(...(await campaignsIn(isAbsolute(name) ? relative(cwd, name) : name, host, 'deep')));
  }
  if (found.length === 0)
    return `There is no campaign in ${new Intl.ListFormat('en-GB').format(named)}: \`callsheet init\` writes one`;
  return eachOnce(found, cwd).sort(new Intl.Collator('en', { numeric: true }).compare);
}

const campaignMostBytes = 5_000_000;

/** The campaign files of a folder; `deep`: and of the folders in it. */
export async function campaignsIn(
  folder: string,
  host: Pick<Host, 'files' | 'cwd'>,
  depth: 'deep' | 'flat' = 'flat',
): Promise<string[]> {
  const { files, cwd } = host;
  const found: string[] = [];
  for (const name of (await files.list(resolve(cwd, folder))) ?? []) {
    const path = join(folder, name);
    if (depth === 'deep' && passedOver(name)) continue;
    if (depth === 'deep' && name.endsWith('/')) found.push(...(await campaignsIn(path, host, depth)));
    if (!/\.ya?ml$/i.test(name)) continue;
    const text = await files.readText(resolve(cwd, path), campaignMostBytes);
    if (text !== undefined && !isUnreadable(text) && isCampaignText(text)) found.push(path);
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
