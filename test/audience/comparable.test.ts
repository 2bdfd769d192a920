import { describe, expect, test } from 'vitest';
import { readAudience } from '../../src/audience/audience.ts';
import { comparable } from '../../src/audience/comparable.ts';
import type { Where } from '../../src/audience/where.ts';
import { checkFiles } from '../campaign/check-example.ts';
import { memoryFiles } from '../rig/memory-files.ts';

describe('texts that look the same are the same when they are compared', () => {
  test.each([
    ['a letter that is decomposed', 'Orle\u0301ans', 'Orl\u00e9ans'],
    ['a zero-width space', 'clo\u200bsed', 'closed'],
    ['a byte order mark inside', 'clo\ufeffsed', 'closed'],
    ['a soft hyphen', 'clo\u00adsed', 'closed'],
    ['direction marks', '\u202aclosed\u202c\u200e', 'closed'],
    ['a blank that does not break', 'not\u00a0open', 'not open'],
    ['a narrow blank', 'not\u202fopen', 'not open'],
    ['a joiner between two parts of a letter', 'e\u034f\u0301', 'é'],
    ['a zero byte', 'clo\0sed', 'closed'],
    ['blanks before an invisible end', 'closed \u200b', 'closed'],
    ['a heart with and without its variant', '\u2764\ufe0f', '\u2764'],
  ])('%s', (_, one, other) => {
    expect(comparable(one)).toBe(comparable(other));
  });

  test('letters that look different are different', () => {
    for (const [one, other] of [
      ['e', 'é'],
      ['Closed', 'closed'],
      ['ﬁ', 'fi'],
      ['①', '1'],
      ['a  b', 'a b'],
    ] as const)
      expect(comparable(one)).not.toBe(comparable(other));
  });
});

test.each(['a.csv', 'quoted.csv', 'a.jsonl'])('%s: a cell in which nobody sees anything is empty', async (path) => {
  const names = ['\u3164', '\u200e\u200b', '\u2800 \u2800', '\0', '\ufe0f', '\u202eAda', '\u0627', '😀', '\u3164a'];
  const row = (name: string, index: number): string =>
    path === 'a.jsonl'
      ? JSON.stringify({ phone: 2348030000001 + index, name })
      : `${2348030000001 + index},${path === 'a.csv' ? name : `"${name}"`}`;
  const rows = [...(path === 'a.jsonl' ? [] : ['phone,name']), ...names.map(row), ''];
  const files = memoryFiles({ [path]: rows.join('\n') });
  const request = { name: 'a', key: 'phone', columns: ['name'], where: {} };
  const format = path === 'a.jsonl' ? 'jsonl' : 'csv';
  const { roster } = (await readAudience(files, { path, format }, request))!;
  const read = names.map((_, index) => roster!.value(index, 'name'));
  expect(read).toEqual([...Array.from({ length: 5 }, () => undefined), ...names.slice(5)]);
});

