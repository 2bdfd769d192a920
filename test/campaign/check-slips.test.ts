import { describe, expect, test } from 'vitest';
import { checkFiles } from './check-example.ts';

const head = `campaign: spring
timezone: Africa/Lagos
account: { appId: spring-app, businessPhone: "2348000000001" }
`;
const people = 'audiences:\n  members: { file: members.csv, key: phone, lastInbound: last }\n';
const step = `steps:
  hello:
    uses: whatsapp.send
    forEach: members
    with: { type: text, text: { body: "Hello {{ recipient.name }}" } }
`;
const members = 'phone,name,last\n2348030001001,Ada,2026-11-22T20:10:00+01:00\n';
const funds = 'steps:\n  funds: { uses: sms.balance }\n';

async function findings(campaign: string, list: string | Uint8Array) {
  const { out } = await checkFiles({ 'campaign.yaml': campaign, 'members.csv': list }, { format: 'json' });
  return (JSON.parse(out) as { diagnostics: { message: string; hint?: string }[] }).diagnostics;
}

/** Messages with their hints, in order. */
async function findingsOf(campaign: string, list: string | Uint8Array = members): Promise<string[]> {
  return (await findings(campaign, list)).map(({ message, hint }) => message + (hint === undefined ? '' : `: ${hint}`));
}

test.each([
  ['{{ recipient["first name"] }}', 'inside double quotes use single ones, or write `\\"`'],
  ['say "yes" or {{ recipient.name }}', 'inside double quotes use single ones, or write `\\"`'],
])('a double quote inside a text in double quotes is the mistake, not the brace around it: %s', async (text, hint) => {
  expect(await findingsOf(head + people + step.replace('Hello {{ recipient.name }}', text))).toEqual([
    `Unexpected text: the value before it is complete: ${hint}`,
  ]);
});

test('the campaign of which the others are slips is in order', async () => {
  expect(await findingsOf(head + people + step)).toEqual([]);
});

