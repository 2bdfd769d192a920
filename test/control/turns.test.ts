import { describe, expect, test } from 'vitest';
import { createTurns, type Rank } from '../../src/cli/control/own-commands.ts';

/** Commands that end when `end` is called with their name. */
function commands(places: number) {
  const turns = createTurns(places);
  const ends = new Map<string, () => void>();
  const begun: string[] = [];
  return {
    begun,
    ask: (name: string, rank: Rank, signal?: AbortSignal): Promise<string> =>
      turns(rank, signal, () => {
        begun.push(name);
        if (signal?.aborted) return Promise.resolve(`${name} is not asked for`);
        return new Promise((resolve) => ends.set(name, () => resolve(`${name} has ended`)));
      }),
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      await settled();
    },
  };
}

/** A few steps of promises, which are all that these commands wait for. */
async function settled(): Promise<void> {
  for (let step = 0; step < 5; step++) await Promise.resolve();
}

describe('the commands behind the pages', () => {
  test('of viewers leave a place free, and those of operators go first', async () => {
    const { ask, end, begun } = commands(2);
    for (let index = 1; index <= 40; index++) void ask(`viewer ${index}`, 'viewer');
    await settled();
    expect(begun).toEqual(['viewer 1']);
    for (const name of ['a', 'b', 'c']) void ask(name, 'operator');
    await settled();
    expect(begun).toEqual(['viewer 1', 'a']);
    await end('viewer 1');
    await end('a');
    expect(begun).toEqual(['viewer 1', 'a', 'b', 'c']);
    await end('b');
    expect(begun).toEqual(['viewer 1', 'a', 'b', 'c', 'viewer 2']);
    await end('c');
    await end('viewer 2');
    expect(begun).toEqual(['viewer 1', 'a', 'b', 'c', 'viewer 2', 'viewer 3']);
  });

  test('that nobody waits for any more take no place', async () => {
    const { ask, end, begun } = commands(1);
    const first = ask('first', 'operator');
    const gone = new AbortController();
    const second = ask('second', 'operator', gone.signal);
    void ask('third', 'viewer');
    gone.abort();
    expect(await second).toBe('second is not asked for');
    expect(begun).toEqual(['first', 'second']);
    await end('first');
    expect(await first).toBe('first has ended');
    expect(begun).toEqual(['first', 'second', 'third']);
    expect(await ask('late', 'operator', AbortSignal.abort())).toBe('late is not asked for');
  });

  test('give their place back when they fail', async () => {
    const turns = createTurns(1);
    await expect(turns('viewer', undefined, () => Promise.reject(new Error('no such program')))).rejects.toThrow(
      'no such program',
    );
    expect(await turns('viewer', undefined, () => Promise.resolve('next'))).toBe('next');
  });
});
