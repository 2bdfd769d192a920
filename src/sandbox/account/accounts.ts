import type { Clock } from '../../platform/ports.ts';
import type { Journal } from '../journal/journal.ts';
import type { World } from '../ledger/world.ts';
import { type Account, createAccount, createSandboxClock } from './account.ts';

export type Accounts = ReturnType<typeof createAccounts>;

type Opened = { readonly account: Account } | { readonly taken: string };

interface AccountsOptions {
  readonly world: World;
  readonly clock: Clock;
  readonly openJournal: (account: string) => Journal;
  /** Where openings are recorded, one line of JSON each. Without it they end with the process. */
  readonly openings?: Journal;
}

/** The accounts of a sandbox: the main one, and others that isolate parallel tests. */
export function createAccounts({ world, clock, openJournal, openings }: AccountsOptions) {
  const byKey = new Map<string, Account>();
  const restored = new Set<Account>();
  const create = (name: string, facts: World): Account => {
    const own = createSandboxClock(clock, facts.clock);
    const isKept = openings !== undefined;
    const account = createAccount({ name, world: facts, journal: openJournal(name), isKept, clock: own });
    for (const { key } of facts.keys) byKey.set(key, account);
    return account;
  };
  const main = create('main', world);
  /**
   * Makes an account for the world's keys and records it as it was written; returns the key that is already taken, if one is. Without
   * `written`, the world was opened before a restart: it may be opened once more and continues.
   */
  const open = (facts: World, written?: unknown): Opened => {
    const name = `world of ${facts.keys[0]?.key ?? ''}`;
    const isFree = (key: string): boolean => {
      const holder = byKey.get(key);
      return holder === undefined || (holder.name === name && restored.has(holder));
    };
    const taken = facts.keys.find(({ key }) => !isFree(key));
    if (taken !== undefined) return { taken: taken.key };
    for (const before of restored) {
      if (before.name !== name) continue;
      for (const { key } of before.world.keys) byKey.delete(key);
      restored.delete(before);
    }
    const account = create(name, facts);
    if (written === undefined) restored.add(account);
    else openings?.append(JSON.stringify(written));
    return { account };
  };
  return {
    main,
    /** The account that knows this API key; the main one without a key. */
    forKey: (apiKey: string | undefined): Account | undefined => (apiKey === undefined ? main : byKey.get(apiKey)),
    open,
  };
}
