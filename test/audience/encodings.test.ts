import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { asUtf8 } from '../../src/audience/as-utf8.ts';
import { type AudienceFile, readAudience, readRowsOf } from '../../src/audience/audience.ts';
import { memoryFiles } from '../rig/memory-files.ts';

const list = 'phone,name\n2348030000001,Jürgen “J” 😀\n2348030000002,Łukasz Иванов\n';
const le = (text: string): Buffer => Buffer.from(text, 'utf16le');
const be = (text: string): Buffer => le(text).swap16();
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** The names, or what is wrong. */
async function read(content: Uint8Array, more: Partial<AudienceFile> = {}) {
  const file = { path: 'a.csv', format: 'csv', ...more } as const;
  const request = { name: 'a', key: 'phone', columns: ['name'], where: {} };
  const { roster, problems } = (await readAudience(memoryFiles({ 'a.csv': new Uint8Array(content) }), file, request))!;
  return roster === undefined
    ? problems.at(-1)
    : Array.from({ length: roster.size }, (_, row) => roster.value(row, 'name'));
}

/** All cells, of bytes that come in chunks of this size. */
async function cellsOf(content: Uint8Array, size: number, encoding?: string) {
  async function* chunks() {
    for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
  }
  const cells: unknown[] = [];
  const { header, problems } = await readRowsOf(
    chunks(),
    { format: 'csv', encoding },
    { onHeader: () => undefined, onRow: (fields) => void cells.push(fields(0), fields(1)) },
  );
  return { header, cells, problems };
}

describe('a list in UTF-16 with a byte order mark', () => {
  const names = ['Jürgen “J” 😀', 'Łukasz Иванов'];
  test.each<readonly [string, Uint8Array, Partial<AudienceFile>]>([
    ['little-endian', le(`\uFEFF${list}`), {}],
    ['big-endian', be(`\uFEFF${list}`), {}],
    ['as the campaign says', le(`\uFEFF${list}`), { encoding: 'utf-16le' }],
    [
      'with tabs, as Excel writes it',
      le(`\uFEFF${list.replaceAll(',', '\t').replaceAll('\n', '\r\n')}`),
      { sep: '\t' },
    ],
    [
      'as JSON lines',
      le('\uFEFF{"phone":2348030000001,"name":"Jürgen “J” 😀"}\n{"phone":2348030000002,"name":"Łukasz Иванов"}\n'),
      { format: 'jsonl' },
    ],
  ])('is read as it is: %s', async (_, content, more) => {
    expect(await read(content, more)).toEqual(names);
  });

  test('is read wherever its chunks end', async () => {
    const text = '\uFEFFphone,name\r\n2348030000001,"Zoë 😀\nin two lines"\r\n2348030000002,Ада\r\n';
    const whole = { header: ['phone', 'name'], problems: [] };
    const cells = ['2348030000001', 'Zoë 😀\nin two lines', '2348030000002', 'Ада'];
    for (const content of [le(text), be(text)])
      for (const size of [1, 2, 3, 5, 7, 64])
        expect(await cellsOf(content, size), `${size}`).toEqual({ ...whole, cells });
  });

  test.each<readonly [string, Uint8Array, number]>([
    ['an odd number of bytes', le(`\uFEFF${list}`).subarray(0, -1), 3],
    ['half of a character', le(`\uFEFF${list.replace('Ł', '\ud83d')}`), 3],
    ['the other half, in the other order', be(`\uFEFF${list.replace('ü', '\ude00')}`), 2],
    ['half of a character at its end', le(`\uFEFF${list}2348030000003,\ud83d`), 4],
  ])('is refused at the line with %s', async (_, content, line) => {
    const detail = content[0] === 0xff ? 'utf-16le' : 'utf-16be';
    const problem = { kind: 'notDeclared', count: 1, lines: [line], detail };
    expect(await read(content)).toEqual(problem);
    for (const size of [1, 3]) expect((await cellsOf(content, size)).problems).toEqual([problem]);
  });

  test('may have marks in the middle, and marks of replacement of its own', async () => {
    const text = `\uFEFFphone,name\n2348030000001,\uFEFFAda\n2348030000002,Ren\ufffd\n`;
    expect(await read(le(text))).toEqual(['Ada', 'Ren\ufffd']);
  });

  test('without one is refused with its name, and read when the campaign says it', async () => {
    expect(await read(le(list))).toEqual({ kind: 'utf16', count: 1, lines: [1], detail: 'utf-16le' });
    expect(await read(be(list))).toMatchObject({ kind: 'utf16', detail: 'utf-16be' });
    expect(await read(be(list), { encoding: 'utf-16be' })).toEqual(names);
    expect(await read(be(list), { encoding: 'windows-1252' })).toMatchObject({ kind: 'utf16' });
    const cyrillic = le('номер,имя\n2348030000001,Ада\n');
    expect((await cellsOf(cyrillic, 1, 'utf-16le')).header).toEqual(['номер', 'имя']);
    const problem = { kind: 'notDeclared', count: 1, lines: [1], detail: 'utf-16le' };
    for (const other of [Buffer.from(list), Buffer.from(cyrillic).swap16()])
      expect((await cellsOf(other, 1, 'utf-16le')).problems).toEqual([problem]);
  });
});

