import { existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeFolder } from '../platform/write-durably.ts';

/** Where the files of a campaign are: in `.callsheet/` beside the campaign file, or in the folder of `--state`. */
export interface StatePaths {
  readonly folder: string;
  /** Of all campaigns of the folder. */
  readonly database: string;
  readonly lock: string;
  readonly holder: string;
  readonly log: string;
  /** The embedded sandbox's ledger, so that a sandbox run can be resumed too. */
  readonly ledger: string;
  /** The plan that was approved last on this machine. */
  readonly approved: string;
}

export function statePaths(input: {
  readonly folder: string;
  readonly campaign: string;
  readonly sandbox: boolean;
}): StatePaths {
  const stem = `${input.folder}/${input.campaign}${input.sandbox ? '.sandbox' : ''}`;
  return {
    folder: input.folder,
    database: `${input.folder}/${input.sandbox ? sandboxFile : realFile}`,
    lock: `${stem}.lock`,
    holder: `${stem}.lock.json`,
    log: `${stem}.log`,
    ledger: `${stem}-ledger.db`,
    approved: `${stem}.approved.json`,
  };
}

const [realFile, sandboxFile] = ['ledger.db', 'ledger.sandbox.db'];

export function isStateFile(path: string): boolean {
  return basename(path) === realFile || isSandboxFile(path);
}

/** What it records was sent to the embedded sandbox: it may be thrown away. */
export function isSandboxFile(path: string): boolean {
  return basename(path) === sandboxFile;
}

/** The file that is locked, and the one beside it that names the holder. */
export type LockFiles = Pick<StatePaths, 'lock' | 'holder'>;

/** The rollback guard's folder: `$XDG_STATE_HOME/callsheet`, or `~/.local/state/callsheet`; undefined where there is no home. */
export function rollbackGuardFolder(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { XDG_STATE_HOME: set, HOME: home, LOCALAPPDATA: windows } = env;
  // The XDG specification says that a relative path counts as not set.
  if (set?.startsWith('/')) return join(set, 'callsheet');
  if (home !== undefined && home !== '') return join(home, '.local', 'state', 'callsheet');
  return windows === undefined || windows === '' ? undefined : join(windows, 'callsheet', 'state');
}

/** Where the contacts of a project are: in the file of its campaigns. Sandbox runs have one of their own. */
export interface ContactPaths {
  readonly database: string;
  /** Holds the pepper, and which ledger it belongs to. */
  readonly key: string;
  readonly isSandbox: boolean;
}

export function contactPaths(input: { readonly folder: string; readonly sandbox: boolean }): ContactPaths {
  const { folder, sandbox } = input;
  const { database } = statePaths({ folder, campaign: '', sandbox });
  return { database, key: `${folder}/contacts${sandbox ? '.sandbox' : ''}.key`, isSandbox: sandbox };
}

/** Locked while somebody is being forgotten (`forget-lock.ts`). No campaign's lock has a name with a dot in it. */
export function forgetLockPath(folder: string): string {
  return `${folder}/ledger.forget.lock`;
}

/** Makes the folder of state files. They hold whole numbers, and a clone must not take them over: git leaves a new folder alone. */
export function makeStateFolder(folder: string): void {
  const isNew = !existsSync(folder);
  makeFolder(folder, 0o700);
  if (isNew) writeFileSync(join(folder, '.gitignore'), '*\n', { mode: 0o600 });
}
