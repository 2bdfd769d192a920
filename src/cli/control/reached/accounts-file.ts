import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Accounts, parseAccounts } from '../../../control/server/accounts.ts';

const ownerOnly = 0o077;

/**
 * The accounts of this file, read again when it has changed: who is taken out of it is out at once. In words where it cannot be
 * used, which are logged where that comes later.
 */
export function accountsFile(path: string, cwd: string, log: (line: string) => void): () => Accounts | string {
  let [revision, known]: [string, Accounts | string] = ['', ''];
  return () => {
    const [now, read] = look(path, cwd);
    if (now === revision) return known;
    const isFirst = revision === '';
    [revision, known] = [now, read()];
    if (typeof known === 'string' && !isFirst) log(known);
    return known;
  };
}

function look(path: string, cwd: string): readonly [revision: string, read: () => Accounts | string] {
  const place = resolve(cwd, path);
  const wrong = (why: string): string => `--accounts ${path}: ${why}.`;
  try {
    const { mtimeMs, size, ino, mode } = statSync(place);
    const revision = `${mtimeMs} ${size} ${ino} ${mode}`;
    if ((mode & ownerOnly) !== 0 && process.platform !== 'win32')
      return [revision, () => wrong(`others on this machine may read or write it; \`chmod 600 ${path}\``)];
    return [
      revision,
      () => {
        const accounts = parseAccounts(readFileSync(place, 'utf8'));
        return typeof accounts === 'string' ? wrong(accounts) : accounts;
      },
    ];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [why, () => wrong(why)];
  }
}
