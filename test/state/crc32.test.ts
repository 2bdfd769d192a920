import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32Between } from '../../src/state/sqlite/file/crc32.ts';
import { fc, runs } from '../rig/properties.ts';

test('the checksum of a row is that of node:zlib, wherever the row is', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 60 }),
      fc.nat(20),
      fc.nat(20),
      fc.nat(0xffffffff),
      (bytes, start, cut, before) => {
        const from = Math.min(start, bytes.length);
        const end = Math.max(from, bytes.length - cut);
        // Of no bytes at all, zlib forgets what was before.
        fc.pre(from < end);
        expect(crc32Between(bytes, from, end, before)).toBe(crc32(bytes.subarray(from, end), before));
      },
    ),
    { numRuns: runs(3000) },
  );
});
