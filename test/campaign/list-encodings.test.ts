import { describe, expect, test } from 'vitest';
import { checkFiles } from './check-example.ts';

const campaign = (audience: string): string => `campaign: trial
timezone: Africa/Lagos
audiences: { members: { ${audience} } }
steps: { code: { uses: otp.send, forEach: members, with: { appId: sandbox-app, templateId: 31 } } }
`;
const list = 'phone,first_name\n2348030000001,Ada\n';
const wide = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le'));
const western = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

/** What `check` prints without its last lines, and the whole files of an audience. */
async function said(audience: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const { out, err } = await checkFiles({ 'campaign.yaml': campaign(audience), ...files });
  expect(err).toBe('');
  return out.replace(/(^|\n)(. campaign\.yaml: |Hours in )[^]*$/, '$1').trimEnd();
}

describe('a list in UTF-16', () => {
  test.each([
    ['in one byte order', wide(`\uFEFF${list}`)],
    ['in the other', new Uint8Array(Buffer.from(wide(`\uFEFF${list}`)).swap16())],
  ])('with a mark has no finding, %s', async (_, bytes) => {
    const files = { 'members.csv': bytes, 'gone.csv': wide('\uFEFFphone\n2348030000009\n') };
    expect(await said('file: members.csv, key: phone, exclude: [gone.csv]', files)).toBe(
      'gone.csv: 1 number, 0 of them left out of `members`',
    );
  });

  test('with tabs needs `sep`, and findings show its lines', async () => {
    const text = '\uFEFFphone\tfirst_name\r\n2348030000001\tJürgen\r\n2348030000001\tZoë\r\n';
    expect(
      await said('file: members.csv, key: phone', { 'members.csv': wide(text) }),
    ).toBe(`members.csv:1:1 error CS6002 The columns are separated by tabs, not by commas
> 1 | phone	first_name
    | ^^^^^^^^^^^^^^^^
  hint: set \`sep: "\\t"\` in the audience
  see: campaign.yaml:3:31 named here`);
    expect(
      await said('file: members.csv, key: phone, sep: "\\t"', { 'members.csv': wide(text) }),
    ).toBe(`members.csv:3:1 warning CS6005 1 duplicate row left out: each person is contacted once
> 3 | 234………………0001	Zoë
    | ^^^^^^^^^^^^^
  see: members.csv:2:1 the first of them
  see: campaign.yaml:3:31 named here`);
  });

  test('that has lost a byte, or only says that it is UTF-16, shows no number of those that follow', async () => {
    const rows = Array.from({ length: 40 }, (_, row) => `${2348030000000 + row},Ada\n`).join('');
    const [text, plain] = [wide(`\uFEFFphone,first_name\n${rows}`), Buffer.from(`phone,first_name\n${rows}`)];
    const lost = new Uint8Array([...text.subarray(0, 300), ...text.subarray(301)]);
    const marked = new Uint8Array([0xff, 0xfe, ...plain, ...(plain.length % 2 === 0 ? [] : [0x0a])]);
    for (const bytes of [lost, marked]) {
      const out = await said('file: members.csv, key: phone', { 'members.csv': bytes });
      expect(out).toContain('CS6001 From this line on the file is not `utf-16le`');
      for (const order of [Buffer.from(out, 'utf16le'), Buffer.from(out, 'utf16le').swap16()])
        expect(order.toString('latin1').replaceAll('\0', '')).not.toMatch(/\d{7}/);
    }
  });

  test('without a mark is shown as it is meant, with the name to write', async () => {
    const files = { 'members.csv': wide(list) };
    expect(
      await said('file: members.csv, key: phone', files),
    ).toBe(`members.csv:1:1 error CS6001 This file is UTF-16 without a byte order mark
> 1 | phone,first_name
    | ^^^^^^^^^^^^^^^^
  hint: save it as “CSV UTF-8”, or set \`encoding: utf-16le\` in the audience
  see: campaign.yaml:3:31 named here`);
    expect(await said('file: members.csv, key: phone, encoding: utf-16le', files)).toBe('');
  });

  test('that is cut is refused at its last line', async () => {
    expect(
      await said('file: members.csv, key: phone', { 'members.csv': wide(`\uFEFF${list}`).subarray(0, -1) }),
    ).toBe(`members.csv:2:1 error CS6001 From this line on the file is not \`utf-16le\`
> 2 | 234………………0001,Ada
    | ^^^^^^^^^^^^^^^^^
  hint: copy it again, or export the list again
  see: campaign.yaml:3:31 named here`);
  });
});

