import { createHash } from 'node:crypto';

export const roles = ['viewer', 'operator'] as const;

export interface Account {
  readonly name: string;
  /** A viewer changes nothing and sees masked numbers. */
  readonly role: (typeof roles)[number];
}

export interface Accounts {
  /** The account of this name; where there is none, that of `*`, under the name. */
  named(name: string): Account | undefined;
  withToken(token: string): Account | undefined;
}

/** `{ "accounts": [{ "name", "role", "token"? }] }`; in words what is wrong with it. A token is `sha256:` and its digest in hex. */
export function parseAccounts(text: string): Accounts | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  const rows = isRecord(value) ? value['accounts'] : undefined;
  if (!Array.isArray(rows) || rows.length === 0) return 'it has no list `accounts`';
  const byName = new Map<string, Account>();
  const byToken = new Map<string, Account>();
  for (const [index, row] of rows.entries()) {
    const fault = readAccount(row, byName, byToken);
    if (fault !== undefined) return `account ${index + 1} ${fault}`;
  }
  const other = byName.get('*');
  return {
    named: (name) => byName.get(name) ?? (other === undefined || !isName(name) ? undefined : { ...other, name }),
    // The digest is looked up, so the time says nothing about the token.
    withToken: (token) => byToken.get(createHash('sha256').update(token).digest('hex')),
  };
}

/** Adds it; in words what is wrong with it. */
function readAccount(row: unknown, byName: Map<string, Account>, byToken: Map<string, Account>): string | undefined {
  if (!isRecord(row)) return 'is not an object';
  const unknown = Object.keys(row).find((key) => key !== 'name' && key !== 'role' && key !== 'token');
  if (unknown !== undefined) return `has \`${unknown}\`, which no account has`;
  const { name, token } = row;
  const role = roles.find((one) => one === row['role']);
  if (typeof name !== 'string' || !(name === '*' || isName(name)))
    return 'has no name of 1 to 100 printable characters';
  if (byName.has(name)) return `has the name ${name}, as an account before it`;
  if (role === undefined) return `needs a role, ${roles.join(' or ')}`;
  const account = { name, role };
  byName.set(name, account);
  if (token === undefined) return undefined;
  const digest = typeof token === 'string' ? /^sha256:([0-9a-f]{64})$/.exec(token)?.[1] : undefined;
  if (digest === undefined) return 'needs a token of the form sha256:DIGEST, with 64 hexadecimal digits';
  if (name === '*' || byToken.has(digest)) return 'has a token that is not for one person';
  byToken.set(digest, account);
  return undefined;
}

function isName(name: string): boolean {
  return /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}]{0,98}[^\p{C}\p{Z}])?$/u.test(name) && name !== '*';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