describe('values in another form are shown as they are to be written', () => {
  test.each([
    ['window: { open: 9:00, close: 20 }', ['write "09:00"', 'write "20:00"']],
    ['window: { open: 9am, close: 7.30pm }', ['write "09:00"', 'write "19:30"']],
    ['window: { open: 12am, close: 25 }', ['write "00:00"', 'hours go from 00 to 23, minutes from 00 to 59']],
    ['window: 9-20', ['such as `window: { open: "09:30", close: "18:00", days: [mon, tue, wed, thu, fri] }`']],
    ['window: { from: "09:00", to: "18:00" }', ['did you mean `open`?', 'did you mean `close`?']],
    ['window: { days: mon-fri }', ['write `[mon, tue, wed, thu, fri]`']],
    ['window: { days: [Monday] }', ['did you mean `mon`?']],
    ['window: { except: [25.12.2026] }', ['write the year first: `2026-12-25`']],
    ['starts: 2026-11-23', ['add the time: `2026-11-23 09:00`']],
    ['ends: 2026-11-23', ['add the time: `2026-11-23 20:00`']],
    ['ends: 23/11/2026', ['write the year first: `2026-11-23 20:00`']],
    ['starts: 2026-11-23 9:00', ['write `2026-11-23 09:00`']],
    ['ends: 2026-11-23 24:00', ['write midnight as `00:00` of the next day']],
    ['ends: 2026-11-23 25:70', ['hours go from 00 to 23, minutes from 00 to 59']],
    ['starts: 23/11/2026 09:00', ['write the year first: `2026-11-23 09:00`']],
    ['starts: 11/23/2026 09:00', ['write the year first: `2026-11-23 09:00`']],
    ['starts: 29.11.2026 14:30', ['write the year first: `2026-11-29 14:30`']],
    ['starts: 3/4/2026 09:00', ['write the year first, then the month: `2026-MM-DD 09:00`']],
    ['limits: { rate: 50/sec }', ['write `50/s`']],
    ['limits: { rate: 600 per minute }', ['write `600/m`']],
    ['limits: { rate: 100 }', ['add the unit: `100/s`, `100/m` or `100/h`']],
    ['limits: { rate: 0/s }', ['the count must be at least 1, or nothing would start']],
    ['limits: { perRecipient: 6s }', ['for one every 6s, write `1/6s`']],
    ['limits: { concurrency: "10" }', ['write 10 without quotes']],
    ['limits: { stopAfter: 5% }', [undefined]],
    ['limits: { guard: 5 }', ['add the unit: `5m` for minutes']],
    ['limits: { guard: 2 seconds }', ['write `2s`']],
    ['limits: { guard: 1h30 }', ['write `90m`']],
  ])('%s', async (line, hints) => {
    expect((await findings(`${head}${line}\n${funds}`, '')).map(({ hint }) => hint)).toEqual(hints);
  });

  test('a number without an end', async () => {
    expect(await findingsOf(`${head}limits: { budget: .inf }\n${funds}`, '')).toEqual([
      '`budget` must be a number, not Infinity',
    ]);
  });

  test('an id of more digits than a number has', async () => {
    const pause = (id: string) => `${head}steps:\n  pause: { uses: aivoice.pause, with: { jobId: ${id} } }\n`;
    expect(await findingsOf(pause('9007199254740993'), '')).toEqual([
      '`9007199254740993` is too large to be an exact number: put it in quotes if it is a text or a `jobId`: "9007199254740993"',
    ]);
    expect(await findingsOf(pause('"9007199254740993"'), '')).toEqual([]);
    expect(await findingsOf(pause('"9223372036854775808"'), '')).toEqual([
      '`jobId` takes a number, not text: a number of so many digits cannot be sent exactly',
    ]);
    expect(await findingsOf(pause('"12"'), '')).toEqual([
      '`jobId` takes a number, not text: write `12` without quotes',
    ]);
  });

  test('an invalid name', async () => {
    expect(await findingsOf(`campaign: Spring Renewal 2026!\ntimezone: UTC\n${funds}`)).toEqual([
      '`Spring Renewal 2026!` is not lower-case letters, digits and hyphens, such as `spring-renewal`: write `spring-renewal-2026`',
    ]);
  });
});

describe('what is nearly a template', () => {
  test.each([
    '{recipient.name}',
    '${recipient.name}',
    '{ { recipient.name } }',
    '%recipient.name%',
    '[[recipient.name]]',
  ])('%s is found, as people would read it', async (written) => {
    expect(await findingsOf(head + people + step.replace('{{ recipient.name }}', written))).toEqual([
      `\`${written}\` is not a template, and would be sent unchanged: write \`{{ recipient.name }}\``,
    ]);
  });

  test.each([
    '{name}',
    '${name}',
    '#{name}',
    '[[name]]',
    '[name]',
    '%name%',
    '%%NAME%%',
    '<<name>>',
    '<Name>',
    '{ name }',
    '#name#',
  ])('%s is found, as `name` is a column', async (written) => {
    expect(await findingsOf(head + people + step.replace('{{ recipient.name }}', written))).toEqual([
      `\`${written}\` is not a template, and would be sent unchanged: write \`{{ recipient.name }}\``,
    ]);
  });

  test.each(['*|FNAME|*', '*|MC:SUBJECT|*', '{1}', '{0}'])('%s is found, whatever the columns are', async (written) => {
    expect(await findingsOf(head + people + step.replace('{{ recipient.name }}', written))).toEqual([
      `\`${written}\` is not a template, and would be sent unchanged: write \`{{ recipient.<column> }}\``,
    ]);
  });

  test.each([
    '{word}',
    '100% [of] <you>',
    'name: {} %%',
    '*bold* | {2026}',
    '{{ recipient.name }} recipient.name',
    "{% if recipient.name == 'x' %}{ok}{% endif %}",
  ])('%s is text', async (written) => {
    expect(await findingsOf(head + people + step.replace('{{ recipient.name }}', written))).toEqual([]);
  });

  test('an unknown variable is not also reported as a missing value', async () => {
    expect(await findingsOf(head + people + step.replace('recipient.name', 'recipient'))).toEqual([
      '`recipient` is not a value; use a column: `recipient.<column>`',
    ]);
  });
});

