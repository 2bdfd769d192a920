import { describe, expect, test } from 'vitest';
import { isInNumberPlan } from '../../src/audience/number/number-plan.ts';
import { garbledPart } from '../../src/campaign/checks/garbled-part.ts';
import { checkFiles } from '../campaign/check-example.ts';

const campaign = (audience = 'file: members.csv', body = '') => `campaign: spring
timezone: Africa/Lagos
account: { appId: spring-app }
audiences:
  members: { ${audience}, key: phone }
steps:
  code: { uses: otp.send, forEach: members, with: { templateId: 31${body} } }
`;

async function check(files: Readonly<Record<string, string>>, yaml = campaign()) {
  const { out } = await checkFiles({ 'campaign.yaml': yaml, ...files });
  return out.split('\n').filter((line) => /^\S+ (error|warning)|hint|see:/.test(line));
}

describe('a cell with lines that look like rows', () => {
  const row = (index: number, more = '') => `234803000000${index},${more}`;

  test('is a warning in its row, with how many there are', async () => {
    const list = [
      'phone,note',
      row(1),
      row(2, '"wants mornings'),
      row(3),
      row(4, 'says ""hi""'),
      row(5, 'back"'),
      row(6),
    ];
    expect(await check({ 'members.csv': `${list.join('\n')}\n` })).toEqual([
      'members.csv:3:1 warning CS6041 1 row has a cell with lines that look like rows: 3',
      '  hint: a quote may be missing or extra, or these lines end in another way than the first: the people in such a cell are left out',
      '  see: campaign.yaml:5:20 named here',
    ]);
  });

  test('is an error in a file of `exclude`: the people in it would be contacted', async () => {
    const excluded = ['phone,note', row(1, '"has moved'), row(2, 'asked to stop"')];
    const files = { 'members.csv': 'phone\n2348030000009\n', 'not.csv': `${excluded.join('\n')}\n` };
    expect(await check(files, campaign('file: members.csv, exclude: [not.csv]'))).toEqual([
      'not.csv:2:1 error CS6041 1 row has a cell with lines that look like rows: 1, so the people in such a cell would be contacted',
      '  hint: a quote may be missing or extra, or these lines end in another way than the first',
      '  see: campaign.yaml:5:43 named here',
    ]);
  });

  test('is found where the numbers have a `+`, and blanks or hyphens in them', async () => {
    const list = 'phone,note\n+234 803 000 0001,"a\n+234 803 000 0002,\n+234-803-000-0003,b"\n';
    expect(await check({ 'members.csv': list })).toContain(
      'members.csv:2:1 warning CS6041 1 row has a cell with lines that look like rows: 2',
    );
  });

  test.each([
    '0803 000 0002',
    '07911 123456',
    '0151/23456789',
    '(020) 7946 0018',
    '06 12 34 56 78',
    '(415) 555-2671',
    '415-555-2671',
    '+234\u00a0803\u00a0000\u00a00002',
    '٠٨٠٣٠٠٠٠٠٠٢',
  ])('is found however the number is written: %s', async (national) => {
    const list = `phone,note\n+2348030000001,"a\n${national},b"\n`;
    expect(await check({ 'members.csv': list })).toEqual([
      'members.csv:2:1 warning CS6041 1 row has a cell with lines that look like rows: 1',
      '  hint: a quote may be missing or extra, or these lines end in another way than the first: the people in such a cell are left out',
      '  see: campaign.yaml:5:20 named here',
    ]);
  });

  test('is found where its lines end with a carriage return alone, and the first does not', async () => {
    const list = 'phone\n2348030000001\r2348030000002\r2348030000003\n2348030000004\n';
    const found = await check({ 'members.csv': list });
    expect(found).toContain('members.csv:2:1 warning CS6041 1 row has a cell with lines that look like rows: 2');
    expect(found).toContain('members.csv:2:1 warning CS6006 1 row has no usable number in `phone` and is left out');
  });

  test('is not found in a note or an address of several lines', async () => {
    const list = 'phone,note,city\n2348030000001,"call back\nunder 08030000002,\nafter 9",Lagos\n';
    expect(await check({ 'members.csv': list })).toEqual([]);
  });

  test.each(['01-02-2026', '2026-02-01 10:30', '01.02.2026 10:30', '1 02 2026', 'order 12-345-678'])(
    'is not found in a note with a comma and %s',
    async (date) => {
      const list = `phone,note\n+2348030000001,"called\non ${date}, at noon"\n`;
      expect(await check({ 'members.csv': list })).toEqual([]);
    },
  );
});

