import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * Paths from the root of the repository, with `/`, for what shows a finding beside its line: GitHub shows no other. The root is the
 * folder of `.git` or the one that GitHub Actions checks out into (there need be no git), whichever is nearer to the file; of neither,
 * the working directory. Outside of it, a path is absolute.
 */
export function createRepositoryPaths(
  cwd: string,
  { GITHUB_WORKSPACE: workspace = '' }: Env,
): (path: string) => string {
  return (path) => {
    const absolute = resolve(cwd, path);
    // Of two names for one folder, the working directory may have one and the workspace the other.
    const candidates = [absolute, withRealFolder(absolute)].flatMap((file) => {
      const roots = [gitRoot(file), ...(workspace === '' ? [] : [workspace, realPath(workspace)])];
      return roots.flatMap((root) => (root === undefined ? [] : (inside(root, file) ?? [])));
    });
    const [nearest] = candidates.sort((one, other) => one.length - other.length);
    return (nearest ?? inside(cwd, absolute) ?? absolute).split(sep).join('/');
  };
}

type Env = Readonly<Record<string, string | undefined>>;

/** In a worktree and in a submodule, `.git` is a file. */
function gitRoot(file: string): string | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function inside(root: string, file: string): string | undefined {
  const path = relative(root, file);
  return path.split(sep)[0] === '..' || isAbsolute(path) ? undefined : path;
}

/** The file itself may be a link of the repository, and is shown where the link is. */
function withRealFolder(file: string): string {
  return join(realPath(dirname(file)), basename(file));
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
