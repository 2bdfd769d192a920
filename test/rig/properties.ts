import fc from 'fast-check';
import { isWhole } from './sample-of.ts';

// The same cases in every test run, so that a change alone can fail it. `SEED=7 npm test` tries others.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 20_261_123) });

export { default as fc } from 'fast-check';

/** So many cases in `npm run soak -- whole`, and a fifth of them in the tests. */
export const runs = (count: number): number => (isWhole ? count : Math.ceil(count / 5));
