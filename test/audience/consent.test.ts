import { describe, expect, test } from 'vitest';
import { checkFiles } from '../campaign/check-example.ts';

const campaign = (audience: string) => `campaign: spring
timezone: Africa/Lagos
account: { appId: spring-app }
audiences:
  members: { file: members.csv, key: phone${audience} }
steps:
  code: { uses: otp.send, forEach: members, with: { templateId: 31 } }
`;

async function check(heading: string, cells: readonly string[], audience = '') {
  const rows = cells.map((cell, index) => `234803000000${index},${cell}`);
  const { out } = await checkFiles({
    'campaign.yaml': campaign(audience),
    'members.csv': `phone,${heading}\n${rows.join('\n')}\n`,
  });
  const [, found, hint] = /warning CS6047 (.*)\n[^]*?hint: (.*)\n/.exec(out) ?? [];
  return found === undefined ? [] : [found, hint];
}

describe('a column that says who may be contacted, and that nothing reads', () => {
  test.each([
    ['Werbesperre', ['nein', 'ja', '', 'ja'], '2 recipients have opted out', 'where: { Werbesperre: { not: ja } }'],
    ['Do Not Call', ['0', '1'], '1 recipient has opted out', 'where: { "Do Not Call": { not: "1" } }'],
    ['Unsubscribed at', ['', '2026-11-20'], '1 recipient has opted out', 'where: { "Unsubscribed at": "" }'],
    ['OK to Text?', ['Y', 'N', 'N'], '2 recipients have not agreed', 'where: { "OK to Text?": "Y" }'],
    ['SMS Consent', ['false', 'true', ''], '2 recipients have not agreed', 'where: { "SMS Consent": "true" }'],
    ['Opt-in date', ['2026-01-02', ''], '1 recipient has not agreed', 'where: { "Opt-in date": { not: "" } }'],
    [
      'DNC',
      ['yes', 'no', 'x', 'YES', 'x'],
      '4 recipients have opted out',
      'where: { DNC: { not: ["yes", x, "YES"] } }',
    ],
    [
      'Einwilligung',
      ['ja', 'nein', 'x', 'Ja', ''],
      '2 recipients have not agreed',
      'where: { Einwilligung: [ja, x, Ja] }',
    ],
    [
      'DND since',
      ['no', '2026-11-20', '2026-11-21'],
      '2 recipients have opted out',
      'where: { "DND since": ["no", ""] }',
    ],
    ['Ne plus contacter', ['oui', ''], '1 recipient has opted out', 'where: { "Ne plus contacter": { not: oui } }'],
    ['Acepta WhatsApp', ['sí', 'no'], '1 recipient has not agreed', 'where: { "Acepta WhatsApp": "sí" }'],
    ['رفض', ['نعم', ''], '1 recipient has opted out', 'where: { "رفض": { not: "نعم" } }'],
    ['配信停止', ['○', '', '希望'], '2 recipients have opted out', 'where: { "配信停止": { not: ["○", "希望"] } }'],
    ['電話NG', ['×', '〇'], '1 recipient has opted out', 'where: { "電話NG": { not: "〇" } }'],
    ['配信可否', ['○', 'x', 'X'], '2 recipients have not agreed', 'where: { "配信可否": "○" }'],
    ['連絡可否', ['可', '不可', '○'], '1 recipient has not agreed', 'where: { "連絡可否": ["可", "○"] }'],
    [
      'ショートメール受信拒否',
      ['はい', 'いいえ'],
      '1 recipient has opted out',
      'where: { "ショートメール受信拒否": { not: "はい" } }',
    ],
    ['オプトアウト日', ['', '2026-11-20'], '1 recipient has opted out', 'where: { "オプトアウト日": "" }'],
    ['Jangan dihubungi', ['ya', 'tidak'], '1 recipient has opted out', 'where: { "Jangan dihubungi": { not: ya } }'],
    [
      'Berhenti Berlangganan',
      ['', 'YA'],
      '1 recipient has opted out',
      'where: { "Berhenti Berlangganan": { not: YA } }',
    ],
    ['Setuju WA', ['ya', 'tidak setuju', ''], '2 recipients have not agreed', 'where: { "Setuju WA": ya }'],
    ['الموافقة', ['نعم', 'لا'], '1 recipient has not agreed', 'where: { "الموافقة": "نعم" }'],
    ['Opt-in', ['2026-01-02', 'no', ''], '2 recipients have not agreed', 'where: { Opt-in: { not: ["no", ""] } }'],
    [
      'Status',
      ['active', 'Unsubscribed', 'opted-out', 'declined', '0'],
      '2 recipients have opted out',
      'where: { Status: { not: [Unsubscribed, opted-out] } }',
    ],
    ['SMS_BLACKLISTED', ['1', ''], '1 recipient has opted out', 'where: { SMS_BLACKLISTED: { not: "1" } }'],
    ['SMS consent', ['', 'no'], '2 recipients have not agreed', 'where: { "SMS consent": "yes" }'],
  ])('is a warning: %s', async (heading, cells, people, condition) => {
    expect(await check(heading, cells)).toEqual([
      `${people} by \`${heading}\`, which the campaign does not read: they would be contacted`,
      `leave them out with \`${condition}\``,
    ]);
  });

  test.each([
    ['another spelling', 'Do not call', ['no', 'Yes'], '{ not: "yes" }', '["yes", "Yes"]'],
    ['a pattern as a value', 'Nao contatar', ['', 'Sim'], '{ not: "S*" }', '["S*", Sim]'],
    ['a column of who agreed', 'SMS consent', ['yes', 'Nein'], '{ not: { matches: "no*" } }', 'Nein'],
  ])(
    'is one where `where` was to leave them out, and leaves out nobody: %s',
    async (_, heading, cells, condition, no) => {
      expect(await check(heading, cells, `, where: { ${heading}: ${condition} }`)).toEqual([
        `1 recipient has opted out by \`${heading}\`, and \`where\` does not leave them out: they would be contacted`,
        `correct it: \`where: { "${heading}": { not: ${no} } }\``,
      ]);
    },
  );

  test('is one where `where` leaves out others who said no, and not them', async () => {
    expect(await check('Do not call', ['no', 'yes', 'y', 'TRUE'], ', where: { Do not call: { not: "yes" } }')).toEqual([
      '2 recipients have opted out by `Do not call`, and `where` does not leave them out: they would be contacted',
      'correct it: `where: { "Do not call": { not: ["yes", "y", "TRUE"] } }`',
    ]);
  });

  test.each([
    ['it names all of the cells', 'Werbesperre', ['nein', 'ja'], ', where: { Werbesperre: [nein, ja, ""] }'],
    ['the campaign reads it', 'Werbesperre', ['nein', 'ja'], ', where: { Werbesperre: { not: ja } }'],
    ['nobody has said no', 'Werbesperre', ['nein', 'nein'], ''],
    ['all have agreed', 'SMS consent', ['yes', 'yes'], ''],
    ['it is empty', 'SMS consent', ['', ''], ''],
    ['it is about e-mail', 'Email opt-out', ['no', 'yes'], ''],
    ['it has something else', 'Sperre', ['Halle 4', 'Halle 7'], ''],
    ['it is about something else', 'Note', ['no', 'yes'], ''],
    ['it is a status of another kind', 'Order status', ['no', 'yes', '0', '2026-11-01', 'refused'], ''],
    ['it is a status of e-mails', 'Email status', ['subscribed', 'unsubscribed'], ''],
  ])('is not one where %s', async (_, heading, cells, audience) => {
    expect(await check(heading, cells, audience)).toEqual([]);
  });
});

