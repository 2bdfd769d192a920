import { describe, expect, test } from 'vitest';
import { loadCampaign } from '../../src/campaign/load.ts';
import type { LoadedCampaign } from '../../src/campaign/loaded-campaign.ts';
import { createScheduler } from '../../src/schedule/create-scheduler.ts';
import { dropText } from '../../src/schedule/reasons.ts';
import { historyOf } from '../rig/campaign.ts';
import { memoryFiles } from '../rig/memory-files.ts';
import { checkFiles } from './check-example.ts';

interface Written {
  readonly vars?: string;
  readonly inputs?: string;
  readonly body: string;
  readonly given?: Readonly<Record<string, string>>;
  readonly list?: string;
  readonly file?: string;
}

const csv = 'phone,name,seen\n2348012345001,Ada,2026-11-23T07:00:00Z\n';

function campaignOf({ vars = '{}', inputs = '{}', body, file = 'members.csv' }: Written): string {
  return `campaign: spring
timezone: Africa/Lagos
account: { appId: spring-app, businessPhone: "2348000000001" }
vars: ${vars}
inputs: ${inputs}
audiences: { members: { file: ${file}, key: phone, lastInbound: seen } }
steps:
  hello:
    uses: whatsapp.send
    forEach: members
    with:
      type: text
      text:
        body: ${body}
`;
}