describe('a list that is not UTF-8', () => {
  test.each([
    ['windows-1251', Buffer.from('phone,name\n+79161234567,\xc8\xe2\xe0\xed\n', 'latin1'), 'Иван'],
    ['windows-1256', Buffer.from('phone,name\n+971501234567,\xe3\xcd\xe3\xcf\n', 'latin1'), 'محمد'],
    ['windows-874', Buffer.from('phone,name\n+66812345678,\xca\xc1\xaa\xd2\xc2\n', 'latin1'), 'สมชาย'],
    ['gb18030', Buffer.from('phone,name\n+8613800138000,\xd5\xc5\xce\xb0\n', 'latin1'), '张伟'],
    ['big5', Buffer.from('phone,name\n+886912345678,\xb3\xaf\xa4\x6a\xa4\xe5\n', 'latin1'), '陳大文'],
    ['euc-kr', Buffer.from('phone,name\n+821012345678,\xb1\xe8\xc3\xb6\xbc\xf6\n', 'latin1'), '김철수'],
  ])('is shown in the encoding of the people of its numbers: %s', async (encoding, list, name) => {
    const found = await said('file: members.csv, key: phone', { 'members.csv': list });
    expect(found).toContain(`set \`encoding: ${encoding}\` in the audience: then this line says`);
    expect(found).toContain(`,${name}\`\n`);
    expect(await said(`file: members.csv, key: phone, encoding: ${encoding}`, { 'members.csv': list })).toBe('');
  });

  const members = western('first_name;phone\nAda;+234 803 000 0001\nJürgen;+49 151 23456789\n');

  test('is shown as it may be meant, with what to write', async () => {
    expect(
      await said('file: members.csv, key: phone, sep: ";"', { 'members.csv': members }),
    ).toBe(`members.csv:3:1 error CS6001 From this line on the file is not UTF-8
> 3 | Jürgen;+49 1…… …………6789
    | ^^^^^^^^^^^^^^^^^^^^^^^
  hint: save it as “CSV UTF-8”, or set \`encoding: windows-1252\` in the audience: then this line says \`Jürgen;+49 1…… …………6789\`
  see: campaign.yaml:3:31 named here`);
    const files = { 'members.csv': members, 'gone.csv': western('phone;reason\n+49 151 23456789;wünscht nichts\n') };
    expect(
      await said('file: members.csv, key: phone, sep: ";", encoding: windows-1252, exclude: [gone.csv]', files),
    ).toBe('gone.csv: 1 number, 1 of them left out of `members`');
  });

  test('is shown in part where the line is long', async () => {
    const long = western(`phone,a,name,b\n2348030000001,${'x'.repeat(50)},Jürgen,${'y'.repeat(50)}\n`);
    expect(await said('file: members.csv, key: phone', { 'members.csv': long })).toContain(
      `: then this line says \`…${'x'.repeat(18)},Jürgen,${'y'.repeat(34)}…\``,
    );
  });

  test('with a byte order mark of UTF-8 can only be saved again', async () => {
    const files = { 'members.csv': Buffer.concat([Buffer.from('\uFEFF'), members]) };
    expect(await said('file: members.csv, key: phone, sep: ";"', files)).toContain(
      'hint: save it as “CSV UTF-8”; in another encoding, names are garbled\n',
    );
  });

  test('among the excluded ones needs the encoding of the audience', async () => {
    const files = { 'members.csv': list, 'gone.csv': western('phone,reason\n2348030000001,wünscht nichts\n') };
    expect(await said('file: members.csv, key: phone, exclude: [gone.csv]', files)).toContain(
      'hint: save it as “CSV UTF-8”; in another encoding, names are garbled\n',
    );
  });
});