describe('a file that is not the list', () => {
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n';

  test.each(['members.csv', 'members.jsonl'])('a pointer of Git LFS as %s is called so', async (name) => {
    const [first, hint] = await check({ [name]: pointer }, campaign(`file: ${name}`));
    expect([first, hint]).toEqual([
      `${name}:1:1 error CS6001 This file is a pointer of Git LFS, not the list`,
      '  hint: run `git lfs pull`',
    ]);
  });

  test('nor does it exclude anybody', async () => {
    const files = { 'members.csv': 'phone\n2348030000001\n', 'gone.csv': pointer };
    const [first] = await check(files, campaign('file: members.csv, exclude: [gone.csv]'));
    expect(first).toBe('gone.csv:1:1 error CS6001 This file is a pointer of Git LFS, not the list');
  });

  test.each(['<!DOCTYPE html><html>', '\ufeff\n<html lang="en">', '<?xml version="1.0"?>'])(
    '%j is a web page',
    async (page) => {
      const [first] = await check({ 'members.csv': `${page}\n<body>Not found</body>\n` });
      expect(first).toBe('members.csv:1:1 error CS6001 This file is a web page, not a list');
    },
  );
});

describe('rows with another number of fields than the header', () => {
  test.each([
    [
      'phone;name\n2348030000001;Ada;\n2348030000002;Bo;\n',
      'the first line lacks the `;` at its end that these rows have: add it there',
    ],
    ['phone;name\n2348030000001;"Ada";\n', 'the first line lacks the `;` at its end that this row has: add it there'],
    ['phone;name\n2348030000001;Ada;\n2348030000002;Bo;x\n', 'put a value that contains `;` in quotes'],
    ['phone;name\n2348030000001;Ada;\n2348030000002\n', 'put a value that contains `;` in quotes'],
    [
      'phone;name;note\n2348030000001;Ada\n',
      'add the `;` that this row lacks, remove what is not a recipient, or put a value of several lines in quotes',
    ],
    [
      'phone;name\n2348030000001;Ada\nCopyright\nConfidential\n',
      'add the `;` that these rows lack, remove what is not a recipient, or put a value of several lines in quotes',
    ],
  ])('%j', async (list, hint) => {
    expect((await check({ 'members.csv': list }, campaign('file: members.csv, sep: ";"')))[1]).toBe(`  hint: ${hint}`);
  });
});

describe("Excel's own first line", () => {
  test.each([
    ['sep=;', 'phone;name', 'file: members.csv', 'remove this line, and set `sep: ";"` in the audience'],
    ['sep=;', 'phone;name', 'file: members.csv, sep: ";"', 'remove this line'],
    ['sep=,', 'phone,name', 'file: members.csv', 'remove this line'],
    ['\ufeffSEP=;\r', 'phone;name\r', 'file: members.csv', 'remove this line, and set `sep: ";"` in the audience'],
    ['sep=\t', 'phone\tname', 'file: members.csv, sep: "\\t"', 'remove this line'],
  ])('%j before %j with %s is one finding', async (line, header, audience, hint) => {
    const mark = header.includes(';') ? ';' : header.includes('\t') ? '\t' : ',';
    const list = `${line}\n${header}\n2348030000001${mark}Ada\n2348030000002${mark}Bo, the second\n`;
    expect((await check({ 'members.csv': list }, campaign(audience))).slice(0, 2)).toEqual([
      'members.csv:1:1 error CS6002 The first line is `sep=` of Excel, not the names of the columns',
      `  hint: ${hint}`,
    ]);
  });
});

describe('a number that its country does not have', () => {
  test('is a warning with its rows, in the list', async () => {
    const cells = ['2348030000001', '22507123456', '22997123456', '+331234567890', '11111111111', '2250707123456'];
    expect(await check({ 'members.csv': `phone\n${cells.join('\n')}\n` })).toEqual([
      'members.csv:3:1 warning CS6043 4 numbers are not valid in their countries',
      '  hint: check for missing or extra digits: a message to such a number reaches nobody, or somebody else',
      '  see: members.csv:4:1 also here',
      '  see: members.csv:5:1 also here',
      '  see: members.csv:6:1 also here',
      '  see: campaign.yaml:5:20 named here',
    ]);
  });

  test('and in an `exclude` file, where its owner may be in the list under another number', async () => {
    const files = { 'members.csv': 'phone\n2250707123456\n', 'gone.csv': 'phone\n22507123456\n' };
    expect((await check(files, campaign('file: members.csv, exclude: [gone.csv]'))).slice(0, 2)).toEqual([
      'gone.csv:2:1 warning CS6043 1 number is not valid in its country',
      '  hint: check for missing or extra digits: the person who is meant may be in the list under another number',
    ]);
  });

  test.each([
    2348030000001, 14155552671, 12425550123, 441632960001, 4915112345678, 390612345678, 5215512345678, 525512345678,
    551187654321, 5511987654321, 541123456789, 5491123456789, 2250707123456, 2290197123456, 77011234567, 61412345678,
    919812345678, 8613912345678, 80012345678, 870773123456, 2340001000900,
  ])('%i may be one', (number) => {
    expect(isInNumberPlan(number)).toBe(true);
  });

  test.each([11234567890, 10005551234, 331234567890, 22507123456, 22997123456, 54111523456789])(
    '%i is not one',
    (number) => {
      expect(isInNumberPlan(number)).toBe(false);
    },
  );
});