describe('a column that some steps read, and others do not', () => {
  const of = async (steps: string, list = 'phone,Do not call\n2348030000001,no\n2348030000002,yes\n') => {
    const { out } = await checkFiles({
      'campaign.yaml': `${campaign('').replace(/steps:[^]*/, '')}steps:\n${steps}`,
      'members.csv': list,
    });
    return [...out.matchAll(/warning CS6047 (.*)\n[^]*?hint: (.*)\n/g)].map(([, found, hint]) => [found, hint]);
  };
  const code = (id: string, forEach: string) =>
    `  ${id}: { uses: otp.send, forEach: { audience: members${forEach} }, with: { templateId: 31 } }\n`;
  const reader = code('first', ', where: { Do not call: { not: "yes" } }');
  const opted = '1 recipient has opted out by `Do not call`, which';
  const hint = 'leave them out with `where: { "Do not call": { not: "yes" } }` in the `forEach` of';

  test.each([
    ['one step does not', reader + code('all', ''), '`all` does not read', '`all`'],
    ['two do not', reader + code('all', '') + code('again', ''), '`all` and `again` do not read', 'these steps'],
    [
      'a text has it, and another step does not read it',
      `  text: { uses: otp.send, forEach: members, with: { templateId: 31, params: "{{ recipient['Do not call'] }}" } }\n${code('all', '')}`,
      '`all` does not read',
      '`all`',
    ],
  ])('is one warning that names the steps: %s', async (_, steps, words, place) => {
    expect(await of(steps)).toEqual([[`${opted} ${words}: they would be contacted`, `${hint} ${place}`]]);
  });

  test('is one where the own `where` of a step leaves out others who said no', async () => {
    const some = 'phone,Do not call\n2348030000001,no\n2348030000002,yes\n2348030000003,y\n';
    expect(await of(reader + reader.replace('first', 'again'), some)).toEqual([
      [
        '1 recipient has opted out by `Do not call`, and `where` does not leave them out: they would be contacted',
        'correct it: `where: { "Do not call": { not: ["yes", "y"] } }`',
      ],
    ]);
  });

  test.each([
    ['all read it', reader + reader.replace('first', 'again')],
    [
      'the other one takes whom a reader sent to',
      reader + code('again', ', onlyIf: { step: first, outcome: rejected }'),
    ],
    [
      'the other one contacts nobody',
      `${reader}  facts: { uses: sms.backfill, forEach: members, with: { createTime: 1, country: NG } }\n`,
    ],
  ])('is not one where %s', async (_, steps) => {
    expect(await of(steps)).toEqual([]);
  });
});

