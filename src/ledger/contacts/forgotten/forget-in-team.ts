import type { Refused } from '../../backend.ts';
import type {
  ForgettingInStore,
  FoundInStore,
  KeyForStore,
  SoughtInStore,
  WrongKey,
} from '../store/forget-in-store.ts';

export type { WrongKey };

/** Takes a person out of the store of a team. */
export async function forgetInStore(given: ForgettingInStore): Promise<FoundInStore | WrongKey> {
  return (await import('../store/forget-in-store.ts')).forgetInStore(given);
}

/** Why nobody can be forgotten in the store of a team with this key; undefined where it is the right one. */
export async function refuseKey(given: KeyForStore & { readonly mayMake: boolean }): Promise<WrongKey | undefined> {
  return (await import('../store/forget-in-store.ts')).refuseKey(given);
}

/** Where the store has the number. */
export async function findInStore(url: string, sought: SoughtInStore): Promise<FoundInStore | Refused> {
  return (await import('../store/forget-in-store.ts')).findInStore(url, sought);
}
