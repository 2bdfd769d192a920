import { describe, expect, test } from 'vitest';
import { readAudience } from '../../src/audience/audience.ts';
import { createExcludeList, rosterBuilder } from '../../src/audience/roster-builder.ts';
import { readExcerpts } from '../../src/campaign/audiences/excerpt.ts';
import { memoryFiles } from '../rig/memory-files.ts';

async function read(
  content: string | Uint8Array,
  more: Partial<Parameters<typeof readAudience>[2]> = {},
  path = 'a.csv',
) {
  const format = path.endsWith('.csv') ? 'csv' : 'jsonl';
  const request = { name: 'a', key: 'phone', columns: ['name'], where: {}, ...more };
  const result = await readAudience(memoryFiles({ [path]: content }), { path, format }, request);
  return result!;
}

describe('recipients', () => {
  test('come in the order of the file, each with its line and the columns that are asked for', async () => {
    const { roster } = await read('name,phone,city\nAda,2340001,Lagos\n\n"Bo\nla",+234 0002,Ibadan\nChidi,2340003,\n');
    const rows = [0, 1, 2].map((index) => [roster!.key(index), roster!.value(index, 'name'), roster!.line(index)]);
    expect(rows).toEqual([
      ['2340001', 'Ada', 2],
      ['2340002', 'Bo\nla', 4],
      ['2340003', 'Chidi', 6],
    ]);
    expect(() => roster!.value(0, 'city')).toThrow('not kept');
  });

  test('of a list without the key column are not looked for in each row', () => {
    const builder = rosterBuilder({ name: 'a', key: 'phone', columns: [], where: {} });
    builder.onHeader(['number']);
    const asked: number[] = [];
    builder.onRow((column) => void asked.push(column), 2);
    expect([builder.hasKey(), asked]).toEqual([false, []]);
  });

  test('are found by their number', async () => {
    const { roster } = await read('phone\n2340001\n2340002\n');
    expect([roster!.indexOf('2340002'), roster!.indexOf('2340009')]).toEqual([1, undefined]);
  });

  test('that occur twice count once, by the first row that passes', async () => {
    const text = 'phone,name,tier\n2340001,bronze,bronze\n2340001,gold,gold\n+234 0001,again,gold\n';
    const { roster, problems } = await read(text, { where: { tier: [{ kind: 'oneOf', values: ['gold'] }] } });
    expect([roster!.size, roster!.value(0, 'name'), roster!.left]).toEqual([
      1,
      'gold',
      { where: 1, exclude: 0, duplicate: 1, invalid: 0, forgotten: 0 },
    ]);
    expect(problems).toEqual([{ kind: 'duplicate', count: 1, lines: [4], column: 'phone', firstLine: 3 }]);
  });

  test('are left out when another file excludes them, however their number is written there', async () => {
    const { roster: gone } = await read('reason,phone\nasked,+234-0001\n');
    const excludes = [createExcludeList('gone.csv', gone)];
    const { roster } = await read('phone\n2340001\n2340002\n', { excludes });
    expect([roster!.size, roster!.key(0), roster!.left.exclude]).toEqual([1, '2340002', 1]);
  });

  test('of a JSON lines file keep the types of their values', async () => {
    const text = '{"phone":2340001,"name":7}\n\n{"name":true,"phone":"+234 0002"}\n{"phone":"2340003","name":null}\n';
    const { roster } = await read(text, {}, 'a.jsonl');
    expect([0, 1, 2].map((index) => [roster!.value(index, 'name'), roster!.line(index)])).toEqual([
      [7, 1],
      [true, 3],
      [undefined, 4],
    ]);
  });

  test('many different values and few are kept alike', async () => {
    const rows = Array.from(
      { length: 9000 },
      (_, n) => `${2348000 + n},${n % 5000 === 0 ? 'Zoë 😀' : `n${n}`},${n % 3}`,
    );
    const { roster } = await read(`phone,name,third\n${rows.join('\n')}\n`, { columns: ['name', 'third'] });
    const picked = [0, 1, 4095, 4096, 5000, 8999].map((n) => [
      roster!.key(n),
      roster!.value(n, 'name'),
      roster!.value(n, 'third'),
    ]);
    expect(picked).toEqual([
      ['2348000', 'Zoë 😀', '0'],
      ['2348001', 'n1', '1'],
      ['2352095', 'n4095', '0'],
      ['2352096', 'n4096', '1'],
      ['2353000', 'Zoë 😀', '2'],
      ['2356999', 'n8999', '2'],
    ]);
    expect(roster!.indexOf('2356999')).toBe(8999);
  });
});