describe('somebody who said yes in one row and no in another', () => {
  const people = (one: string, other: string) =>
    `phone,name,Werbeeinwilligung
2348030000001,Ada,${one}
2348030000002,Zoë,ja
2348030000001,Ada,${other}
2348030000003,Uwe,nein
2348030000003,Uwe,nein
2348030000001,Ada,${other}
`;
  const found = async (list: string, audience: string) => {
    const { out } = await checkFiles({ 'campaign.yaml': campaign(audience), 'members.csv': list });
    return [...out.matchAll(/(\S+) warning CS6047 (.*)\n/g)].map(([, place, message]) => [place, message]);
  };
  const said = '1 recipient has opted out by `Werbeeinwilligung` in another row of the list: they would be contacted';

  test.each([
    ['the campaign reads the column', people('ja', 'nein'), ', where: { Werbeeinwilligung: ja }', 4],
    ['the no comes first', people('nein', 'ja'), ', where: { Werbeeinwilligung: ja }', 2],
    ['another condition leaves the row out', people('ja', 'nein').replace('1,Ada', '1,A'), ', where: { name: A }', 4],
  ])('is a warning with the row of the no: %s', async (_, list, audience, line) => {
    expect(await found(list, audience)).toEqual([[`members.csv:${line}:19`, said]]);
  });

  test('is a warning beside that for people whose first row says no', async () => {
    expect((await found(people('ja', 'nein'), '')).map(([, message]) => message)).toEqual([
      said,
      '1 recipient has not agreed by `Werbeeinwilligung`, which the campaign does not read: they would be contacted',
    ]);
  });

  test.each([
    ['every row of theirs says no', people('nein', 'nein'), ', where: { Werbeeinwilligung: ja }'],
    ['the other row says nothing', people('ja', ''), ', where: { Werbeeinwilligung: ja }'],
    ['a file leaves them out', people('ja', 'nein'), ', where: { Werbeeinwilligung: ja }, exclude: [out.csv]'],
  ])('is not one where %s', async (_, list, audience) => {
    const { out } = await checkFiles({
      'campaign.yaml': campaign(audience),
      'members.csv': list,
      'out.csv': 'phone\n2348030000001\n',
    });
    expect(out).not.toContain('CS6047');
  });
});

