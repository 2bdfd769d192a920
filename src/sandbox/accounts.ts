import type { Clock } from '../platform/ports.ts';
import { type Account, createAccount } from './account.ts';
import type { Journal } from './journal/journal.ts';
import type { World } from './ledger/world.ts';
import { createSandboxClock } from './sandbox-clock.ts';

/** The accounts of a sandbox: the main one, and others that keep parallel tests out of each other's way. */
export interface Accounts {
  readonly main: Account;
  /** The account that knows this API key, else the main one. */
  forKey(apiKey: string | undefined): Account;
  /** Makes an account of its own for the world's keys; says which key is taken already. */
  open(world: World): { readonly account: Account } | { readonly taken: string };
  all(): readonly Account[];
}

export interface AccountsOptions {
  readonly world: World;
  readonly clock: Clock;
  readonly openJournal: (account: string) => Journal;
}

export function createAccounts({ world, clock, openJournal }: AccountsOptions): Accounts {
  const byKey = new Map<string, Account>();
  const accounts: Account[] = [];
  const create = (name: string, facts: World): Account => {
    const own = createSandboxClock(clock, facts.clock);
    const account = createAccount({ name, world: facts, journal: openJournal(name), clock: own });
    for (const { key } of facts.keys) byKey.set(key, account);
    accounts.push(account);
    return account;
  };
  const main = create('main', world);
  return {
    main,
    forKey: (apiKey) => (apiKey === undefined ? main : (byKey.get(apiKey) ?? main)),
    open(facts) {
      const taken = facts.keys.find(({ key }) => byKey.has(key));
      if (taken !== undefined) return { taken: taken.key };
      return { account: create(facts.keys[0]?.key ?? '', facts) };
    },
    all: () => accounts,
  };
}