describe('one mistake is one finding', () => {
  test('steps as a list', async () => {
    expect(
      await findingsOf(`${head}${people}steps:\n  - name: hello\n    uses: whatsapp.send\n    forEach: members\n`),
    ).toEqual([
      '`steps` must be a map, not a list: start each one with its name and no `-`, such as `hello:`, and put its keys below',
    ]);
  });

  test('a step that is only its operation', async () => {
    expect(await findingsOf(`${head}steps:\n  funds: sms.balance\n`)).toEqual([
      '`funds` must be a map, not text (`sms.balance`): write `{ uses: sms.balance }`',
    ]);
  });

  test('`use` for `uses`', async () => {
    expect(await findingsOf(head + people + step.replace('uses', 'use'))).toEqual([
      'unknown key `use` in `hello`: did you mean `uses`?',
    ]);
  });

  test('keys in a place where others have them', async () => {
    const misplaced = step.replace(
      'forEach: members',
      'forEach: members\n    waves: [1]\n    starts: 2026-11-23 09:00',
    );
    expect(await findingsOf(`${head}rate: 10/s\n${people}${misplaced}`)).toEqual([
      'unknown key `rate` in the campaign: write it as `limits.rate`, `limits.account.rate` or `steps.*.rate`',
      'unknown key `waves` in `hello`: write it as `steps.*.forEach.waves`',
      'unknown key `starts` in `hello`: write it at the top of the file',
    ]);
  });

  test('words of other tools for the time in which nothing starts, also beside a window', async () => {
    const keys = ['quietDays: [sun]', 'quietHours: "20-09"', 'blackout: [2026-12-25]'].join('\n');
    const hint =
      'nothing starts outside `window`: its `open` and `close` are the hours, and `days`, `except` and `holidays` close days';
    expect(await findingsOf(`${head}window: { open: "10:00" }\n${keys}\n${people}${step}`)).toEqual(
      ['quietDays', 'quietHours', 'blackout'].map((key) => `unknown key \`${key}\` in the campaign: ${hint}`),
    );
  });

  test('a part of an operation’s name', async () => {
    expect(await findingsOf(head + people + step.replace('whatsapp.send', 'whatsapp'))).toEqual([
      'The service has no operation `whatsapp`: did you mean `whatsapp.send`?',
    ]);
  });

  test('`foreach` for `forEach`: the recipients are not missing as well', async () => {
    const plain = step.replace('{{ recipient.name }}', 'you').replace('forEach', 'foreach');
    expect(await findingsOf(head + people + plain)).toEqual([
      'unknown key `foreach` in `hello`: did you mean `forEach`?',
    ]);
  });

  test('no `forEach` at all', async () => {
    const plain = step.replace('{{ recipient.name }}', 'you').replace('    forEach: members\n', '');
    expect(await findingsOf(head + plain)).toEqual([
      '`recipient` is required (the service returns -135): add `forEach: <audience>`, or `recipient` under `with`',
    ]);
  });

  test('no `account`: each finding says where its field is given once for all', async () => {
    const plain = head.replace(/^account: .*\n/m, '');
    expect(plain).not.toBe(head);
    const once = (key: string) => `add \`${key}\` to \`account\`, once for all steps: \`account: { ${key}: … }\``;
    expect(await findingsOf(plain + people + step)).toEqual([
      `\`appId\` is required (the service returns -135): ${once('appId')}`,
      `\`businessPhone\` is required (the service returns -135): ${once('businessPhone')}`,
    ]);
    const backfill = 'steps:\n  report: { uses: sms.backfill, forEach: members, with: { msgid: m-1 } }\n';
    expect(await findingsOf(plain + people + backfill)).toEqual([
      `\`appId\` is required (the service returns -14): ${once('smsAppId')}`,
    ]);
  });

  test('a number in the account that is not text: it is not missing as well', async () => {
    expect(await findingsOf(head.replace(/"/g, '') + people + step)).toEqual([
      'YAML reads `2348000000001` as a number, but text is expected here: put it in quotes: "2348000000001"',
    ]);
  });

  test('a text where a map is wanted, and a part beside its whole', async () => {
    expect(await findingsOf(head + people + step.replace(/text: \{.*\} \}/, 'text: Hello }'))).toEqual([
      '`text` must be an Object; it is a String (the service returns -134): write a map: `text: { body: … }`',
    ]);
    expect(await findingsOf(head + people + step.replace(/text: \{.*\} \}/, 'body: Hello }'))).toEqual([
      '`text` is required (the service returns -114)',
      'unknown field `body` in a `whatsapp.send` request: it belongs in `text` or `interactive`',
    ]);
  });

  test('a line that is indented too little', async () => {
    const campaign = `${head}${people}${step.replace('    uses', '   uses')}`;
    expect(await findingsOf(campaign)).toEqual([
      'The next line is indented further, as if it belonged to this value: indent it like its neighbours, or put the text in quotes',
    ]);
  });

  test('tabs throughout', async () => {
    expect(await findingsOf(`${head}steps:\n\tfunds:\n\t\tuses: sms.balance\n`)).toEqual([
      'Tabs indent this line and 1 more; YAML allows only spaces: replace the tabs with spaces',
    ]);
  });

  test('a text that is indented no further than its key', async () => {
    expect(await findingsOf(`${head}x-note: |\nHello there\n  again\n${funds}`)).toEqual([
      '`Hello there` is neither a key with a value nor part of the text above: put a `:` after a key; indent a text further than its key',
    ]);
  });

  test.each([
    ["'It's time'", "write a quote inside single quotes twice, `''`, or put the text in double quotes"],
    ['"say "yes" now"', 'inside double quotes use single ones, or write `\\"`'],
  ])('a quote inside quotes: %s', async (title, hint) => {
    expect(await findingsOf(`${head}title: ${title}\n${funds}`)).toEqual([
      `Unexpected text: the value before it is complete: ${hint}`,
    ]);
  });
});

