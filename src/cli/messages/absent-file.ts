import { dirname, join, resolve } from 'node:path';
import { nearestFile } from '../../campaign/campaign-paths.ts';
import type { Host } from '../../platform/ports.ts';

/** There is no such campaign file: perhaps it is a folder, or another file was meant. */
export async function absentFileMessage(path: string, { files, cwd }: Pick<Host, 'files' | 'cwd'>): Promise<string> {
  if (path === '-' || passedOn.test(path))
    return 'A campaign cannot be read from stdin, because its lists and audio are found beside its file: write it to a file first';
  const absolute = resolve(cwd, path);
  if ((await files.list(absolute)) !== undefined) return `${path} is a folder; name the files: ${join(path, '*.yaml')}`;
  const near = await nearestFile(files, absolute);
  return `There is no file ${path}${near === undefined ? '' : `; did you mean ${join(dirname(path), near)}?`}`;
}

/** What a shell passes on without a file: stdin, and `<(…)`. */
const passedOn = /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/(?:self|\d+)\/fd\/\d+)$/;
