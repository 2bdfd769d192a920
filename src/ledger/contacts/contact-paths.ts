import { statePaths } from '../state-paths.ts';

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
