import { hashOfKey } from '../../src/ledger/sqlite/read/key-index.ts';

/** Two numbers that the state file's index takes for one another until it reads their rows. */
export const collidingKeys = ['2348030512789', '2348030749192'] as const;

const [one, other] = collidingKeys.map(hashOfKey);
if (one !== other) throw new Error('the index hashes keys in another way now: look for two numbers with one hash');
