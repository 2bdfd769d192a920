import { basename, dirname, extname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { didYouMean } from '../diagnostic/did-you-mean.ts';
import type { Files } from '../platform/ports.ts';
import { finding } from './rules/rule.ts';

/** Where the files of a campaign may be. */
export interface CampaignPaths {
  /** Folder of the campaign file, absolute. */
  readonly directory: string;
  /** The nearest folder above with `.git`, else the campaign's own; links resolved. */
  readonly repository: string;
  /** Absolute path of what is written in the campaign. */
  absolute(written: string): string;
  /** The path for people: relative to the working directory. */
  shown(written: string): string;
}

export async function campaignPaths(files: Files, path: string, cwd: string): Promise<CampaignPaths> {
  const directory = dirname(resolve(cwd, path));
  return {
    directory,
    repository: await repositoryOf(files, (await files.realPath(directory)) ?? directory),
    absolute: (written) => resolve(directory, written),
    shown: (written) => normalize(join(dirname(path), written)),
  };
}

async function repositoryOf(files: Files, directory: string): Promise<string> {
  for (let folder = directory; ; folder = dirname(folder)) {
    if ((await files.realPath(join(folder, '.git'))) !== undefined) return folder;
    if (dirname(folder) === folder) return directory;
  }
}

export type Located =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'outside' };

/** The real path of a file that the campaign names, if it is in the repository after all links are resolved. */
export async function locate(
  files: Files,
  { directory, repository }: Pick<CampaignPaths, 'directory' | 'repository'>,
  written: string,
): Promise<Located> {
  const absolute = resolve(directory, written);
  const real = await files.realPath(absolute);
  const at = real ?? join((await files.realPath(dirname(absolute))) ?? dirname(absolute), basename(absolute));
  if (isAbsolute(written) || !isInside(at, repository)) return { kind: 'outside' };
  return real === undefined ? { kind: 'absent' } : { kind: 'found', path: real };
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

interface MissingFile {
  readonly written: string;
  readonly kind: 'absent' | 'outside';
  readonly span: Diagnostic['span'];
}

export async function missingFile(
  files: Files,
  paths: Pick<CampaignPaths, 'absolute' | 'shown'>,
  { written, kind, span }: MissingFile,
): Promise<Diagnostic> {
  const foreign = foreignPath(written);
  if (foreign !== undefined) return finding('CS3018', span, `There is no file \`${written}\``, { hint: foreign });
  if (kind === 'absent') {
    const near = await nearestFile(files, paths.absolute(written));
    const meant = near === undefined ? undefined : join(dirname(written), near);
    return finding('CS3018', span, `There is no file \`${paths.shown(written)}\``, {
      hint: meant === undefined ? 'paths are relative to the campaign file' : { kind: 'meant', word: meant },
    });
  }
  const [what, hint] = isAbsolute(written)
    ? ['an absolute path', 'write the path relative to the campaign file']
    : ["outside the campaign's repository", 'a campaign can only use files inside its own repository'];
  return finding('CS3019', span, `\`${written}\` is ${what}`, { hint });
}

/** What to write instead of a path of another system, of a shell or of a browser. */
function foreignPath(written: string): string | undefined {
  if (/^[a-z]+:\/\//i.test(written))
    return 'this is an address: a list is read from one with `http:` in place of `file:`; other files are kept beside the campaign';
  if (written.startsWith('~'))
    return '`~` is not read as your home folder: write the path relative to the campaign file';
  if (/^[a-z]:[\\/]/i.test(written)) return 'write the path relative to the campaign file, with `/`';
  if (written.includes('\\')) return `write \`/\` between folders: \`${written.replaceAll('\\', '/')}\``;
  if (/[*?[\]{}]/.test(written)) return 'patterns are not supported: name one file, or merge the lists into one';
  return undefined;
}

/** The name of another file in the same folder that a mistyped one may have meant; a link to nothing has its own name there. */
export async function nearestFile(files: Pick<Files, 'list'>, absolute: string): Promise<string | undefined> {
  const suffix = extname(absolute);
  const suffixes = yamlSuffixes.includes(suffix) ? yamlSuffixes : [suffix];
  const stem = (name: string): string => basename(name, extname(name));
  const names = ((await files.list(dirname(absolute))) ?? [])
    .filter((name) => suffixes.includes(extname(name)) && name !== basename(absolute))
    .slice(0, namesMost);
  const meant = didYouMean(stem(absolute), names.map(stem));
  return names.find((name) => stem(name) === meant);
}

const yamlSuffixes: readonly string[] = ['.yaml', '.yml'];

/** More are not compared: a folder may hold a million. */
const namesMost = 1_000;
