import { createKnownFacts, type KnownFacts } from '../known-facts.ts';
import type { StoreLedger } from './store-ledger.ts';

/** What a store knows of many people, who are read again and again. */
export interface FollowedPeople extends KnownFacts {
  /** More happened to this person than is known here: they are read again within `lookAgainMs`. */
  lookAgain(key: string): void;
  /** From now on what others write is read again and again; `everybody` are those who may be asked about. */
  follow(everybody: () => Iterable<string>): Promise<void>;
  stop(): void;
}

const followMs = 250;
export const lookAgainMs = 2 * followMs;
/** A single claim ends without a word: when its contact is made, or its job is over. They are read again so often, many less often. */
const claimsAgainMsLeast = 10_000;
const restToWork = 20;
export function followPeople(ledger: Pick<StoreLedger, 'read' | 'changes'>): FollowedPeople {
  /** Of others, or of jobs of this run: they may be given back. */
  const reserved = new Set<string>();
  const claimed = new Set<string>();
  let asked = new Set<string>();
  let isFollowing = false;
  let timer: NodeJS.Timeout | undefined;

  const { factsOf, know } = createKnownFacts(ledger, (key, { touches, claims }) => {
    if (touches.some(({ isReserved }) => isReserved === true)) reserved.add(key);
    else reserved.delete(key);
    if (claims.length > 0) claimed.add(key);
    else claimed.delete(key);
  });
  const follow: FollowedPeople['follow'] = async (everybody) => {
    let seen = await ledger.changes();
    await know(everybody());
    let claimsReadAt = performance.now();
    let claimsAgainMs = claimsAgainMsLeast;
    const readClaims = async (): Promise<void> => {
      const startedAt = performance.now();
      await know(new Set(claimed));
      claimsReadAt = performance.now();
      claimsAgainMs = Math.max(claimsAgainMsLeast, restToWork * (claimsReadAt - startedAt));
    };
    const look = async (): Promise<void> => {
      const now = await ledger.changes();
      if (now.generation !== seen.generation) await know(everybody());
      else if (now.claimants !== seen.claimants || performance.now() - claimsReadAt > claimsAgainMs) await readClaims();
      // Not before: where the store did not answer, the next look asks again.
      seen = now;
      const again = asked;
      asked = new Set();
      try {
        await know(new Set([...again, ...reserved]));
      } catch (error) {
        for (const key of again) asked.add(key);
        throw error;
      }
    };
    timer = setInterval(() => {
      if (isFollowing) return;
      isFollowing = true;
      // What is known only gets older: each contact asks the store itself, and says what is wrong with it.
      look()
        .catch(() => {})
        .finally(() => void (isFollowing = false));
    }, followMs).unref();
  };
  return {
    factsOf,
    know,
    lookAgain: (key) => void asked.add(key),
    follow,
    stop: () => clearInterval(timer),
  };
}