describe('lists as they come out of spreadsheets', () => {
  const check = (list: string | Uint8Array) => findingsOf(head + people + step, list);

  test.each([
    [
      'semicolons and a byte order mark',
      ';',
      'The columns are separated by `;`, not by commas: set `sep: ";"` in the audience',
    ],
    ['tabs', '\t', 'The columns are separated by tabs, not by commas: set `sep: "\\t"` in the audience'],
  ])('%s: nothing is said of columns', async (_, mark, message) => {
    expect(await check(`\uFEFF${members.replaceAll(',', mark).replaceAll('\n', '\r\n')}`)).toEqual([message]);
  });

  test('no line with names', async () => {
    expect(await check(members.split('\n')[1]!)).toEqual([
      'The first line contains a number instead of column names: add a first line with a name for each column, including `phone`',
    ]);
  });

  test('a workbook with another suffix', async () => {
    expect(await check(new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0]))).toEqual([
      'This file is a spreadsheet or an archive, not text: export the list as “CSV UTF-8”',
    ]);
  });

  test('a row with a comma too many: nothing else is said of that row', async () => {
    expect(await check(members.replace('Ada', 'Lagos, Ikeja'))).toEqual([
      '1 row does not have the 3 fields of the header: put a value that contains a comma in quotes',
    ]);
  });
});

describe('what is printed', () => {
  test('hides numbers however they are written', async () => {
    const { out } = await checkFiles({
      'campaign.yaml': head + people + step,
      'members.csv': `${members}0803 000 1001,Bo,2026-11-22 20:10\n`,
    });
    expect(out).toContain('> 3 | 080… ……… 1001,Bo,2026-11-22 20:10\n');
  });

  test('does not control the terminal', async () => {
    const { out } = await checkFiles({ 'campaign.yaml': `${head}"ti\u001B[31mtle\u202E": a\n${funds}` });
    expect(out).toContain('unknown key `ti\\u001b[31mtle\\u202e` in the campaign');
    expect(out).not.toContain('\u001B');
    expect(out).not.toContain('\u202E');
  });
});