async function loaded(written: Written): Promise<LoadedCampaign> {
  const { list = csv, file = 'members.csv', given = {} } = written;
  const files = memoryFiles({ 'c.yaml': campaignOf(written), [file]: list });
  const { value, diagnostics } = await loadCampaign({
    path: 'c.yaml',
    cwd: '/work',
    files,
    env: {},
    inputs: given,
    depth: 'rendered',
  });
  if (value === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return value;
}

/** The texts that the recipients get, or why they get none. */
async function sent(written: Written): Promise<unknown[]> {
  const value = await loaded(written);
  const roster = value.rosters.get('members')!;
  return Array.from({ length: roster.size }, (_, index) => {
    const request = value.renderers.get('hello')!({
      run: { id: '1' },
      inputs: value.inputs,
      env: {},
      outputs: () => undefined,
      now: 0,
      key: roster.key(index),
      recipient: (column) => roster.value(index, column),
    });
    return request.kind === 'request' ? (request.body['text'] as { body: unknown }).body : request.missing;
  });
}

async function findingsOf(written: Written): Promise<string[]> {
  const { list = csv, file = 'members.csv' } = written;
  const { out } = await checkFiles({ 'campaign.yaml': campaignOf(written), [file]: list }, { format: 'json' });
  const { diagnostics } = JSON.parse(out) as { diagnostics: { code: string; severity: string; message: string }[] };
  return diagnostics.map(({ code, severity, message }) => `${code} ${severity}: ${message}`);
}

describe('a number under `vars` or `inputs` is sent as it is written', () => {
  test.each(['49.50', '0', '-3', '1.0', '1e3', '0.10', '0.12345678901234567890'])('%s', async (number) => {
    expect(await sent({ vars: `{ price: ${number} }`, body: '"Pay {{ vars.price }}"' })).toEqual([`Pay ${number}`]);
    expect(await sent({ vars: `{ price: ${number} }`, body: '"{{ vars.price }}"' })).toEqual([number]);
    const inputs = `{ fee: { type: number, default: ${number} } }`;
    expect(await sent({ inputs, body: '"Pay {{ inputs.fee }}"' })).toEqual([`Pay ${number}`]);
  });

  test('also in a map, and when it is given on the command line', async () => {
    expect(await sent({ vars: '{ prices: { one: 1.10 } }', body: '"{{ vars.prices.one }} naira"' })).toEqual([
      '1.10 naira',
    ]);
    const inputs = '{ fee: { type: number } }';
    expect(
      await sent({ inputs, given: { fee: '1.10' }, body: '"{{ inputs.fee }}, {{ inputs.fee | times: 3 }}"' }),
    ).toEqual(['1.10, 3.3']);
  });

  test.each(['0800123456', '007', '+2348001234567', '0x1F', '.inf', '00.5'])('or is an error: %s', async (number) => {
    expect(await findingsOf({ vars: `{ hotline: ${number} }`, body: '"Call {{ vars.hotline }}"' })).toEqual([
      expect.stringMatching(/^CS1005 error: YAML reads `.*` as the number /),
    ]);
    const quoted = { vars: `{ hotline: "${number}" }`, body: '"Call {{ vars.hotline }}"' };
    expect(await findingsOf(quoted)).toEqual([]);
    expect(await sent(quoted)).toEqual([`Call ${number}`]);
  });
});

test.each(['TRUE', 'False'])('so is a word that YAML reads as true or false, where it is printed: %s', async (word) => {
  const vars = `{ answer: ${word} }`;
  expect(await findingsOf({ vars, body: '"Say {{ vars.answer }}"' })).toEqual([
    `CS1005 error: YAML reads \`${word}\` as \`${word.toLowerCase()}\`, which would be sent`,
  ]);
  expect(await findingsOf({ vars, body: '"Say {% if vars.answer %}yes{% endif %}"' })).toEqual([]);
});

describe('a value that an alias repeats is as it is written at its anchor', () => {
  test('a number is sent with its digits', async () => {
    const vars = '{ price: &price 49.50, total: *price, all: [*price] }';
    expect(await sent({ vars, body: '"{{ vars.total }}"' })).toEqual(['49.50']);
    const inputs = '{ fee: { type: number, default: &fee 1.0 }, other: { type: number, default: *fee } }';
    expect(await sent({ inputs, body: '"{{ inputs.other }}"' })).toEqual(['1.0']);
  });

  test.each([
    ['number', '0800123456', 'CS1005 error: YAML reads `0800123456` as the number 800123456'],
    ['string', "'Hi\\nall'", 'CS1020 warning: `\\n` in single quotes is sent as it is, backslash and all'],
  ])('what is wrong with it is found, once: %s %s', async (type, text, finding) => {
    const vars = `{}\nx-words: &is ${text}`;
    const inputs = `{ one: { type: ${type}, default: *is }, two: { type: ${type}, default: *is } }`;
    expect(await findingsOf({ vars, inputs, body: '"{{ inputs.one }} {{ inputs.two }}"' })).toEqual([finding]);
  });
});

test('a text that starts with & loses no word: it needs quotes, unless an alias repeats it', async () => {
  const message =
    'A text that starts with `&` needs quotes: YAML takes `&Friends` for an anchor, and no alias repeats it';
  expect(await findingsOf({ body: '&Friends come all' })).toEqual([`CS1015 error: ${message}`]);
  expect(await sent({ body: '"&Friends come all"' })).toEqual(['&Friends come all']);
  const vars = '{ first: &word come all, second: *word }';
  expect(await sent({ vars, body: '"{{ vars.second }}, {{ vars.first }}"' })).toEqual(['come all, come all']);
});

test('an alias repeats the last anchor of its name that is above it, whatever is repeated in between', async () => {
  const vars = `
  first: &first { word: &word one }
  second: &word two
  later: &later { word: *word }
  third: &word three
  all: [*first, *later]
  is: *word
  was: *later`;
  expect(await sent({ vars, body: '"{{ vars.first.word }} {{ vars.was.word }} {{ vars.is }}"' })).toEqual([
    'one two three',
  ]);
});

describe('a number in a template', () => {
  const body = (filters: string) => ({ body: `"{{ recipient.name | ${filters} }}"` });

  test.each([
    ['default: 9.90', '`9.90` would be sent as `9.9`'],
    ['default: 007', '`007` would be sent as `7`'],
    ["upcase | append: 1.0 | append: '!'", '`1.0` would be sent as `1`'],
    ['default: 90071992547409931', '`90071992547409931` has more digits than a number here may have'],
  ])('is an error where other digits would be sent: %s', async (filters, words) => {
    expect(await findingsOf(body(filters))).toEqual([
      `CS3010 error: This template is not valid Liquid: ${words}; put it in quotes`,
    ]);
  });

  test.each([
    ["default: '9.90'", '9.90'],
    ['default: 9.5', '9.5'],
    ['default: 1.10 | times: 3.00', '3.3'],
  ])('is sent as it is written, or calculated with: %s', async (filters, text) => {
    const list = csv.replace('Ada', '');
    expect(await findingsOf({ ...body(filters), list })).toEqual([]);
    expect(await sent({ ...body(filters), list })).toEqual([text]);
  });
});

describe('a variable', () => {
  test.each(['', '~', 'null', '{ first: Ada, last: }'])('without a value is an error: `%s`', async (value) => {
    const read = value.startsWith('{') ? 'vars.name.first' : 'vars.name';
    const name = value.startsWith('{') ? 'last' : 'name';
    expect(await findingsOf({ vars: `{ name: ${value} }`, body: `"Hi {{ ${read} }}"` })).toEqual([
      `CS2003 error: \`${name}\` is empty`,
    ]);
  });

  test.each(['[]', '[Ada, Obi]'])('that is a list is an error where it is read: %s', async (value) => {
    expect(await findingsOf({ vars: `{ name: ${value} }`, body: '"Hi {{ vars.name }}"' })).toEqual([
      'CS3008 error: `vars.name` is a list, not a value',
    ]);
  });

  test('with an empty text has that value, in every kind of template', async () => {
    const vars = '{ sign: "" }';
    expect(await sent({ vars, body: '"Hi{{ vars.sign }}"' })).toEqual(['Hi']);
    expect(await sent({ vars, body: '"Hi{{ vars.sign | upcase }}{% if vars.sign %}!{% endif %}"' })).toEqual(['Hi']);
  });

  test('that a template cannot calculate with is an error, not a plan for nobody', async () => {
    expect(await findingsOf({ vars: '{ price: "1,200" }', body: '"Pay {{ vars.price | times: 2 }}"' })).toEqual([
      'CS3035 error: `hello` skips 1 recipient: `vars.price` is not a number, and `times` needs one',
    ]);
  });
});

test('an empty text is not taken for an input, which a variable that is not set gives, unless that is its default', async () => {
  const findings = async (input: string, given: string) => {
    const campaign = campaignOf({ inputs: `{ name: ${input} }`, body: '"Hi {{ inputs.name }}"' });
    const { out } = await checkFiles({ 'campaign.yaml': campaign, 'members.csv': csv }, { input: [`name=${given}`] });
    return out.match(/CS3015 .*/)?.[0];
  };
  for (const given of ['', ' '])
    expect(await findings('{}', given)).toBe('CS3015 The input `name` must be a text, and is empty');
  expect(await findings('{ default: "" }', '')).toBeUndefined();
});

test.each(['Hi {{ recipient.name }}', '{% if true %}Hi{% endif %}'])(
  'a value that is given is not a template: %s',
  async (value) => {
    const inputs = '{ greeting: { type: string } }\nenv: [SIGN]';
    const campaign = campaignOf({ inputs, body: '"{{ inputs.greeting }} {{ inputs.greeting }} {{ env.SIGN }}"' });
    const beside = { 'c.yaml': campaign, 'members.csv': csv };
    const load = (given: string) =>
      loadCampaign({
        path: 'c.yaml',
        cwd: '/work',
        files: memoryFiles(beside),
        env: { SIGN: given },
        inputs: { greeting: given },
        depth: 'rendered',
      });
    expect((await load('a {{ b')).diagnostics).toEqual([]);
    expect((await load(value)).diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'CS3020 The value of `inputs.greeting` has a template in it, which would be sent unchanged',
      'CS3020 The value of `env.SIGN` has a template in it, which would be sent unchanged',
    ]);
  },
);

