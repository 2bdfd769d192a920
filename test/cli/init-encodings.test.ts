import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseArguments } from '../../src/cli/parse-arguments.ts';
import { commandHost } from '../rig/command-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-encodings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Of the tests' own, for what Node cannot encode: the bytes from 0x80 on, one or two, by their letters. */
const codePages = {
  'windows-1250': { Ł: 0xa3, ł: 0xb3, ř: 0xf8, í: 0xed, č: 0xe8 },
  'windows-1251': { И: 0xc8, в: 0xe2, а: 0xe0, н: 0xed, В: 0xc2, А: 0xc0, Н: 0xcd },
  'windows-1252': { ü: 0xfc, é: 0xe9, è: 0xe8, Ö: 0xd6, ß: 0xdf, '’': 0x92, Š: 0x8a, '\u00a0': 0xa0 },
  'windows-1253': { Ε: 0xc5, λ: 0xeb, έ: 0xdd, ν: 0xed, η: 0xe7 },
  'windows-1254': { ş: 0xfe, ı: 0xfd },
  shift_jis: {
    鈴: 0x97e9,
    木: 0x96d8,
    高: 0x8d82,
    橋: 0x8bb4,
    電: 0x9364,
    話: 0x9862,
    番: 0x94d4,
    号: 0x8d86,
    氏: 0x8e81,
    名: 0x96bc,
    ﾔ: 0xd4,
    ﾏ: 0xcf,
  },
  macintosh: { ü: 0x9f, é: 0x8e, è: 0x8f },
  ibm850: { ü: 0x81, é: 0x82, è: 0x8a },
} as const;

function encoded(text: string, page: keyof typeof codePages): Buffer {
  const bytes: Readonly<Record<string, number>> = codePages[page];
  const codes = Array.from(text, (letter) => bytes[letter] ?? letter.charCodeAt(0));
  return Buffer.from(codes.flatMap((code) => (code > 0xff ? [code >> 8, code & 0xff] : [code])));
}

