import { describe, expect, test } from 'vitest';
import { readAudience } from '../../src/audience/audience.ts';
import { jsonlReader } from '../../src/audience/jsonl-reader.ts';
import { checkFiles } from '../campaign/check-example.ts';
import { memoryFiles } from '../rig/memory-files.ts';
import { fc } from '../rig/properties.ts';

async function cells(lines: readonly string[], column = 'n') {
  const request = { name: 'a', key: 'phone', columns: [column], where: {} };
  const files = memoryFiles({ 'a.jsonl': `${lines.join('\n')}\n` });
  const { roster, problems } = (await readAudience(files, { path: 'a.jsonl', format: 'jsonl' }, request))!;
  const rows = Array.from({ length: roster?.size ?? 0 }, (_, index) => index);
  return { values: rows.map((index) => roster!.value(index, column)), problems };
}

test.each([1, 2, 7, 1000])('lines may end with a carriage return alone, in chunks of %i bytes', (size) => {
  const rows: [unknown, number][] = [];
  const reader = jsonlReader({ onHeader: () => {}, onRow: (fields, line) => void rows.push([fields(0), line]) });
  const bytes = Buffer.from('{"phone":"1"}\r\r{"phone":"2"}\r{"phone":"3"}');
  for (let at = 0; at < bytes.length; at += size) reader.write(bytes.subarray(at, at + size));
  reader.end();
  expect([rows, reader.problems]).toEqual([
    [
      ['1', 1],
      ['2', 3],
      ['3', 4],
    ],
    [],
  ]);
});

test('a finding names and shows the right line of such a list', async () => {
  const { out } = await checkFiles({
    'campaign.yaml':
      'campaign: a\ntimezone: UTC\naccount: { appId: spring-app }\naudiences: { people: { file: a.jsonl, key: phone } }\nsteps: { code: { uses: otp.send, forEach: people, with: { templateId: 31 } } }\n',
    'a.jsonl': '{"phone":"2348030000001"}\r{"phone":"Bola"}\r',
  });
  expect(out).toMatch(/a\.jsonl:2:2 warning CS6006 [^]*> *2 \| \{"phone":"Bola"\}/);
});

const lineOf = (value: string, index = 0) => `{"phone":"${2348030000001 + index}","n":${value}}`;

