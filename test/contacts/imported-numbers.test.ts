import { expect, test } from 'vitest';
import { readPeople } from '../../src/cli/contacts/read-people.ts';
import { commandHost } from '../rig/command-host.ts';
import { memoryFiles } from '../rig/memory-files.ts';

async function read(name: string, content: string | Uint8Array, country?: string) {
  const { host, err } = commandHost({ now: 0, files: memoryFiles({ [name]: content }) });
  const rows = await readPeople(name, { column: 'phone', project: '.', country }, { ...host, cwd: '/work' });
  return { rows: typeof rows === 'string' ? rows : rows.map(({ key }) => key), err: err() };
}

test('an import takes numbers with `+` that their countries do not have, and warns of them with the first line', async () => {
  expect(await read('dnc.csv', 'phone\n2348030000001\n+22507123456\n+22997123456\n')).toEqual({
    rows: ['2348030000001', '22507123456', '22997123456'],
    err: 'Warning: dnc.csv:3: 2 numbers are not valid in their countries. Check for missing or extra digits: the person who is meant may be in the list under another number.\n',
  });
});

test('of numbers that exist it says nothing', async () => {
  expect(await read('dnc.csv', 'phone\n2348030000001\n')).toEqual({ rows: ['2348030000001'], err: '' });
});

test('a line with two numbers under two spellings of one name is refused', async () => {
  const line = '{"phone":"2348030000001","phone\u200b":"2348030000002"}\n';
  const { rows } = await read('dnc.jsonl', line);
  expect(rows).toBe('dnc.jsonl:1: 1 line names `phone` twice, with two values. Remove or rename one of them.');
});

test.each([';', '\t'])(
  'a list with other separators, in the encoding of Windows, and empty rows at its end is read: %j',
  async (sep) => {
    const rows = [
      ['phone', 'razón'],
      ['612 34 56 78', 'llamó a recepción'],
      ['', ''],
      ['', ' '],
    ];
    const text = rows.map((cells) => `${cells.join(sep)}\r\n`).join('');
    expect(await read('bajas.csv', Buffer.from(text, 'latin1'), 'ES')).toEqual({
      rows: ['34612345678'],
      err: 'Warning: bajas.csv is not UTF-8, and is read as windows-1252: its letters may be others.\n',
    });
    expect(await read('bajas.csv', text, 'ES')).toEqual({ rows: ['34612345678'], err: '' });
  },
);

test('a number of another country than the one that was given is refused with what it needs', async () => {
  expect((await read('dnc.csv', 'phone\n612345678\n0663445566\n', 'ES')).rows).toBe(
    'dnc.csv has 1 row without a usable number: line 3. Correct them, and write `+` and the country code before numbers that are not of ES.',
  );
});