describe('text that was garbled before', () => {
  test.each([
    ['Ren\ufffd', '\ufffd'],
    ['RenÃ©', 'Ã©'],
    ['JosÃ\u00ad', 'Ã\u00ad'],
    ['itâ€™s', 'â€™'],
    ['hello ðŸ‘‹', 'ðŸ‘‹'],
    ['ÐœÐ°Ñ€Ð¸Ñ', 'ÐœÐ°Ñ€Ð¸'],
    ['Ren√©', '√©'],
    ['Ren├⌐', '├⌐'],
    ['Ada\u0092s', '\u0092'],
    ['Ada\0', '\0'],
    ['Ada\x7f', '\x7f'],
    ['Ada_x000D_', '_x000D_'],
    ['="007"', '="'],
    ['Marks &amp; Co', '&amp;'],
    ['O&#39;Neil', '&#39;'],
    ['O&#x27;Neil', '&#x27;'],
    ['Ren&eacute;', '&eacute;'],
  ])('%s is found by %s', (text, part) => {
    expect(garbledPart(text)?.startsWith(part.slice(0, 2))).toBe(true);
  });

  test.each([
    'Renée',
    'São Paulo',
    'SÃO PAULO',
    'IRMÃ',
    '“MALMÖ”',
    'Åsa',
    'ÎLE',
    'Ñandú',
    'Marks & Co',
    'a="b"',
    'first_name\tof\r\nall',
    'AT&T;',
    'a & b; c',
    'Ωμέγα',
    'Мария',
    'مريم',
    '張偉',
    '√2',
    '👩‍👩‍👧',
    'naïve «café»',
    'Ø',
    'ÐÞ',
    'x²',
    'Zoë…',
    'Ça va',
    'Â',
    'ä–ö',
  ])('%s is not', (text) => {
    expect(garbledPart(text)).toBeUndefined();
  });

  test('is a warning where a template would send it, with the rows', async () => {
    const list = 'phone,name\n2348030000001,Ada\n2348030000002,RenÃ©\n2348030000003,O&#39;Neil\n';
    const yaml = campaign('file: members.csv', ', orderId: "{{ recipient.phone }}-{{ recipient.name }}"');
    const found = await check({ 'members.csv': list }, yaml);
    expect(found).toContain('  hint: export the list again from its source, as UTF-8 and without HTML');
    expect(found.filter((line) => line.includes('of this recipient'))).toEqual([
      '  see: members.csv:3:15 `name` of this recipient',
      '  see: members.csv:4:15 `name` of this recipient',
    ]);
    expect(await check({ 'members.csv': list })).toEqual([]);
  });

  test.each(['\\N', '<NA>', 'NaT', '[NULL]', '[object Object]', '#ERROR!', '#SPILL!', '(NULL)', '<nil>'])(
    '%s of an export is a placeholder',
    async (word) => {
      const yaml = campaign('file: members.csv', ', orderId: "{{ recipient.phone }}-{{ recipient.name }}"');
      const [first] = await check({ 'members.csv': `phone,name\n2348030000001,${word}\n` }, yaml);
      expect(first).toContain(`warning CS6017 1 recipient has a placeholder such as \`${word}\` in \`name\``);
    },
  );

  test.each(['{{ first_name }}', '{% if vip %}', '*|FNAME|*'])('%s in a cell is not filled in', async (word) => {
    const yaml = campaign('file: members.csv', ', orderId: "{{ recipient.phone }}-{{ recipient.name }}"');
    const [first] = await check({ 'members.csv': `phone,name\n2348030000001,Dear ${word}!\n` }, yaml);
    expect(first).toContain(`warning CS6017 1 recipient has a placeholder such as \`${word}\` in \`name\``);
    expect(await check({ 'members.csv': 'phone,name\n2348030000001,{a} *|\n' }, yaml)).toEqual([]);
  });
});

describe('a path that is not one of a file here', () => {
  test.each([
    ['lists\\\\members.csv', 'write `/` between folders: `lists/members.csv`'],
    ['C:\\\\lists\\\\members.csv', 'write the path relative to the campaign file, with `/`'],
    [
      'https://example.com/members.csv',
      'this is an address: a list is read from one with `http:` in place of `file:`; other files are kept beside the campaign',
    ],
    ['lists/*.csv', 'patterns are not supported: name one file, or merge the lists into one'],
    ['~/members.csv', '`~` is not read as your home folder: write the path relative to the campaign file'],
  ])('%s gets its hint', async (path, hint) => {
    const files = { 'members.csv': 'phone\n2348030000001\n' };
    expect((await check(files, campaign(`file: "${path}"`))).slice(0, 2)).toEqual([
      `campaign.yaml:5:20 error CS3018 There is no file \`${path.replaceAll('\\\\', '\\')}\``,
      `  hint: ${hint}`,
    ]);
  });

  test.each(['-', '/dev/stdin', '/dev/fd/63', '/proc/self/fd/11'])(
    'a campaign from %s is said to be impossible',
    async (path) => {
      const { err } = await checkFiles({}, { files: [path] });
      expect(err).toContain('A campaign cannot be read from stdin');
    },
  );
});