test('a plan skips those for whom no text can be made, as the run does', async () => {
  const list = ['10', '"1,000"', '', '0', 'false'].map((n, at) => `234801234500${at},${n},2026-11-23T07:00:00Z`);
  const members = ['phone,n,seen', ...list].join('\n');
  for (const [body, skipped] of [
    ['{% if recipient.n > 5 %}big{% else %}small{% endif %}', { 'badValue:n': 2 }],
    ['{{ 10 | divided_by: recipient.n }}', { 'badValue:n': 3, 'missing:n': 1 }],
    ['{% unless recipient.n == 10 %}{{ recipient.n }}{% endunless %}!', { 'badValue:n': 1, 'missing:n': 1 }],
    ['{{ recipient.n | default: 1 | plus: 1 }}', { 'badValue:n': 2 }],
  ] as const) {
    const written = { list: members, body: `"${body}"` };
    const { campaign, rosters } = await loaded(written);
    const now = Date.parse('2026-11-23T08:00:00Z');
    const scheduler = createScheduler({ run: '1', campaign, rosters, history: historyOf([]), now });
    const drops: Record<string, number> = {};
    for (let at = now; ; ) {
      const decision = scheduler.next(at);
      if (decision.kind === 'start') scheduler.settle(decision.job, { kind: 'settled', state: 'accepted' }, at);
      else if (decision.kind === 'drop') drops[dropText(decision.reason)] = (drops[dropText(decision.reason)] ?? 0) + 1;
      else if (decision.kind === 'wait') at = decision.until;
      else break;
    }
    expect(drops).toEqual(skipped);
    const texts = await sent(written);
    expect(texts.filter((one) => typeof one !== 'string')).toHaveLength(Object.values(drops).reduce((a, b) => a + b));
  }
});

