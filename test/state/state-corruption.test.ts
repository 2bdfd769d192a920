import { afterAll, describe, expect, test } from 'vitest';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { createHalfRun, edited, flipped, type HalfRun, type Resumed, refusals } from '../rig/damaged-state.ts';
import { isWhole } from '../rig/sample-of.ts';

/** Ran right, or was refused: nobody twice, nobody lost. */
function expectSafe(resumed: Resumed): void {
  expect(resumed).toMatchObject({ doubled: [], lost: [] });
  expect(['ran', ...refusals]).toContain(resumed.ended);
}

/** At each place. */
const trials = isWhole ? 40 : 8;
const operations = ['whatsapp.send', 'otp.send'] as const;

type Operation = (typeof operations)[number];

/** Each is killed once: what a test damages are copies of its files. */
const killed = new Map<string, Promise<HalfRun>>();
function halfRun(steps: Operation, written: 'log' | 'file'): Promise<HalfRun> {
  const name = `${steps} ${written}`;
  const half = killed.get(name) ?? createHalfRun({ steps, answers: 12, written });
  killed.set(name, half);
  return half;
}
afterAll(async () => {
  for (const half of killed.values()) (await half)[Symbol.dispose]();
});

describe.each(operations)('the state file of a run of %s that was killed half-way', (operation) => {
  test('is gone on with when nothing is wrong with it', async () => {
    const half = await halfRun(operation, 'log');
    expect(await half.resume({})).toEqual({ ended: 'ran', doubled: [], lost: [] });
  });

  test('without what this machine remembers, a cut log of changes would send twice: the trial can fail', async () => {
    const half = await halfRun(operation, 'log');
    const { wal } = half.sizes;
    const cut = { wal: (bytes: Uint8Array) => bytes.subarray(0, Math.floor(0.8 * wal)) };
    const { ended, doubled } = await half.resume(cut, { rollbackGuard: false });
    expect(ended).toBe('ran');
    expect(doubled.length > 0).toBe(operation === 'whatsapp.send');
    expect(await half.resume(cut)).toEqual({ ended: 'behind', doubled: [], lost: [] });
  });

  test.each([
    ['db', 0],
    ['db', 1],
    ['wal', 0],
    ['wal', 1],
  ] as const)('is refused when the %s is cut to nothing or gone (%i)', async (part, gone) => {
    const half = await halfRun(operation, 'log');
    const resumed = await half.resume({ [part]: () => (gone === 1 ? undefined : new Uint8Array()) });
    expect(refusals).toContain(resumed.ended);
    expectSafe(resumed);
  });

  test('is gone on with or refused, wherever it is cut or a bit of it is flipped', async () => {
    const random = createSeededRandom(7);
    const ends: Record<string, number> = {};
    for (const [written, part] of places) {
      const half = await halfRun(operation, written);
      for (let trial = 0; trial < trials; trial++) {
        const at = Math.floor(random.next() * half.sizes[part]);
        const bit = at * 8 + Math.floor(random.next() * 8);
        const damage = (bytes: Uint8Array): Uint8Array =>
          trial % 4 === 0 ? bytes.subarray(0, at) : flipped(bytes, bit);
        const resumed = await half.resume({ [part]: damage });
        expect({ written, part, trial, bit, ...resumed }).toMatchObject({ doubled: [], lost: [] });
        expectSafe(resumed);
        ends[resumed.ended] = (ends[resumed.ended] ?? 0) + 1;
      }
    }
    expect(Object.keys(ends)).toEqual(expect.arrayContaining(['ran', 'damaged']));
  });

  test('is refused when a bit of a row is flipped that says who it is, or what became of it', async () => {
    const half = await halfRun(operation, 'file');
    const rows = (bytes: Uint8Array): readonly number[] =>
      [
        ...Buffer.from(bytes)
          .toString('latin1')
          .matchAll(/23480300000\d\d/g),
      ].map(({ index }) => index);
    let places = 0;
    for (let row = 0; row < 12; row++) {
      const resumed = await half.resume({
        db(bytes) {
          const found = rows(bytes);
          places = found.length;
          // The last digit of the number: another of the audience's, or its neighbour's.
          return flipped(bytes, ((found[row] ?? 0) + 12) * 8);
        },
      });
      expect(resumed).toEqual({ ended: 'damaged', doubled: [], lost: [] });
    }
    expect(places).toBeGreaterThanOrEqual(12);
  });

  test.each([
    ['state', "'rejected'"],
    ['state', "'accepteb'"],
    ['state', `'accepted"'`],
    ['at', 'at - 86400000'],
    ['attempts', '2'],
    ['first_at', 'first_at - 86400000'],
    ['settled_at', 'settled_at - 1'],
    ['settled_at', 'NULL'],
    ['not_before', '1'],
    ['doubtful', '1'],
    ['maybe_sent', '1'],
    ['left_at', 'left_at + 1'],
    ['code', "'00'"],
    ['code', "CAST(x'ff' AS TEXT)"],
    ['request_hash', "'0123456789abcdef'"],
    ['outputs', 'NULL'],
    ['outputs', "outputs || ' '"],
    ['outputs', "substr(outputs, 1, length(outputs) - 1) || ']'"],
    ['outputs', "replace(outputs, ':', ': ')"],
    ['outputs', "CAST(x'ff' || substr(outputs, 2) AS TEXT)"],
    ['details', `'{"reason":"done"}'`],
    ['sum', '1'],
  ])('is refused when the %s of a row is %s', async (column, value) => {
    const half = await halfRun(operation, 'file');
    const change = `UPDATE job SET ${column} = ${value} WHERE state = 'accepted'`;
    const resumed = await half.resume({ db: (bytes) => edited(bytes, change) });
    expect(resumed).toEqual({ ended: 'damaged', doubled: [], lost: [] });
  });

  test.each([
    ['control', "'rup'"],
    ['control', "CAST(x'ff75' AS TEXT)"],
  ])('is refused when the %s of its run is %s', async (column, value) => {
    const half = await halfRun(operation, 'file');
    const resumed = await half.resume({ db: (bytes) => edited(bytes, `UPDATE run SET ${column} = ${value}`) });
    expect(resumed).toEqual({ ended: 'damaged', doubled: [], lost: [] });
  });
});

const places = [
  ['log', 'db'],
  ['log', 'wal'],
  ['file', 'db'],
] as const;
