import { beforeAll, describe, expect, test } from 'vitest';
import { type AttackName, attack, attackNames, replayOf } from '../rig/attack/attack.ts';
import { buildNaive, type Program } from '../rig/attack/program.ts';
import { sampleOf } from '../rig/sample-of.ts';

/**
 * The built command line against an independent service that misbehaves, judged by recipient. `npm run soak -- attack` does
 * hundreds of them with random seeds; here is one of each kind of those that matter most, by SEED. Most of their time is spent waiting.
 */
const sample: readonly (readonly [AttackName, string, number])[] = [
  ['gate', 'sleep past the end', 3],
  ['runners', 'second waits: copy', 1],
  ['answers', 'message', 1],
  ['answers', 'code', 2],
  ['answers', 'redial', 3],
  ['gate', 'halting answer', 1],
  ['gate', 'pause', 2],
  ['runners', 'edited starts', 2],
  ['runners', 'other base URL', 3],
  ['who', 'unclear on the do-not-contact list', 1],
  ['who', 'unclear in the audience', 6],
  ['who', 'clear everywhere', 3],
  ['who', 'JSONL do-not-contact list', 16],
  ['approved', 'variable of the env file', 1],
  ['approved', 'variable changed', 2],
  ['approved', 'audio replaced while it waits', 3],
  ['text', 'reasons', 1],
  ['text', 'title and list', 5],
  ['text', 'secret in a template', 3],
  ['kills', 'message', 1],
  ['kills', 'code', 2],
];

/** What the judge must say of a client that keeps no promise. */
const proofs: readonly (readonly [AttackName, number, RegExp])[] = [
  ['answers', 1, /was reached \d times \(.*503 with Retry-After after the work/],
  ['answers', 3, /fallback \d+ was reached, though first had reached them/],
  ['gate', 1, /arrived \d+ ms after an answer of -\d+ had been read/],
  ['runners', 1, /was reached 2 times/],
  ['who', 1, /was reached, and is on the do-not-contact list/],
  ['approved', 2, /from OTHER", which nobody approved/],
  ['text', 1, /printed a control character/],
  ['kills', 1, /was reached \d times/],
];

const options = { timeout: 180_000 };

describe.concurrent('under attack, every promise is kept', options, () => {
  test.each(
    sampleOf(attackNames, 3).flatMap((kind) =>
      sampleOf(
        sample.filter(([name]) => name === kind),
        1,
      ),
    ),
  )('%s: %s (seed %i)', async (name, variant, seed) => {
    const done = await attack(name, seed);
    const replay = replayOf(done);
    expect({ broken: done.broken, replay }).toEqual({ broken: [], replay });
    expect(done.variant).toBe(variant);
    expect(done.commands).toBeGreaterThan(1);
  });
});

describe.concurrent('a naive client is found out', options, () => {
  let naive: Program;
  beforeAll(async () => {
    naive = await buildNaive();
  });

  test.each(sampleOf(proofs, 1))('%s (seed %i)', async (name, seed, sentence) => {
    expect((await attack(name, seed, naive)).broken).toContainEqual(expect.stringMatching(sentence));
  });
});

test('every kind of attack is in the sample and among the proofs', () => {
  for (const cases of [sample, proofs]) {
    expect([...new Set(cases.map(([name]) => name))].sort()).toEqual([...attackNames].sort());
  }
});