describe('a number of a JSON line arrives as it is written', () => {
  test.each([
    ['90071992547409931', '90071992547409931'],
    ['9007199254740993', '9007199254740993'],
    ['49.50', '49.50'],
    ['1.0', '1.0'],
    ['1e3', '1e3'],
    ['1E+2', '1E+2'],
    ['-0', '-0'],
    ['0.1000', '0.1000'],
    ['0.0000001', '0.0000001'],
    ['123456789012345678901234567890.5', '123456789012345678901234567890.5'],
    ['7', 7],
    ['0', 0],
    ['-12.5', -12.5],
    ['0.000001', 0.000001],
    ['999999999999999', 999999999999999],
  ])('%s', async (written, value) => {
    // The second line has the shape that the first one has taught.
    const { values, problems } = await cells([lineOf('1'), lineOf(written, 1), lineOf(` ${written} `, 2)]);
    expect([values, problems]).toEqual([[1, value, value], []]);
  });

  test('whatever its digits, and in whichever line', async () => {
    const integer = fc.oneof(
      fc.nat().map(String),
      fc.bigInt({ min: 0n, max: 10n ** 25n }).map(String),
      fc.constant('0'),
    );
    const fraction = fc.option(fc.stringMatching(/^\d{1,20}$/), { nil: undefined });
    const exponent = fc.option(fc.stringMatching(/^[eE][+-]?\d{1,3}$/), { nil: undefined });
    const number = fc
      .tuple(fc.boolean(), integer, fraction, exponent)
      .map(
        ([minus, whole, part, power]) =>
          `${minus ? '-' : ''}${whole}${part === undefined ? '' : `.${part}`}${power ?? ''}`,
      );
    await fc.assert(
      fc.asyncProperty(fc.array(number, { minLength: 1, maxLength: 6 }), async (numbers) => {
        const { values } = await cells(numbers.map(lineOf));
        expect(values.map(String)).toEqual(numbers);
        for (const value of values) expect(typeof value === 'number' && String(value) !== value.toString()).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test('truth values, texts and null are what they are', async () => {
    const { values } = await cells(['true', 'false', 'null', '"1.10"', '"a\\u0301"', '"a \\"b\\" }"'].map(lineOf));
    expect(values).toEqual([true, false, undefined, '1.10', 'a\u0301', 'a "b" }']);
  });

  test('lines of other shapes are read as they are, however the names are ordered and written', async () => {
    const { values } = await cells([
      '{"n":1.10,"phone":"2348030000001"}',
      '{"phone":"2348030000002"}',
      '{"phone":2348030000003,"n":2.20,"more":{"n":3.30}}',
      ' { "\\u006e" : 4.40 , "phone" : "2348030000004" } ',
      '{"a*b":[1],"phone":"2348030000005","n":5.50}',
    ]);
    expect(values).toEqual(['1.10', undefined, '2.20', '4.40', '5.50']);
  });
});

describe('what a JSON line says twice, or not as a text', () => {
  const campaign = `campaign: spring
timezone: Africa/Lagos
account: { appId: spring-app }
audiences:
  members: { file: members.jsonl, key: phone }
steps:
  code: { uses: otp.send, forEach: members, with: { templateId: 31, orderId: "{{ recipient.phone }}-{{ recipient.n | default: '-' }}" } }
`;
  const check = async (...lines: string[]) => {
    const { out } = await checkFiles({ 'campaign.yaml': campaign, 'members.jsonl': `${lines.join('\n')}\n` });
    return out.split('\n').filter((line) => /^\S+ (error|warning)|hint/.test(line));
  };

  test('a name twice with two values is an error in its line', async () => {
    const twice = '{"phone":"2348030000002","n":"a","phone":"2348030000003"}';
    expect(await check(lineOf('"a"'), twice, lineOf('"a"', 3))).toEqual([
      'members.jsonl:2:2 error CS6003 1 line names `phone` twice, with two values',
      '  hint: remove or rename one of them',
    ]);
    expect(await check('{"phone":"2348030000001","n":1,"n":1.0}')).toContain(
      'members.jsonl:1:26 error CS6003 1 line names `n` twice, with two values',
    );
  });

  test('and so is a name in two spellings, where the values differ', async () => {
    const both = '{"phone":"2348030000002","n":"a","n\u200b":"b"}';
    expect(await check(lineOf('"a"'), both, '{"phone":"2348030000003","n":"a","n\u200b":"a"}')).toEqual([
      'members.jsonl:2:26 error CS6003 1 line names `n` twice, with two values',
      '  hint: remove or rename one of them',
    ]);
  });

  test.each([
    String.raw`"\ud83d"`,
    String.raw`"a\uDE00b"`,
    String.raw`"\ud83dx\ude00"`,
    String.raw`"\\\ud83d"`,
    String.raw`["\ud83d"]`,
  ])('half of a character, %s, is an error in its line', async (value) => {
    expect(await check(lineOf('"a"'), lineOf(value, 1))).toEqual([
      'members.jsonl:2:1 error CS6011 1 line cannot be read as JSON: it has half of a character, such as `\\ud83d`',
      '  hint: each line must be one complete JSON object, with no list around the lines',
    ]);
  });

  test('a whole one arrives, however it is written', async () => {
    const { values, problems } = await cells([lineOf(String.raw`"\ud83d\ude00"`), lineOf(String.raw`"\\ud83d"`, 1)]);
    expect([values, problems]).toEqual([['😀', '\\ud83d'], []]);
  });

  test('a list as the number is called a list', async () => {
    expect(await check(lineOf('"a"'), '{"phone":["2348030000002","2348030000003"],"n":"b"}')).toEqual([
      'members.jsonl:2:2 warning CS6006 1 row has a list or an object of JSON in `phone` and is left out',
      '  hint: write one number for each line, as a text such as "2348012345678"',
    ]);
  });

  test('an object in another column that is read counts as empty, and is named', async () => {
    expect(await check(lineOf('"a"'), lineOf('{"first":"Ada"}', 1), lineOf('[1]', 2))).toEqual([
      'members.jsonl:2:26 warning CS6040 2 rows have a list or an object of JSON in `n`, which counts as empty',
      '  hint: put each value on the top level of the line, under its own name',
    ]);
  });

  test('a line that is nested too deeply is said to be so', async () => {
    const { problems } = await cells([lineOf('1'), lineOf(`${'['.repeat(200_000)}${']'.repeat(200_000)}`, 1)]);
    expect(problems).toEqual([{ kind: 'json', count: 1, lines: [2], detail: 'its values are nested too deeply' }]);
  });
});