describe('an encoding', () => {
  test('that the byte order mark contradicts is refused', async () => {
    const files = { 'members.csv': `\uFEFF${list}`, 'gone.csv': wide('\uFEFFphone\n2348030000009\n') };
    expect(
      await said('file: members.csv, key: phone, encoding: windows-1252, exclude: [gone.csv]', files),
    ).toBe(`gone.csv:1:1 error CS6001 This file is \`utf-16le\` by its byte order mark, not \`windows-1252\`
> 1 | phone
    | ^^^^^
  hint: save it in the encoding of the audience, or both as “CSV UTF-8”
  see: campaign.yaml:3:90 named here

members.csv:1:1 error CS6001 This file is \`utf-8\` by its byte order mark, not \`windows-1252\`
> 1 | phone,first_name
    | ^^^^^^^^^^^^^^^^
  hint: remove \`encoding\` from the audience
  see: campaign.yaml:3:31 named here`);
  });

  test('that does not have a byte is refused at the line', async () => {
    const files = { 'members.csv': western('phone,name\n2348030000001,Ada\n2348030000002,Ren\x81\n') };
    expect(await said('file: members.csv, key: phone, encoding: windows-1252', files)).toContain(
      `members.csv:3:1 error CS6001 From this line on the file is not \`windows-1252\`\n`,
    );
  });

  test('of UTF-16 that the list cannot have hides its numbers all the same', async () => {
    const out = await said('file: members.csv, key: phone, encoding: utf-16be', { 'members.csv': '2348030000001\n' });
    expect(out).toBe(`members.csv:1:1 error CS6001 From this line on the file is not \`utf-16be\`
> 1 | 234………………0001
    | ^^^^^^^^^^^^^
  hint: set the \`encoding\` in which it was saved, or save it as “CSV UTF-8” and remove \`encoding\`
  see: campaign.yaml:3:31 named here`);
  });

  test('in which names are garbled is a warning where a template reads them', async () => {
    const yaml = campaign('file: members.csv, key: phone, encoding: windows-1252').replace(
      'templateId: 31',
      'templateId: 31, orderId: "{{ recipient.phone }}-{{ recipient.name }}"',
    );
    const { out } = await checkFiles({ 'campaign.yaml': yaml, 'members.csv': 'phone,name\n2348030000001,Jürgen\n' });
    expect(out).toContain('warning CS6042 1 recipient');
  });

  test.each([
    ['windows-125', 'did you mean `windows-1250`?'],
    ['Windows-1252', 'write `windows-1252`'],
    ['latin1', 'write `windows-1252`'],
    ['UTF8', 'write `utf-8`'],
    ['ANSI', 'write the encoding of that Windows, such as `windows-1252` of Western Europe'],
  ])('that is called %s has that one finding', async (name, hint) => {
    const out = await said(`file: members.csv, key: phone, encoding: ${name}`, { 'members.csv': western(`${list}é`) });
    expect(out.match(/ CS\d+ .*/g)).toEqual([` CS2004 \`${name}\` is not allowed here`]);
    expect(out).toContain(`  hint: ${hint}`);
  });

  test('has only names that Node knows', async () => {
    const { default: schema } = await import('../../schemas/campaign.schema.json', { with: { type: 'json' } });
    const names = schema.$defs.Audience.properties.encoding.enum;
    expect(names.map((name) => new TextDecoder(name).encoding)).toEqual(names);
  });
});