describe('a list with invisible characters and letters of two forms', () => {
  const rows = ['closed', 'clo\u200bsed', '\u00adclosed', 'Closed', 'open', 'ouve\u0301rt', 'ouvért'];
  const phone = (index: number) => String(2348030000001 + index);
  const csv = `phone,status\n${rows.map((status, index) => `${phone(index)},${status}`).join('\n')}\n`;
  const jsonl = rows.map((status, index) => `${JSON.stringify({ phone: phone(index), status })}\n`).join('');
  const selected = async (where: Where, path = 'a.csv', content = csv) => {
    const request = { name: 'a', key: 'phone', columns: ['status'], where };
    const format = path.endsWith('.csv') ? 'csv' : 'jsonl';
    const { roster } = (await readAudience(memoryFiles({ [path]: content }), { path, format }, request))!;
    const { conditions, size } = roster!;
    return {
      rows: Array.from({ length: size }, (_, index) => roster!.value(index, 'status')),
      unused: conditions.flatMap((one) => one.unused),
    };
  };

  test.each(['a.csv', 'a.jsonl'])(
    '%s: `where` selects whom people see, and what is sent stays as it is',
    async (path) => {
      const content = path === 'a.csv' ? csv : jsonl;
      expect(await selected({ status: [{ kind: 'not', values: ['closed'] }] }, path, content)).toEqual({
        rows: ['Closed', 'open', 'ouve\u0301rt', 'ouvért'],
        unused: [],
      });
      expect(await selected({ status: [{ kind: 'oneOf', values: ['ouve\u0301rt', 'gone'] }] }, path, content)).toEqual({
        rows: ['ouve\u0301rt', 'ouvért'],
        unused: ['gone'],
      });
      expect(await selected({ status: [{ kind: 'matches', values: ['*vé?t'] }] }, path, content)).toEqual({
        rows: ['ouve\u0301rt', 'ouvért'],
        unused: [],
      });
    },
  );

  test('numbers are compared to the last digit', async () => {
    const numbers = ['9007199254740993', '9007199254740992', '9007199254740991.99', '1e20', '12'];
    const content = `phone,age\n${numbers.map((number, index) => `${phone(index)},${number}`).join('\n')}\n`;
    const sizes = await Promise.all(
      (['atLeast', 'atMost'] as const).map(async (kind) => {
        const where = { age: [{ kind, number: 9_007_199_254_740_992 }] } as const;
        const request = { name: 'a', key: 'phone', columns: ['age'], where };
        const read = await readAudience(memoryFiles({ 'a.csv': content }), { path: 'a.csv', format: 'csv' }, request);
        return Array.from({ length: read!.roster!.size }, (_, index) => read!.roster!.value(index, 'age'));
      }),
    );
    expect(sizes).toEqual([
      ['9007199254740993', '9007199254740992', '1e20'],
      ['9007199254740992', '9007199254740991.99', '12'],
    ]);
  });

  test('a number and a time are read without them', async () => {
    const content = 'phone,age,joined\n2348030000001,\u200b18,2026-02-01\u200e\n';
    const request = {
      name: 'a',
      key: 'phone',
      columns: [],
      where: {
        age: [{ kind: 'atLeast', number: 18 }],
        joined: [{ kind: 'after', time: '2026-01-31', limit: Date.parse('2026-02-01T00:00:00Z') }],
      } satisfies Where,
    };
    const read = await readAudience(memoryFiles({ 'a.csv': content }), { path: 'a.csv', format: 'csv' }, request);
    expect(read!.roster!.size).toBe(1);
  });
});

describe('the name of a column', () => {
  const campaign = (column: string, format = 'csv') => `campaign: spring
timezone: Africa/Lagos
account: { appId: spring-app }
audiences:
  members: { file: members.${format}, key: "t\u00e9l\u00e9phone", where: { "${column}": Ada } }
steps:
  code: { uses: otp.send, forEach: members, with: { templateId: 31, orderId: "spring-{{ recipient['${column}'] }}" } }
`;
  const [composed, decomposed] = ['pr\u00e9nom', 'pre\u0301nom'];

  test.each([
    [composed, decomposed],
    [decomposed, composed],
    [composed, `\u200b${composed}\ufeff`],
  ])('is found however its letters are written (%j in the campaign)', async (written, header) => {
    const files = {
      'campaign.yaml': campaign(written),
      'members.csv': `te\u0301le\u0301phone,${header}\n2348030000001,Ada\n2348030000002,Bo\n`,
    };
    expect((await checkFiles(files)).out).toContain('✓ campaign.yaml: no problems');
  });

  test('is one column in JSON lines of both spellings', async () => {
    const line = (name: string, n: number) => `${JSON.stringify({ téléphone: `234803000000${n}`, [name]: 'Ada' })}\n`;
    const content = line(composed, 1) + line(decomposed, 2) + line(`${composed}\u200b`, 3);
    const request = { name: 'a', key: 'téléphone', columns: [composed], where: {} };
    const read = await readAudience(memoryFiles({ 'a.jsonl': content }), { path: 'a.jsonl', format: 'jsonl' }, request);
    expect([read!.header, [0, 1, 2].map((index) => read!.roster!.value(index, composed))]).toEqual([
      ['téléphone', composed],
      ['Ada', 'Ada', 'Ada'],
    ]);
  });

  test('that a file has in two spellings is one name twice', async () => {
    const files = {
      'campaign.yaml': campaign(composed),
      'members.csv': `téléphone,${composed},${decomposed}\n2348030000001,Ada,Bo\n`,
    };
    expect((await checkFiles(files)).out).toContain('error CS6003 Two columns have the name');
  });
});