test('a line of JSON with a further name forgets nobody who said no before it', async () => {
  const lines = ['"Do not call":"yes"', '"Do not call":"yes"', '"Do not call":"no","name":"Ada"'];
  const { out } = await checkFiles({
    'campaign.yaml': campaign('').replace('members.csv', 'members.jsonl'),
    'members.jsonl': lines.map((line, at) => `{"phone":"234803000000${at}",${line}}\n`).join(''),
  });
  expect(out).toContain('2 recipients have opted out by `Do not call`, which the campaign does not read');
});

describe('an answer that says neither yes nor no', () => {
  const about = (heading: string, people: string) =>
    `CS6047 \`${heading}\` says neither yes nor no of ${people}: whether they may be contacted is not known`;
  const outOf = async (heading: string, cells: readonly string[], audience = '') => {
    const rows = cells.map((cell, index) => `234803000000${index},${cell}`);
    return checkFiles({
      'campaign.yaml': campaign(audience),
      'members.csv': `phone,${heading}\n${rows.join('\n')}\n`,
    });
  };

  test.each([
    ['of who wants no messages', 'Do not call', ['', 'ask my wife', 'ask first'], '', '2 recipients'],
    ['among answers of who agreed', 'SMS consent', ['yes', 'ask first'], '', '1 recipient'],
    [
      'that `where` does not name',
      'Opt-out',
      ['', 'yes', 'ask'],
      ', where: { Opt-out: { not: "yes" } }',
      '1 recipient',
    ],
  ])('stops the campaign: %s', async (_, heading, cells, audience, people) => {
    const { exitCode, out } = await outOf(heading, cells, audience);
    expect(out).toContain(`error ${about(heading, people)}`);
    expect(exitCode).toBe(1);
  });

  test('stops it where the own `where` of a step does not name it', async () => {
    const { exitCode, out } = await checkFiles({
      'campaign.yaml': campaign('').replace(
        'forEach: members',
        'forEach: { audience: members, where: { Opt-out: { not: "yes" } } }',
      ),
      'members.csv': 'phone,Opt-out\n2348030000001,yes\n2348030000002,ask first\n',
    });
    expect(out).toContain(`error ${about('Opt-out', '1 recipient')}`);
    expect(out).toContain('say it in `where`: `{ Opt-out: { not: ["yes", "ask first"] } }`');
    expect(exitCode).toBe(1);
  });

  test('is shown with both ways to go on, and each of them is one', async () => {
    const { out } = await outOf('Opt-out', ['', 'ask first']);
    expect(out).toContain(
      'say it in `where`: `{ Opt-out: { not: "ask first" } }` leaves them out, `{ Opt-out: { matches: "*" } }` means that it is about something else',
    );
    for (const condition of ['{ not: "ask first" }', '{ matches: "*" }'])
      expect((await outOf('Opt-out', ['', 'ask first'], `, where: { Opt-out: ${condition} }`)).out).not.toContain(
        'CS6047',
      );
  });

  test('is a warning where a column of who agreed has no yes and no no: it may say how', async () => {
    const { exitCode, out } = await outOf('Consent', ['web form', 'shop', '']);
    expect(out).toContain(`warning ${about('Consent', '2 recipients')}`);
    expect(exitCode).toBe(0);
  });

  test('is not one where a column has numbers of telephones, or addresses', async () => {
    expect((await outOf('No WhatsApp', ['081234567890', '+62 812 3456 7890'])).out).not.toContain('CS6047');
    expect((await outOf('Unsubscribe link', ['https://example.com/u/17'])).out).not.toContain('CS6047');
  });
});

test('a list of people to leave out is asked for no consent, and for whom it has twice', async () => {
  const { out } = await checkFiles({
    'campaign.yaml': campaign(', exclude: [stop.csv]'),
    'members.csv': 'phone\n2348030000001\n2348030000002\n',
    'stop.csv': 'phone,Unsubscribed\n2348030000001,\n2348030000001,yes\n',
  });
  expect(out).not.toMatch(/error|warning/);
  expect(out).toContain('stop.csv: 1 number, 1 of them left out of `members`');
});