/** What `init` writes of the audience and says of the encoding, or its error; and what `check` and `plan` say then. */
async function started(list: Uint8Array) {
  rmSync(join(folder, 'c'), { recursive: true, force: true });
  mkdirSync(join(folder, 'c'));
  writeFileSync(join(folder, 'c/l.csv'), list);
  const run = async (...words: readonly string[]) => {
    const { host, out, err } = commandHost({ now: Date.parse('2026-11-22T14:00:00Z') });
    await parseArguments(words, { ...host, cwd: folder });
    return { out: out(), err: err() };
  };
  const { out, err } = await run('init', 'c', '--kind', 'whatsapp', '--list', 'c/l.csv', '--timezone', 'Europe/Berlin');
  if (err !== '') return { err };
  const people = /people: \{ (.*?), (?:lastInbound|country)/.exec(
    readFileSync(join(folder, 'c/first-message.yaml'), 'utf8'),
  );
  const check = (await run('check', 'c/first-message.yaml')).out;
  const plan = (await run('plan', 'c/first-message.yaml', '--show')).out;
  return { people: people?.[1], said: /encoding: +(.*)/.exec(out)?.[1], check, greeting: /Hello .*?,/.exec(plan)?.[0] };
}

const head = 'Name;Telefon;Letzte Nachricht\n';
const row = (name: string, at = 1): string => `${name};+49 151 2345678${at};23.11.2026 09:30\n`;

describe('a list that is not UTF-8', () => {
  test.each([
    ['windows-1252', 'Jürgen'],
    ['windows-1252', 'Zoé O’Š'],
    ['windows-1250', 'Łukasz'],
    ['windows-1250', 'Michał'],
    ['windows-1251', 'Иван'],
    ['windows-1251', 'ИВАН'],
    ['shift_jis', '鈴木'],
    ['shift_jis', '高橋 ﾔﾏ'],
  ] as const)('gets the encoding %s by letters such as `%s`', async (encoding, name) => {
    expect(await started(encoded(head + row(name), encoding))).toEqual({
      people: `file: l.csv, key: Telefon, sep: ";", encoding: ${encoding}`,
      said: `\`${encoding}\` by its letters, as in \`${name}\`; if that is wrong, write another`,
      check: expect.stringContaining('no problems'),
      greeting: `Hello ${name},`,
    });
  });

  test('may have another encoding in which names are words, too, so both readings of one are shown', async () => {
    const { said } = await started(encoded(head + row('Zoé') + row('Jiří', 2), 'windows-1250'));
    expect(said).toBe('`windows-1252` by its letters, as in `Jiøí`; if it should be `Jiří`, write `windows-1250`');
  });

  const ofNumbers = 'by the countries of its numbers, as in';
  test.each([
    [
      '+420 601 234 567',
      'windows-1250',
      'Jiří',
      `${ofNumbers} \`Jiří\`; if it should be \`Jiøí\`, write \`windows-1252\``,
    ],
    ['381601234567', 'windows-1250', 'Łuka', `${ofNumbers} \`Łuka\`; if that is wrong, write another`],
    ['381601234567', 'windows-1251', 'Иван', `${ofNumbers} \`Иван\`; if that is wrong, write another`],
    ['+81 90 1234 5678', 'shift_jis', '鈴木', `${ofNumbers} \`鈴木\`; if that is wrong, write another`],
    ['+30 691 234 5678', 'windows-1253', 'Ελένη', `${ofNumbers} \`Ελένη\`; if that is wrong, write another`],
    [
      '+90 532 123 45 67',
      'windows-1254',
      'Işık',
      `${ofNumbers} \`Işık\`; if it should be \`Iþýk\`, write \`windows-1252\`; if it should be \`Iţýk\`, write \`windows-1250\``,
    ],
    // In the encoding of these countries, it is not a word.
    ['+7 912 345-67-89', 'windows-1252', 'Jürgen', 'by its letters, as in `Jürgen`; if that is wrong, write another'],
    ['+30 691 234 5678', 'windows-1252', 'Jürgen', 'by its letters, as in `Jürgen`; if that is wrong, write another'],
  ] as const)('by numbers such as %s, it has the encoding %s', async (number, encoding, name, words) => {
    const { said, greeting } = await started(encoded(`${head}${name};${number};23.11.2026 09:30\n`, encoding));
    expect({ said, greeting }).toEqual({ said: `\`${encoding}\` ${words}`, greeting: `Hello ${name},` });
  });

  test('shows no number, and need not have letters', async () => {
    const list = encoded('Telefon;Letzte Nachricht\n+49\u00a0151\u00a023456781;23.11.2026 09:30\n', 'windows-1252');
    expect((await started(list)).said).toContain('`windows-1252` by its letters; please check');
    const { said } = await started(encoded(`${head}${row('é 0151 23456789')}`, 'windows-1252'));
    expect(said).toContain('as in `é 015…6789`');
  });

  test.each([
    ['windows-1253', 'Ελένη'],
    ['macintosh', 'Hélène'],
    ['macintosh', 'René'],
    ['ibm850', 'Jürgen'],
    ['ibm850', 'Hélène'],
  ] as const)('in %s is refused where `%s` would not be a word', async (encoding, name) => {
    expect(await started(encoded(head + row(name), encoding))).toEqual({
      err: 'c/l.csv:2: From this line on the file is not UTF-8. Save it as “CSV UTF-8”; in another encoding, names are garbled. Nothing was written.\n',
    });
  });

  test('is found by most of its texts: one may be odd', async () => {
    const names = ['m²x', ...Array.from({ length: 12 }, () => 'Jürgen')];
    const rows = names.map((name, at) => `${name};+49 151 234567${at + 10};23.11.2026 09:30\n`);
    const { people } = await started(Buffer.from(head + rows.join(''), 'latin1'));
    expect(people).toContain('encoding: windows-1252');
  });
});

test('a list of Japan has its encoding without country codes, too', async () => {
  const list = encoded('氏名,電話番号\n鈴木,090-1234-5678\n高橋,090-1234-5679\n', 'shift_jis');
  expect((await started(list)).said).toBe('`shift_jis` by its letters, as in `鈴木`; if that is wrong, write another');
});

test('a list in UTF-16, as Excel writes it, needs no encoding', async () => {
  const text = `\ufeff${head}${row('Jürgen “Š” Łukasz')}`.replaceAll(';', '\t').replaceAll('\n', '\r\n');
  expect(await started(Buffer.from(text, 'utf16le'))).toEqual({
    people: 'file: l.csv, key: Telefon, sep: "\\t"',
    said: undefined,
    check: expect.stringContaining('no problems'),
    greeting: 'Hello Jürgen “Š” Łukasz,',
  });
});
