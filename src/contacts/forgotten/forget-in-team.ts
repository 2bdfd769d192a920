import type { ForgettingInStore, ForgottenInStore } from '../store/forget-in-store.ts';

/** Takes a person out of the store of a team. */
export async function forgetInStore(given: ForgettingInStore): Promise<ForgottenInStore> {
  return (await import('../store/forget-in-store.ts')).forgetInStore(given);
}

/** Where the store has the number. */
export async function findInStore(url: string, key: string): Promise<ForgottenInStore> {
  return (await import('../store/forget-in-store.ts')).findInStore(url, key);
}