describe('the same rows give the same text as CSV and as JSONL', () => {
  const rows = [
    { phone: '2348012345001', n: 10, ok: true, seen: '2026-11-23T07:00:00Z' },
    { phone: '2348012345002', n: 9.5, ok: false, seen: '2026-11-23T07:00:00Z' },
    { phone: '2348012345003', n: 0, ok: false, seen: '2026-11-23T07:00:00Z' },
  ];
  const asCsv = ['phone,n,ok,seen', ...rows.map((row) => Object.values(row).join(','))].join('\n');
  const asJsonl = rows.map((row) => JSON.stringify(row)).join('\n');

  test.each([
    ['"{{ recipient.n }}"', ['10', '9.5', '0']],
    ['"{{ recipient.ok }}"', ['true', 'false', 'false']],
    [
      '"{{ recipient.ok | default: \'x\' }} {{ recipient.n | default: 1 | plus: 1 }}"',
      ['true 11', 'false 10.5', 'false 1'],
    ],
    ['"{% if recipient.n == 10 %}ten{% else %}other{% endif %}"', ['ten', 'other', 'other']],
    [
      '"{% case recipient.n %}{% when 10 %}ten{% when \'0\' %}none{% else %}other{% endcase %}"',
      ['ten', 'other', 'none'],
    ],
    ['"{% if recipient.ok %}yes{% else %}no{% endif %}"', ['yes', 'no', 'no']],
    ['"{% if recipient.ok == true and recipient.n > 9 %}yes{% else %}no{% endif %}"', ['yes', 'no', 'no']],
    ['"{{ recipient.n | times: 3 }}"', ['30', '28.5', '0']],
    ['"{{ recipient.n | size }} {{ recipient.ok | upcase }}"', ['2 TRUE', '3 FALSE', '1 FALSE']],
  ])('%s', async (body, expected) => {
    expect(await sent({ body, list: asCsv })).toEqual(expected);
    expect(await sent({ body, list: asJsonl, file: 'members.jsonl' })).toEqual(expected);
  });
});

describe('an escape that only double quotes read is a warning', () => {
  test.each([
    ["'Hi,\\nsee you'", '`\\n` in single quotes'],
    ['Hi,\\nsee you', '`\\n` without quotes'],
    ['Hi,\\tsee you', '`\\t` without quotes'],
    ["'caf\\u00e9'", '`\\u00e9` in single quotes'],
    ['|\n          Hi,\\nsee you', '`\\n` in a block of text'],
    ["'{{ recipient.name }}\\r\\n'", '`\\r` in single quotes'],
  ])('%s', async (body, words) => {
    expect(await findingsOf({ body })).toEqual([`CS1020 warning: ${words} is sent as it is, backslash and all`]);
  });

  test('under `vars` and as the default of an input', async () => {
    expect(
      await findingsOf({
        vars: "{ sign: 'Ada\\nTeam' }",
        inputs: "{ greeting: { type: string, default: 'Hi\\n' } }",
        body: '"{{ inputs.greeting }}{{ vars.sign }}"',
      }),
    ).toEqual([
      'CS1020 warning: `\\n` in single quotes is sent as it is, backslash and all',
      'CS1020 warning: `\\n` in single quotes is sent as it is, backslash and all',
    ]);
  });

  test.each(['"Hi,\\nsee you"', '"a \\\\n b"', "'C: or D:\\'", '\'{{ recipient.name | replace: "\\n", " " }}\''])(
    '%s has none',
    async (body) => {
      expect(await findingsOf({ body })).toEqual([]);
    },
  );

  test('and so is one in a cell that is sent, with its row; a cell that is only compared is not sent', async () => {
    const list = 'phone,name,place,seen\n2348012345001,Ada,Road 1\\nBack door,2026-11-23T07:00:00Z\n';
    expect(await findingsOf({ list, body: '"At {{ recipient.place }}"' })).toEqual([
      'CS6076 warning: 1 recipient has `\\n` in `place`, and `hello` would send the backslash',
    ]);
    expect(await findingsOf({ list, body: '"Hi{% if recipient.place == \'x\' %}!{% endif %}"' })).toEqual([]);
  });
});

