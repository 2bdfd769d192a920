import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type AudienceRead, readAudience } from '../../src/audience/audience.ts';
import { listFormat } from '../../src/audience/list-format.ts';
import { readExcerpts } from '../../src/campaign/audiences/excerpt.ts';
import { memoryFiles } from '../rig/memory-files.ts';

const rows = Array.from({ length: 5_000 }, (_, index) => `${2_348_012_340_000 + index},Ada\n`);
const csv = `phone,name\n${rows.join('')}`;
const zeros = Buffer.alloc(64);

async function read(content: Uint8Array | string, path = 'a.csv.gz'): Promise<AudienceRead> {
  const request = { name: 'a', key: 'phone', columns: ['name'], where: {} };
  const result = await readAudience(memoryFiles({ [path]: content }), { path, format: listFormat(path) }, request);
  return result!;
}

const broken = (detail: string) => [{ kind: 'gzip', count: 1, lines: [1], detail }];

describe('a list that is compressed with gzip', () => {
  test('has the recipients of the list, and the digest of the file as it is', async () => {
    const packed = gzipSync(csv);
    const { roster, problems, fileHash } = await read(packed);
    expect([roster!.size, roster!.key(4_999), roster!.value(4_999, 'name'), roster!.line(4_999)]).toEqual([
      5_000,
      '2348012344999',
      'Ada',
      5_001,
    ]);
    expect([problems, fileHash]).toEqual([[], createHash('sha256').update(packed).digest('hex')]);
  });

  test('may be of JSON lines, of several parts, or not be compressed after all', async () => {
    const json = await read(gzipSync('{"phone":"2348012345001"}\n'), 'a.jsonl.gz');
    const parts = await read(Buffer.concat([gzipSync('phone\n2348012345001\n'), gzipSync('2348012345002\n')]));
    const plain = await read('phone\n2348012345001\n');
    expect([json, parts, plain].map(({ roster }) => roster!.size)).toEqual([1, 2, 1]);
  });

  test('is read to its end or not at all', async () => {
    const packed = gzipSync(csv);
    const cut = await read(packed.subarray(0, packed.length - 1));
    const damaged = await read(Buffer.concat([packed.subarray(0, -6), Buffer.from([1, 2]), packed.subarray(-4)]));
    const followed = await read(Buffer.concat([packed, zeros, gzipSync('2348012349999,Bo\n')]));
    const noGzip = await read(Buffer.from([0x1f, 0x2c, 0x0a]));
    expect([cut, damaged, followed, noGzip].map(({ roster, problems }) => [roster, problems])).toEqual([
      [undefined, broken('unexpected end of file')],
      [undefined, broken('incorrect data check')],
      [undefined, broken('there is more after its end')],
      [undefined, broken('incorrect header check')],
    ]);
  });

  test('that would fill the memory is refused at its first endless row', async () => {
    const { roster, problems } = await read(gzipSync('a'.repeat(50_000_000)));
    expect([roster, problems]).toEqual([
      undefined,
      [{ kind: 'csv', count: 1, lines: [1], detail: 'a row is longer than 128 kB; a quote may be open' }],
    ]);
  });

  test('shows its rows in findings', async () => {
    const packed = gzipSync('phone,name\n2348012345001,Ada\n');
    const shown = async (content: Uint8Array): Promise<readonly (string | number)[]> => {
      const excerpt = await readExcerpts(
        memoryFiles({ 'a.csv.gz': content }),
        { path: 'a.csv.gz', shown: 'a.csv.gz', format: 'csv' },
        [2],
      );
      const { file, start, end } = excerpt(2, 'name');
      return [file.text, file.text.slice(start, end)];
    };
    expect(await shown(packed)).toEqual(['234………………5001,Ada', 'Ada']);
    expect(await shown(packed.subarray(0, 12))).toEqual(['', '']);
  });
});
