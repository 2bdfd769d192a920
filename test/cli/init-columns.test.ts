import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createStartedColumns } from './started-columns.ts';

const { folder, run, columnsOf, remove } = createStartedColumns();
afterAll(remove);

describe('the columns of a list', () => {
  const number = '+49 151 23456789';
  const zone =
    'the country of each number decides; `timezone: { column: … }` names a column of IANA zones, `{ zone: … }` one for all';
  const country = 'numbers without a country code need `country: NG` or `country: { column: … }`';
  const wrote =
    'not found: the message is sent to everybody, and refused for all who have not written within 24 hours; `lastInbound: …` names the column';
  const where = 'no column says who must not be contacted: `where: …` or `exclude: [FILE]` leaves people out';
  const nobody = { where, timezone: `not found: ${zone}`, lastInbound: wrote, with: 'no first names found' };

  test.each([
    ['Name;Telefon;Land;Zeitzone;Letzte Nachricht\r\nEva;0664 1234567;Österreich;Europe/Vienna;23.11.2026 09:30\r\n'],
    ['Prénom;Téléphone portable;Pays;Fuseau horaire;Dernier message\nJean;06 12 34 56 78;France;Europe/Paris;\n'],
    ['الاسم;الهاتف;البلد;Time zone;آخر رسالة\nمحمد;0612345678;MA;Africa/Casablanca;\n'],
    ['Nombre;Móvil;País;Zona horaria;Último mensaje WhatsApp\nAna;612345678;España;Europe/Madrid;\n'],
    ['Imię;Numer telefonu;Kraj;Strefa czasowa;Ostatnia wiadomość\nJan;601 234 567;Polska;Europe/Warsaw;\n'],
    ['Όνομα;Τηλέφωνο;Χώρα;Time zone;Last message\nΕλένη;691 234 5678;Ελλάδα;Europe/Athens;\n'],
    ['氏名,電話番号,国,タイムゾーン,最終受信日時\n田中,090-1234-5678,日本,Asia/Tokyo,\n'],
    ['Nama Pasien,No. HP,Negara,Zona waktu,Pesan terakhir\nSiti,090-1234-5678,Jepang,Asia/Tokyo,\n'],
    ['Nome,Telemóvel,PAIS,Fuso horário,Última mensagem\nAna,912 345 678,Portugal,Europe/Lisbon,\n'],
    [
      '\ufeff"Имя"\t"Телефон"\t"Страна"\t"Часовой пояс"\t"Последнее сообщение"\nИван\t8 912 345-67-89\tРоссия\tEurope/Moscow\t\n',
    ],
  ])('are found by their headings in other languages: %j', async (text) => {
    const [name, ...others] = text
      .replaceAll(/["\ufeff]/g, '')
      .split(/[\r\n]/, 1)[0]!
      .split(/[;,\t]/);
    const [key, land, timezone, lastInbound] = others.map((heading) => `\`${heading}\``);
    const names = `first names from \`${name}\``;
    const read = text.includes('23.11.2026') ? ', read as `D.M.YYYY H:mm`' : '';
    const wrote = `${lastInbound}${read}`;
    expect(await columnsOf(text)).toEqual({ key, country: land, where, timezone, lastInbound: wrote, with: names });
    expect((await run(['check', join(folder, 'q/first-message.yaml')])).out).toMatch(/: no (?:problems|errors)\n/);
  });

  test.each([
    [
      '4795551234,4155552671',
      'America/New_York',
      ', country: US',
      'US, as numbers have no country code and the campaign is in United States; please check',
    ],
    [
      '0803 000 0001,0803 000 0002',
      'Africa/Lagos',
      ', country: NG',
      'NG, as numbers have no country code and the campaign is in Nigeria; please check',
    ],
    ['0171 3920004', 'Africa/Lagos', '', `not found: ${country}`],
    ['4795551234,4155552671', 'UTC', '', `not found: ${country}`],
    ['0171 3920004', 'America/New_York', '', `not found: ${country.replace('NG', 'US')}`],
    ['98100 00001,+91 98100 00002,919810000003', 'America/New_York', '', `not found: ${country.replace('NG', 'IN')}`],
    [
      '0803 000 0001,0803 000 0002,+44 7700 900104',
      'Africa/Lagos',
      ', country: NG',
      'NG, as numbers have no country code and the campaign is in Nigeria; please check',
    ],
    [
      '0171 3920004,+49 171 3920005',
      'Europe/Berlin',
      ', country: DE',
      'DE, as numbers have no country code and the campaign is in Germany; please check',
    ],
  ])('the country of %s in %s', async (numbers, timezone, written, words) => {
    rmSync(join(folder, 'q'), { recursive: true, force: true });
    mkdirSync(join(folder, 'q'));
    writeFileSync(join(folder, 'q/l.csv'), `phone\n${numbers.replaceAll(',', '\n')}\n`);
    const { out } = await run(['init', 'q', '--kind', 'whatsapp', '--list', 'q/l.csv', '--timezone', timezone]);
    expect(out).toContain(`  country:     ${words}\n`);
    const campaign = readFileSync(join(folder, 'q/first-message.yaml'), 'utf8');
    expect(campaign).toContain(`key: phone${written} }`);
  });

  test.each([
    [
      'phone;Werbesperre\n+49 151 23456789;nein\n+49 151 23456788;ja\n',
      ', where: { Werbesperre: [nein, ""] }',
      'only people with `nein` or nothing in `Werbesperre`, as its heading says who may be contacted; please check',
    ],
    [
      'phone;Einwilligung\n+4915123456781;ja\n+4915123456782;Ja\n+4915123456783;JA\n+4915123456784;x\n+4915123456785;nein\n+4915123456786;Nein\n+4915123456787;\n',
      ', where: { Einwilligung: [ja, Ja, JA, x] }',
      'only people with `ja` or `Ja` or `JA` or `x` in `Einwilligung`, as its heading says who may be contacted; please check',
    ],
    [
      'phone;Einwilligung\n+4915123456781;ja\n+4915123456782;nein\nSumme: 2;43\n;12\n',
      ', where: { Einwilligung: ja }',
      'only people with `ja` in `Einwilligung`, as its heading says who may be contacted; please check',
    ],
    [
      'phone,OK to Text?\n+4915123456789,Y\n+4915123456788,N\n',
      ', where: { "OK to Text?": "Y" }',
      'only people with `Y` in `OK to Text?`, as its heading says who may be contacted; please check',
    ],
    [
      'phone,Unsubscribed at\n+4915123456789,\n+4915123456788,2026-11-20\n',
      ', where: { "Unsubscribed at": "" }',
      'only people with nothing in `Unsubscribed at`, as its heading says who may be contacted; please check',
    ],
    [
      'phone,Einwilligung\n+4915123456789,\n+4915123456788,\n',
      '',
      'not clear, `Einwilligung` may say who must not be contacted: `where: …` leaves them out',
    ],
    [
      'phone,Consent\n+4915123456789,SMS\n+4915123456788,post\n',
      '',
      'not clear, `Consent` may say who must not be contacted: `where: …` leaves them out',
    ],
    [
      'phone,Status\n+4915123456789,active\n+4915123456788,unsubscribed\n',
      '',
      'not clear, `Status` may say who must not be contacted: `where: …` leaves them out',
    ],
    ['phone,Status\n+4915123456789,active\n+4915123456788,closed\n', '', where],
    ['phone,Email opt out\n+4915123456789,yes\n', '', undefined],
  ])('leaves out who said no: %j', async (text, written, words) => {
    expect(await columnsOf(text)).toMatchObject({ key: '`phone`', ...(words !== undefined && { where: words }) });
    const campaign = readFileSync(join(folder, 'q/first-message.yaml'), 'utf8');
    expect(/, where: \{.*\}(?= \}\n)/.exec(campaign)?.[0] ?? '').toBe(written);
  });

  test.each([
    ['11/28/26 13:05', ', read as `M/D/YY H:mm`'],
    ['5/6/2026 13:05', ', read as `D/M/YYYY H:mm`; or is it `M/D/YYYY H:mm`?'],
    ['28.11.2026', '; `28.11.2026` cannot be read, and who has such a time is skipped'],
    ['11/28/2026, 1:05:09 PM', ', read as `M/D/YYYY, h:mm:ss A`'],
    ['11/28/2026 1:05:09 PM', ', read as `M/D/YYYY h:mm:ss A`'],
    ['28.11.2026, 13:05:09', ', read as `D.M.YYYY, H:mm:ss`'],
    ['28.11.2026 13:05:09', ', read as `D.M.YYYY H:mm:ss`'],
    ['28/11/2026 13.05', ', read as `D/M/YYYY H.mm`'],
    ['11.06.2026, 13:05', ', read as `D.M.YYYY, H:mm`'],
    // Today is 22 November: one of the readings is in the future.
    ['11/12/2026 13:05', ', read as `M/D/YYYY H:mm`'],
    ['12/11/2026 13:05', ', read as `D/M/YYYY H:mm`'],
    ['11/12/2026 13:05\n+2348012345002,Bo,12/11/2026 13:05', ', read as `D/M/YYYY H:mm`; or is it `M/D/YYYY H:mm`?'],
    [
      '-\n+2348012345002,Bo,28.11.2026 18:05\n+2348012345003,Cy,n/a',
      ', read as `D.M.YYYY H:mm`; `-` cannot be read, and who has such a time is skipped',
    ],
    ['n/a\n+2348012345002,Bo,2026-11-28T13:05:00Z', '; `n/a` cannot be read, and who has such a time is skipped'],
    ['2026-11-28T13:05:00Z', ''],
  ])('say how the times of last messages are read, such as %s', async (time, how) => {
    const said = await columnsOf(
      `Phone,Name,Last message\n+2348012345001,Ada,${time.includes('\n') ? time : `"${time}"`}\n`,
    );
    expect(said).toMatchObject({ lastInbound: `\`Last message\`${how}` });
  });

  test('are not guessed by their rows: of the numbers it is said, the others are named', async () => {
    const rows = 'Max;0151 23456789;DE;Europe/Berlin;1\nEva;+43 664 1234567;AT;Europe/Vienna;2\n';
    expect(await columnsOf(`A;B;C;D;Numero\n${rows}`)).toEqual({
      ...nobody,
      key: '`B`, by its rows; please check',
      country: `not clear, perhaps \`C\`: ${country.replace('NG', 'AT')}`,
      timezone: `not clear, perhaps \`D\`: ${zone}`,
    });
    const doubtful = `Kunde;Telefon;Zeitzone\nMax;${number};MEZ\n`;
    const unlike = `not found, \`Zeitzone\` has UTC or something else: ${zone}`;
    expect(await columnsOf(doubtful)).toEqual({ ...nobody, key: '`Telefon`', timezone: unlike });
  });

  test('are refused with the reason', async () => {
    const several = 'say with `--key` which one to use';
    const one = 'name the one with the numbers `phone`';
    const together = (part: string) => `put both into one column, or remove \`${part}\` if it is something else`;
    for (const [text, problem] of [
      [
        `A;Kontakt;\nMax;${number};${number}\n`,
        ' has the columns `A`, `Kontakt` and `(no heading)`, and numbers in `Kontakt` and `(no heading)`; ' + several,
      ],
      [
        'Name;Vorwahl;Nummer\nMax;+49;15123456789\n',
        ' has a part of the numbers in `Vorwahl`, apart from `Nummer`; ' + together('Vorwahl'),
      ],
      [
        'phone_country_code,phone\n49,15123456789\n',
        ' has a part of the numbers in `phone_country_code`, apart from `phone`; ' + together('phone_country_code'),
      ],
      [
        `a,b,c,d,e,f,g,h,i,Telefon,Handy\n,,,,,,,,,${number},${number}\n`,
        ' has the columns `a`, `b`, `c`, `d`, `e`, `f`, `g`, `h` and 3 more, and numbers in `Telefon` and `Handy`; ' +
          several,
      ],
      [
        `Kunde;Telefon;Handy\n;;${number}\nMax;${number};\n`,
        ' has the columns `Kunde`, `Telefon` and `Handy`, and numbers in `Telefon` and `Handy`; ' + several,
      ],
      [`"{{ phone }}"\n${number}\n`, ' has the columns `{{ phone }}`, and numbers in `{{ phone }}`; ' + one],
      [
        `Telefono cliente;id\n612345678;12\n`,
        ' has the columns `Telefono cliente` and `id`, and numbers in `Telefono cliente`; ' + several,
      ],
      [`Telefon;Telefon\n${number};\n`, ':1: Two columns have the name `Telefon`. Rename one of them'],
      [
        `Max;${number}\n`,
        ':1: The first line contains a number instead of column names. Add a first line with a name for each column, including `phone`',
      ],
      [
        Buffer.from(`Telefon\n${number}\n`, 'utf16le'),
        ':1: This file is UTF-16 without a byte order mark. Save it as “CSV UTF-8”',
      ],
      [
        `sep=;\nTelefon;Land\n${number};DE\n`,
        ':1: The first line is `sep=` of Excel, not the names of the columns. Remove this line',
      ],
      [
        Buffer.from(`sep=;\nTelefon;Vorname\n${number};J\xfcrgen\n`, 'latin1'),
        ':1: The first line is `sep=` of Excel, not the names of the columns. Remove this line',
      ],
    ] as const)
      expect(await columnsOf(text)).toBe(`q/l.csv${problem}. Nothing was written.\n`);
  });

  const wroteAt = '2026-11-23T08:00:00Z';
  test.each([
    ['lastInbound', '', 'last message sent at', wroteAt],
    ['lastInbound', '', 'last message from us,last reply', `${wroteAt},${wroteAt}`],
    ['lastInbound', '', 'letzte nachricht von uns,letzte antwort', `${wroteAt},${wroteAt}`],
    ['lastInbound', '', 'Last message,Last reply', `${wroteAt},${wroteAt}`],
    ['lastInbound', '', 'last outbound message', wroteAt],
    ['lastInbound', 'last_inbound_message_at', 'last_inbound_message_at', wroteAt],
    ['lastInbound', 'Letzte Nachricht am', 'Letzte Nachricht am', wroteAt],
    ['country', '', 'country of birth,residence', 'NG,DE'],
    ['country', '', 'Land (Lieferung)', 'AT'],
    ['country', '', 'Country,Country code', 'Germany,DE'],
    ['country', 'Land', 'Land (Lieferung),Land', 'AT,DE'],
    ['country', 'Billing Country', 'Billing State,Billing Country', 'IN,US'],
    ['timezone', '', 'office timezone', 'Europe/Berlin'],
    ['timezone', '', 'timezone', 'UTC'],
    ['timezone', '', 'server', 'Etc/UTC'],
    ['timezone', 'timezone', 'office timezone,timezone', 'Europe/Berlin,Europe/Vienna'],
  ] as const)('%s is %j, of %s', async (field, column, headings, row) => {
    const said = (await columnsOf(`Telefon,${headings}\n0151 23456789,${row}\n`)) as Readonly<Record<string, string>>;
    expect(/^`(.*)`$/.exec(said[field]!)?.[1] ?? '').toBe(column);
  });

  test('are read as the campaign reads them, without characters that nobody sees', async () => {
    const row = `${number},Europe/Berlin\u200b,\u200e22/11/2026\u00a013:05`;
    expect(await columnsOf(`Phone,Time zone,Last message\n${row}\n`)).toMatchObject({
      timezone: '`Time zone`',
      lastInbound: '`Last message`, read as `D/M/YYYY H:mm`',
    });
    expect((await run(['plan', 'q/first-message.yaml', '--at', '2026-11-22 15:00'])).out).not.toContain('skipped:');
  });

  test('without a time of last messages, everybody is sent one, as `init` says', async () => {
    expect(await columnsOf(`Phone,Name\n${number},Ada\n`)).toMatchObject({ lastInbound: wrote });
    const { out } = await run(['plan', 'q/first-message.yaml']);
    expect(out).toContain('\n1 to send of 1\n');
  });

  test.each([
    'Country/Region',
    'Billing Country',
    'Mailing Country',
    'Shipping Country Code',
    'Pays/Région',
    'Land/Region',
    'País/Región',
  ])('the country is found as CRMs call it: %s', async (heading) => {
    expect(await columnsOf(`Phone,${heading}\n0151 23456789,Germany\n`)).toMatchObject({ country: `\`${heading}\`` });
  });

  test.each(['31-12-2026', '31.12.2026', '1-1-2027'])(
    'a column of dates is never offered as the numbers: %s',
    async (date) => {
      expect(await columnsOf(`Phone,Plan Expiry\n${number},${date}\n`)).toMatchObject({ key: '`Phone`' });
    },
  );

  test.each([
    'No\n0151 23456780,No\n0151 23456781,Yes',
    'N\n0151 23456780,NO',
    'nein\n0151 23456780,no',
    'Si\n0151 23456780,No',
  ])('a column of yes and no is never offered as a country: %j', async (cells) => {
    const said = await columnsOf(`Phone,Opt Out\n0151 23456789,${cells}\n`);
    expect(said).toMatchObject({ country: `not found: ${country}` });
  });

  test('Norway is a country where the heading says so', async () => {
    expect(await columnsOf('Phone,Country\n0151 23456789,NO\n')).toMatchObject({ country: '`Country`' });
  });

  test.each([
    'Name',
    'Full name',
    'Member Name',
    'Customer Name',
    'Client Name',
    'Contact Name',
    'Guest Name',
    'Patient Name',
  ])('names of people are found: %s', async (heading) => {
    const said = await columnsOf(`Phone,${heading}\n${number},Asha\n`);
    expect(said).toMatchObject({ with: `first names from \`${heading}\`` });
  });

  test.each([
    'State',
    'Billing State',
    'State/Province',
    'Province',
    'Region of the USA',
    'Mailing State/Province',
    'Estado',
    'Bundesland',
  ])('a state is never offered as a country: %s', async (heading) => {
    const text = `Phone,${heading}\n(415) 555-2671,IN\n(415) 555-2672,DE\n(415) 555-2673,CA\n`;
    expect(await columnsOf(text)).toMatchObject({ country: `not found: ${country}` });
  });

  test('the country matters where it makes another number: a number of Russia may be one of Britain', async () => {
    expect(await columnsOf('Phone,Country\n7911123456,UK\n')).toMatchObject({ country: '`Country`' });
    expect(await columnsOf('Phone,Residence\n7911123456,UK\n')).toMatchObject({
      country: `not clear, perhaps \`Residence\`: ${country}`,
    });
    expect(await columnsOf('Phone,Country\n4915123456789,Nigeria\n')).not.toHaveProperty('country');
  });

  test('with any headings, it writes what `check` accepts, or nothing', async () => {
    const odd = [
      '{{',
      '}}',
      '{%',
      '{',
      '"',
      "'",
      '\\',
      ':',
      ' #',
      '\n',
      '😀',
      '\u202e',
      'ה',
      '|',
      '*',
      '- ',
      '&',
      '\u0000',
    ];
    const piece = fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom(...odd, 'x'.repeat(200)));
    const headings = ['Phone', 'Vorname', 'Last message', 'Country', 'Time zone'];
    let written = 0;
    const isFine = async (pieces: readonly (readonly [string, string])[]): Promise<boolean> => {
      const header = pieces.map(([before, after], index) => before + headings[index] + after);
      const line = header.map((heading) => `"${heading.replaceAll('"', '""')}"`).join(',');
      const said = await columnsOf(`${line}\n0151 23456789,Ada,23/11/2026 08:05,DE,Europe/Berlin\n`);
      if (typeof said === 'string') return said.endsWith('Nothing was written.\n');
      written++;
      return (await run(['check', join(folder, 'q/first-message.yaml')])).exitCode === 0;
    };
    const pieces = fc.array(fc.tuple(piece, piece), { minLength: 5, maxLength: 5 });
    await fc.assert(fc.asyncProperty(pieces, isFine), { numRuns: 40, seed: 1 });
    expect(written).toBeGreaterThan(15);
  });

  const rows = `Name;Phone;Country\nAda;${number};DE\n`;
  test.each([
    ['Customer export\n', 2],
    ['Customer export;;\r\n;;\r\n', 3],
    ['\n"Customers, all"\n\nFrom;22.11.2026\n', 5],
    ['Customer export;A;B;C;D;E\n', 2],
  ])('below a title the headings are found: %j', async (title, line) => {
    expect(await columnsOf(title + rows)).toBe(
      `Line ${line} of q/l.csv looks like the headings: delete the lines above it. Nothing was written.\n`,
    );
  });

  test.each(['Name,Contact by\nAda,Phone\nBob,E-mail\n', `Title\n${'\n'.repeat(9)}${rows}`])(
    'a row that has no numbers below, or is far down, is not taken for headings: %j',
    async (text) => {
      expect(await columnsOf(text)).toMatch(/^q\/l.csv has the columns .*; name the one with the numbers/);
    },
  );

  test('a file whose name would be a template is refused', async () => {
    mkdirSync(join(folder, 'r'));
    writeFileSync(join(folder, 'r/{{ a }}.csv'), `phone\n${number}\n`);
    expect(await run(['init', 'r', '--kind', 'code', '--list', 'r/{{ a }}.csv', '--timezone', 'UTC'])).toMatchObject({
      exitCode: 2,
      err: 'r/{{ a }}.csv has a name with braces, and a campaign cannot name such a file: rename it. Nothing was written.\n',
    });
  });
});