describe('a list with a declared encoding', () => {
  test.each<readonly [string, string, Uint8Array]>([
    ['windows-1252', '€ Jürgen “Š”', Buffer.from([0x80, 0x20, ...latin1('Jürgen '), 0x93, 0x8a, 0x94])],
    ['windows-1250', 'Łukasz', Buffer.from([0xa3, ...latin1('ukasz')])],
    ['windows-1251', 'Иван', Buffer.from([0xc8, 0xe2, 0xe0, 0xed])],
    ['shift_jis', '表示', Buffer.from([0x95, 0x5c, 0x8e, 0xa6])],
    ['utf-8', 'Jürgen', Buffer.from('Jürgen')],
  ])('%s is read', async (encoding, name, bytes) => {
    const content = Buffer.concat([latin1('phone,name\n2348030000001,'), bytes, latin1('\n')]);
    expect(await read(content, { encoding })).toEqual([name]);
    for (const size of [1, 2, 3]) expect((await cellsOf(content, size, encoding)).cells[1]).toBe(name);
  });

  test('is windows-1252 in each of its bytes', async () => {
    const bytes = Array.from({ length: 128 }, (_, index) => 128 + index).filter((byte) => !undefinedBytes.has(byte));
    const content = Buffer.concat([latin1('phone,name\n2348030000001,a'), Buffer.from(bytes), latin1('z\n')]);
    expect(await read(content, { encoding: 'windows-1252' })).toEqual([
      `a€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ${String.fromCharCode(...bytes.filter((byte) => byte >= 0xa0))}z`,
    ]);
  });
  const undefinedBytes = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

  test.each([
    ['windows-1252', 0x81],
    ['windows-1251', 0x98],
    ['windows-1253', 0xd2],
    ['iso-8859-2', 0x9c],
    ['shift_jis', 0xff],
    ['utf-8', 0xfc],
  ])('is refused at the line of a byte that %s does not have', async (encoding, byte) => {
    const rows = '2348030000001,Ada\n'.repeat(20_000);
    const content = Buffer.concat([latin1(`phone,name\n${rows}2348030000002,`), Buffer.from([byte]), latin1('\n')]);
    const kind = encoding === 'utf-8' ? { kind: 'notUtf8' } : { kind: 'notDeclared', detail: encoding };
    expect(await read(content, { encoding })).toEqual({ ...kind, count: 1, lines: [20_002] });
  });

  test.each<readonly [string, Uint8Array, string]>([
    ['windows-1252', Buffer.from(`\uFEFF${list}`), 'utf-8'],
    ['utf-8', le(`\uFEFF${list}`), 'utf-16le'],
    ['utf-16le', be(`\uFEFF${list}`), 'utf-16be'],
  ])('%s that its byte order mark contradicts is refused', async (encoding, content, detail) => {
    expect(await read(content, { encoding })).toEqual({ kind: 'otherMark', count: 1, lines: [1], detail });
    expect((await cellsOf(content, 1, encoding)).problems[0]?.kind).toBe('otherMark');
  });
});

test('a list in UTF-8 is read from its own bytes', async () => {
  const chunk = Buffer.from(list);
  let seen: Buffer | undefined;
  const hashOf = async (content: Uint8Array) =>
    (await readAudience(memoryFiles({ 'a.csv': content }), { path: 'a.csv', format: 'csv' }, request))?.fileHash;
  const request = { name: 'a', key: 'phone', columns: [], where: {} };
  async function* chunks() {
    yield chunk;
  }
  for await (const bytes of asUtf8(chunks(), undefined)) seen = bytes as Buffer;
  expect(seen).toBe(chunk);
  const wide = new Uint8Array(le(`\uFEFF${list}`));
  expect(await hashOf(wide)).toBe(createHash('sha256').update(wide).digest('hex'));
});