describe('a file', () => {
  test('with a byte order mark is read as if it had none', async () => {
    expect((await read('\uFEFFphone,name\n2340001,Ada\n')).roster!.size).toBe(1);
  });

  test('in Latin-1 is refused at the line of its first strange letter', async () => {
    const text = `phone,name\n${'2340001,Ada\n'.repeat(30)}2340002,Zo\u00eb\n`;
    const { roster, problems } = await read(new Uint8Array(Buffer.from(text, 'latin1')));
    expect([roster, problems.at(-1)]).toEqual([undefined, { kind: 'notUtf8', count: 1, lines: [32] }]);
  });

  test('whose letters are cut by the chunks of reading is whole all the same', async () => {
    const { roster } = await read(
      `phone,name\n${Array.from({ length: 200 }, (_, n) => `${2348000 + n},é😀ñ${n}`).join('\n')}\n`,
    );
    expect(roster!.value(199, 'name')).toBe('é😀ñ199');
  });

  test.each([
    [';', 'phone;name\n2340001;Ada\n'],
    ['\t', 'phone\tname\n2340001\tAda\n'],
  ])('with the delimiter %j gets that finding alone', async (detail, text) => {
    expect((await read(text)).problems).toEqual([{ kind: 'delimiter', count: 1, lines: [1], detail }]);
  });

  test('counts what is wrong and remembers the first lines', async () => {
    const { problems } = await read(`phone,name\n${'x,y\n'.repeat(5000)}`);
    const lines = Array.from({ length: 102 }, (_, index) => index + 2);
    expect(problems).toEqual([{ kind: 'invalidKey', count: 5000, lines, column: 'phone' }]);
  });

  test('with a quote that is never closed is refused, not read to its end into one field', async () => {
    const { roster, problems } = await read(`phone,name\n2340001,"Ada\n${'2340002,Bola\n'.repeat(100_000)}`);
    expect([roster, problems.map((problem) => problem.kind)]).toEqual([undefined, ['csv']]);
  });

  test('has no blanks around its cells, also within quotes and in a header', async () => {
    const text =
      '"phone ",name," status"\n"+234800000101 ",Ada,"closed "\n234800000102,Bola," "\n234800000103,"Chi","open"\n';
    const where = { status: [{ kind: 'not' as const, values: ['closed'] }] };
    const { roster } = await read(text, { columns: ['name', 'status'], where });
    expect([0, 1].map((at) => [roster!.key(at), roster!.value(at, 'status')])).toEqual([
      ['234800000102', undefined],
      ['234800000103', 'open'],
    ]);
  });

  test.each([
    ['letters', 'x'],
    ['commas', ','],
    ['quoted letters', '"x'],
    ['commas and carriage returns', ',\r'],
  ])('with a row of a megabyte of %s is not read beyond it', async (_, piece) => {
    let chunks = 0;
    const chunk = new TextEncoder().encode(piece.repeat(32 * 1024));
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('phone,name\n2341,');
      for (; chunks < 1000; chunks++) yield chunk;
    }
    const files = { ...memoryFiles({}), stream: async () => endless() };
    const request = { name: 'a', key: 'phone', columns: ['name'], where: {}, excluded: undefined };
    const result = await readAudience(files, { path: 'a.csv', format: 'csv' }, request);
    expect(result?.problems.at(-1)?.kind).toBe('csv');
    expect(chunks).toBeLessThan(10);
  });

  test('of one endless line is shown by its beginning', async () => {
    const piece = new TextEncoder().encode('x'.repeat(1024 * 1024));
    async function* long(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('phone,name\n2341,');
      for (let chunk = 0; chunk < 50; chunk++) yield piece;
      yield new TextEncoder().encode('\n2342,Bola\n');
    }
    const files = { ...memoryFiles({}), stream: async () => long() };
    const excerpt = await readExcerpts(files, { path: 'a.csv', shown: 'a.csv', format: 'csv' }, [2, 3]);
    const [second, third] = [excerpt(2), excerpt(3, 'name')];
    expect([second.file.text.length, third.file.text, third.file.text.slice(third.start, third.end)]).toEqual([
      2000,
      '2342,Bola',
      'Bola',
    ]);
    expect(third.file.firstOffset).toBe('phone,name\n2341,\n'.length + 50 * 1024 * 1024);
  });

  test('that needs more memory than there is for lists is read no further', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `${2_348_030_000_000 + n},Ada Number ${n}\n`).join('');
    const mostBytes = 500_000;
    const { roster, problems } = await read(`phone,name\n${rows}`, { mostBytes });
    expect([roster, problems.map(({ kind }) => kind)]).toEqual([undefined, ['tooLarge']]);
    // 20 bytes, and 5 beside the letters of the name.
    expect(problems[0]!.count * (20 + 5 + 'Ada Number 9999'.length)).toBeCloseTo(mostBytes, -5);
    expect((await read(`phone,name\n${rows}`, { mostBytes: 1_000_000 })).roster?.size).toBe(20_000);
  });

  test('with ever longer names of columns does not keep them', async () => {
    const lines = Array.from({ length: 50 }, (_, n) => `{"phone":"${2340 + n}","${'x'.repeat(1001 + n)}":1}\n`);
    const { header } = await read(lines.join(''), {}, 'a.jsonl');
    expect(header).toEqual(['phone']);
  });

  test('without any line says so', async () => {
    expect((await read('')).problems).toEqual([{ kind: 'noHeader', count: 1, lines: [1] }]);
  });
});
