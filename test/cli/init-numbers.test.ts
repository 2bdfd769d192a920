import { afterAll, describe, expect, test } from 'vitest';
import { createStartedColumns } from './started-columns.ts';

const { columnsOf, remove } = createStartedColumns();
afterAll(remove);

describe('the column with the numbers of a list', () => {
  const number = '+49 151 23456789';
  /** What is found, the headings and the rows. */
  type Case = readonly [string, ...string[]];
  const other = '+49 30 12345678';
  test.each<Case>([
    // A country code in a column apart, by any heading.
    ...[
      'CC',
      'Dialling code',
      'Code pays',
      'Código de país',
      'Codice paese',
      'Landcode',
      'Ländercode',
      'Kod kraju',
    ].map((heading): Case => ['apart', `Name,${heading},Phone`, 'Ann,49,15112345671', 'Bob,44,7911123456']),
    ...['Landkod', 'International prefix', 'Intl code', 'Vorw.', 'C'].map(
      (heading): Case => ['apart', `Name,${heading},Phone`, 'Ann,DE +49,0151 12345671', 'Bob,+44 (0),7911123456'],
    ),
    ['apart', 'CC,Number', '0049,15112345671'],
    ['apart', 'CC,Phone', '1,(415) 555-2671'],
    ['apart', 'Area,Phone', '0151,12345671'],
    ['Phone', 'Age,Phone', '34,08031234567', '49,08061234567', '61,08051234567'],
    ['Phone', 'active,Phone', '1,08032234567', '1,08062234567'],
    ['Phone', 'Age,Phone', '34,2348031234567', '49,2348061234567'],
    ['Phone', 'Age,Phone', '34,15112345671', '49,15112345672', '27,15112345673'],
    ['Phone', 'CC,Phone', '49,+4915112345671', '44,+447911123456'],
    ['apart', 'CC,Phone', '49,+4915112345671', '44,+447911123456', '44,7911123457'],
    ['Phone', 'CC,Phone', '49,4915112345671', '44,447911123456'],
    // What counts the rows cannot be a code, even where it makes numbers.
    ...['S.No', 'Sl. No.', 'ID', 'No', 'Nr.', 'Lfd. Nr.', '#'].map(
      (heading): Case => [
        'several',
        `${heading},Mobile No.,WhatsApp No.`,
        '7,98100 00007,98100 00007',
        '1,98100 00001,',
      ],
    ),
    ['several', 'Place,Mobile No.,WhatsApp No.', '6,98100 00006,', '7,98100 00007,98100 00007', '8,98100 00008,'],
    ['apart', 'Group,Phone', '7,98100 00006', '7,98100 00007', '7,98100 00008'],
    ['apart', 'Nr.,Phone', '49,15112345671', '44,7911123456', '49,15112345672'],
    ['apart', ',Phone', '49,15112345671', '44,7911123456'],
    // The numbers of others.
    ['several', 'do not phone,number', `${other},${number}`],
    ['Phone', 'Emergency contact phone,Phone', `${other},${number}`],
    ['Telefon', 'Telefon (alt),Telefon', `${other},${number}`],
    ['Handy', 'Telefon Notfallkontakt,Handy', `${other},${number}`],
    ['several', 'Telefon Ehepartner,Kontakt', `${other},${number}`],
    ['Mobil', 'Telefax,Mobil', `${other},${number}`],
    ['several', 'Telegram,Kundennummer', `${other},${number}`],
    ['several', 'Agent mobile,Customer number', `${other},${number}`],
    ['several', 'Agent mobile,Customer number', `${other},(415) 555-2671`],
    ['Mobile', 'Company phone,Mobile', `${other},${number}`],
    ['several', 'previous phone,new number', `${other},${number}`],
    ['several', 'phone_id,contact', `49000000000001,${number}`],
    ['several', 'cell_tower,contact_number', `4915123456,${number}`],
    ['contact, by its rows', 'phone_verified_at,contact', `2026-11-20,${number}`],
    ['contact, by its rows', 'phone_verified_at,contact', `2026-11-20T08:00:00Z,${number}`],
    ['several', 'Phone 1,Phone 2', `${other},${number}`],
    ['several', 'Phone,Mobile', `${other},${number}`],
    ['Phone', 'Phone 2,Phone', `${other},${number}`],
    ['numbers in `Agent mobile`', 'Agent mobile,Phone', `${other},`],
    ['Phone', 'created,Phone', `1732356000,${number}`],
    ['Phone', 'WhatsApp,Phone', `yes,${number}`],
    // Rounded by a spreadsheet, they are still meant.
    ['Phone', 'Agent mobile,Phone', `${other},2.34803E+12`],
    ['Teléfono', 'Teléfono empresa,Teléfono', `${other},612345678`],
  ])('the numbers: %s, of %s', async (expected, ...lines) => {
    const said = await columnsOf(`${lines.join('\n')}\n`);
    const found = typeof said === 'string' ? said : said['key']!.replaceAll('`', '').replace(/;.*/, '');
    const refusals: Readonly<Record<string, RegExp>> = {
      apart: /a part of the numbers/,
      several: /numbers in `.*` and `.*`; say with `--key`/,
    };
    expect(found).toMatch(refusals[expected] ?? new RegExp(`^${expected}$|, and ${expected}; say with \`--key\``));
  });
});

test('a column of who agreed is not a part of the numbers, where its yes is the code of America', async () => {
  const rows = '(415) 555-2671,US,1\n(415) 555-2672,US,1\n(415) 555-2673,US,1\n';
  expect(await columnsOf(`Phone,Country,SMS Opt In\n${rows}`)).toMatchObject({
    key: '`Phone`',
    where: 'only people with `1` in `SMS Opt In`, as its heading says who may be contacted; please check',
  });
});