describe('thousands of mistakes', () => {
  test('of names: the first get suggestions, the rest a note that no more are made', async () => {
    const names = Array.from({ length: 1000 }, (_, number) => `reminder-of-spring-${number}`);
    const steps = names.map((name) => `  ${name}: { uses: sms.balance, needs: ${name.replace('spring', 'sprign')} }\n`);
    const hints = (await findings(`${head}steps:\n${steps.join('')}`, '')).map(({ hint = '' }) => hint);
    const looked = hints.findIndex((hint) => !/^did you mean `reminder-of-spring-\d+`\?$/.test(hint));
    expect(looked).toBeGreaterThan(100);
    expect(new Set(hints.slice(looked))).toEqual(new Set(['too many mistakes to look for similar names']));
    expect(hints).toHaveLength(names.length);
  });

  test('of form: each is reported once, with the most probable form', async () => {
    const steps = Array.from(
      { length: 300 },
      (_, number) => `  s${number}: { uses: whatsapp.send, forEach: { audience: members, onlyIf: s }, with: 1 }\n`,
    );
    const one = (await findingsOf(`${head}${people}steps:\n${steps[0]}`)).filter(
      (words) => !words.includes('never used'),
    );
    const all = await findingsOf(`${head}${people}steps:\n${steps.join('')}`);
    expect(one.length).toBeGreaterThan(0);
    expect(all).toEqual(steps.flatMap(() => one));
  });
});

describe('whom a step reaches is the recipient’s key, or a warning says so', () => {
  const withNumber = (written: string) =>
    head + people + step.replace('type: text', `recipient: ${written}, type: text`);

  test.each(['"{{ recipient.phone }}"', "'{{ recipient.phone | strip }}'", '"+{{recipient.phone}}"', 'null'])(
    '%s is the key',
    async (written) => {
      expect((await findingsOf(withNumber(written))).filter((said) => said.includes('the recipient’s key'))).toEqual(
        [],
      );
    },
  );

  test.each([
    '"{{ recipient.name }}"',
    '"{{ recipient.phone | slice: 0, 12 }}"',
    '"1{{ recipient.phone }}"',
    '"{{ recipient.name | default: recipient.phone }}"',
    '"{% if recipient.name %}2348030001009{% endif %}"',
    '"2348030001009"',
  ])('%s is not', async (written) => {
    expect((await findingsOf(withNumber(written))).filter((said) => said.includes('the recipient’s key'))).toEqual([
      '`recipient` is not the recipient’s key `phone`, which `exclude` and “once per person” are based on: leave `recipient` out, or make its column the `key` of `members`',
    ]);
  });

  test('a step that runs once has no key', async () => {
    const once = step.replace('    forEach: members\n', '').replace('{{ recipient.name }}', 'Ada');
    expect(
      (await findings(head + once.replace('type: text', 'recipient: "2348030001009", type: text'), '')).map(
        ({ message }) => message,
      ),
    ).toEqual([]);
  });
});

test.each([
  ['DD/MM/YYYY HH:mm', '11/12/2026 13:05', 'perhaps day and month are exchanged: `format: "MM/DD/YYYY HH:mm"`'],
  ['DD/MM/YYYY HH:mm', '28/12/2026 13:05', 'check the year, the offset and the unit'],
  ['M/D/YYYY H:mm', '12/11/2027 13:05', 'check the year, the offset and the unit'],
])('a last message in the future by %s: %s', async (format, last, hint) => {
  const written = `{ column: last, format: "${format}", zone: UTC }`;
  const campaign = head + people.replace(' last }', ` ${written} }`) + step;
  expect(await findingsOf(campaign, `phone,name,last\n2348030001001,Ada,${last}\n`)).toEqual([
    `1 recipient has a last message in the future in \`last\`, such as \`${last}\`: ${hint}; until that time, these recipients are skipped`,
  ]);
});
