/** Where the contact ledger of a project is: in the state folder that its campaigns share. Sandbox runs have one of their own. */
export interface ContactPaths {
  readonly database: string;
  /** Holds the pepper, and which ledger it belongs to. */
  readonly key: string;
  readonly isSandbox: boolean;
}

export function contactPaths(input: { readonly folder: string; readonly sandbox: boolean }): ContactPaths {
  const stem = `${input.folder}/contacts${input.sandbox ? '.sandbox' : ''}`;
  return { database: `${stem}.db`, key: `${stem}.key`, isSandbox: input.sandbox };
}

/** Who was forgotten in the project. */
export function forgottenPath(folder: string): string {
  return `${folder}/forgotten.json`;
}

/** Locked while somebody is being forgotten (`forget-lock.ts`). */
export function forgetLockPath(folder: string): string {
  return `${folder}/forgotten.lock`;
}