test('a long value in a cell is to blame for a long text, not the template', async () => {
  const list = `phone,name,seen\n2348012345001,${'A'.repeat(5000)},2026-11-23T07:00:00Z\n`;
  expect(await findingsOf({ list, body: '"Hi {{ recipient.name }}"' })).toEqual([
    'CS4002 error: For 1 recipient: `text.body` must be at most 4096 characters long; it has 5003 (the service returns -134); 5000 of them are the value in column `name`',
  ]);
  const long = `"${'B'.repeat(4090)} {{ recipient.name }}"`;
  expect(await findingsOf({ list: csv.replace('Ada', 'Adaobi'), body: long })).toEqual([
    'CS4002 error: For 1 recipient: `text.body` must be at most 4096 characters long; it has 4097 (the service returns -134)',
  ]);
});

describe('a number with a comma', () => {
  test.each([
    ['{ budget: 1,000 }', 'CS1021', 'write `1000`; decimals have a point'],
    ['{ budget: 1,000.50 }', 'CS1021', 'write `1000.50`; decimals have a point'],
    ['{ budget: 0,5 }', 'CS1021', 'write `0.5`; decimals have a point'],
    ['{ budget: 1.000,50 }', 'CS1021', 'write `1000.50`; decimals have a point'],
    ['{ rate: 1,000/s }', 'CS1021', 'write a number without commas; decimals have a point'],
    ['\n  budget: 1,000', 'CS2003', 'write `1000`'],
    ['\n  budget: "0,5"', 'CS2003', 'write `0.5`'],
    ['\n  concurrency: 1 000', 'CS2003', 'write `1000`'],
  ])('limits: %s', async (limits, code, hint) => {
    const campaign = `campaign: spring\ntimezone: UTC\nlimits: ${limits}\nsteps:\n  funds: { uses: sms.balance }\n`;
    const { out } = await checkFiles({ 'campaign.yaml': campaign }, { format: 'json' });
    const { diagnostics } = JSON.parse(out) as { diagnostics: { code: string; hint?: string }[] };
    expect(diagnostics.map((one) => [one.code, one.hint])).toEqual([[code, hint]]);
  });
});

describe('a condition that asks only whether there is a value', () => {
  const list = (cell: string): string => `phone,name,agreed,seen\n2348012345001,Ada,${cell},2026-11-23T07:00:00Z\n`;

  test.each(['false', 'False', 'FALSE', 'no', 'No', 'n', '0', 'off'])(
    'is a warning if a cell is `%s`',
    async (cell) => {
      expect(await findingsOf({ list: list(cell), body: '"Hi{% if recipient.agreed %}!{% endif %}"' })).toEqual([
        `CS6077 warning: 1 recipient has \`${cell}\` in \`agreed\`, and this condition asks only whether there is a value`,
      ]);
    },
  );

  test.each([
    ['yes', 'if recipient.agreed'],
    ['0.5', 'if recipient.agreed'],
    ['no', "if recipient.agreed == 'yes'"],
    ['0', 'if recipient.agreed > 0'],
  ])('or if the cell is `%s` and the condition `%s`, is not', async (cell, condition) => {
    expect(await findingsOf({ list: list(cell), body: `"Hi{% ${condition} %}!{% endif %}"` })).toEqual([]);
  });
});
