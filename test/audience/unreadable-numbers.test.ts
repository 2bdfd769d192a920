import { describe, expect, test } from 'vitest';
import { maskNumber } from '../../src/diagnostic/numbers-in-text.ts';
import { checkFiles } from '../campaign/check-example.ts';
import { type CampaignRig, createCampaignRig, eventsOf, once, people, whatsappStep } from '../rig/campaign-rig.ts';

const [a, b, c] = people(3) as [string, string, string];

const excluding = (files: string, more = '') =>
  `audiences:\n  members: { file: members.csv, key: phone${more}, exclude: [${files}] }\n`;

describe('an exclude file whose numbers cannot all be read', () => {
  test.each([
    ['no country code', '08030000002'],
    ['an alternative', `${b}/3`],
    ['two numbers', `"${b}, ${c}"`],
    ['a rounded number', '2.34803E+12'],
    ['a dash', '+234–803–000–0002'],
    ['an extension', `${b}x5`],
    ['nothing', '""'],
  ])('with %s refuses the run, and nobody is contacted', async (_, cell) => {
    await using rig = await createCampaignRig();
    await rig.members([a, b, c]);
    await rig.write('stop.csv', `phone,why\n${a},asked\n${cell},asked\n`);
    await rig.campaign(whatsappStep, excluding('stop.csv'));
    const ended = await rig.run();
    expect(ended.code).toBe(1);
    expect(ended.stdout).toMatch(/^stop\.csv:3:1 error CS6018 1 row has .*, so that person would be contacted$/m);
    expect(rig.effects('whatsapp.send')).toEqual({});
  });

  test('names the lines of a JSON lines file: without the property, with a nested value, with null', async () => {
    const lines = [`{"phone":"${a}"}`, '{"number":"x"}', `{"phone":{"e164":"${b}"}}`, '{"phone":null}'];
    const { exitCode, out } = await checkFiles({
      'campaign.yaml': campaignOf(excluding('stop.jsonl')),
      'members.csv': `phone\n${a}\n${b}\n`,
      'stop.jsonl': `${lines.join('\n')}\n`,
    });
    expect(exitCode).toBe(1);
    expect(out).toContain(
      'stop.jsonl:2:1 error CS6018 2 rows have no value in `phone`, so those people would be contacted',
    );
    expect(out).toContain(
      'stop.jsonl:3:2 error CS6018 1 row has a list or an object of JSON in `phone`, so that person would be contacted',
    );
    expect(out).toContain('see: stop.jsonl:4:2 also here');
  });
});

test('a number without its country code, where a column names the country, does not ask for another', async () => {
  const { out } = await checkFiles({
    'campaign.yaml': campaignOf(excluding('stop.csv', ', country: { column: Land }')),
    'members.csv': 'phone,Land\n0803 000 0001,Nirgendwo\n',
    'stop.csv': 'phone\n',
  });
  expect(out).toContain('hint: add the country code, or write the country in `Land` as `NG` or `Nigeria`\n');
});

test.each([
  ['+4915112345671\n+4915112345672\n0151 12345673\n', 'Africa/Lagos', 'DE'],
  ['+4915112345671\n+919810000001\n0151 12345673\n', 'Asia/Kolkata', 'IN'],
  ['98100 00001\n', 'Asia/Kolkata', 'IN'],
  ['98100 00001\n98100 00002\n98100 00003\n+4915112345671', 'Asia/Kolkata', 'IN'],
  ['98100 00001\n', 'UTC', 'NG'],
])(
  'the country that is missing is that of most numbers, or of the campaign: %j in %s',
  async (numbers, zone, country) => {
    const files = {
      'campaign.yaml': campaignOf().replace('Africa/Lagos', zone),
      'members.csv': `phone\n${numbers}`,
    };
    const { out } = await checkFiles(files);
    expect(out).toContain(
      `hint: add the country code, or set the country of the audience, such as \`country: ${country}\`\n`,
    );
  },
);

test('two numbers in a cell, or words, where a column names the country: what a cell may have', async () => {
  const { out } = await checkFiles({
    'campaign.yaml': campaignOf(
      'audiences:\n  members: { file: members.csv, key: phone, country: { column: Land } }\n',
    ),
    'members.csv': 'phone,Land\n0170 1234504/05,Germany\n',
  });
  expect(out).toContain(
    'hint: a cell must contain one number, without words or a second number: a number of the country in `Land`, or one with `+` and its country code\n',
  );
});

test('a number that does not exist in the country of its row says so', async () => {
  const { out } = await checkFiles({
    'campaign.yaml': campaignOf(
      'audiences:\n  members: { file: members.csv, key: phone, country: { column: Land } }\n',
    ),
    'members.csv': `phone,Land\n${a},\n(415) 555-010,USA\n07700 900104,Nigeria\n`,
  });
  expect(out).toContain(
    'members.csv:3:1 warning CS6006 2 rows have a number in `phone` that does not exist in the country of `Land` and are left out',
  );
  expect(out).toContain(
    'hint: check for missing or extra digits; a number of another country needs `+` and its country code\n',
  );
});

test('a number that is excluded without its country, and would be another there, is an error', async () => {
  const yaml = `campaign: spring
timezone: Europe/Berlin
account: { appId: spring-app }
audiences:
  members: { file: members.csv, key: phone, country: { column: Land }, exclude: [stop.csv] }
steps:
  code: { uses: otp.send, forEach: members, with: { templateId: 31 } }
`;
  const list = 'phone,Land\n15123456789,DE\n+4915123456780,DE\n';
  const check = async (stop: string) =>
    (await checkFiles({ 'campaign.yaml': yaml, 'members.csv': list, 'stop.csv': stop })).out;
  const out = await check('phone\n15123456789\n');
  expect(out).toContain(
    'members.csv:2:1 error CS6018 1 row has a number that a file of `exclude` has without its country, so that person would be contacted\n',
  );
  expect(out).toContain(
    '  hint: add the column `Land` to that file; if it means somebody else, write `+` and the country code before the number here\n',
  );
  for (const stop of ['phone,Land\n15123456789,DE\n', 'phone\n4915123456789\n'])
    expect(await check(stop)).toContain('stop.csv: 1 number, 1 of them left out of `members`\n');
});

test('a number that is excluded without its country code, and would be another there, is a warning', async () => {
  const yaml = `campaign: spring
timezone: Europe/Berlin
account: { appId: spring-app }
audiences:
  members: { file: members.csv, key: phone, exclude: [stop.csv] }
steps:
  code: { uses: otp.send, forEach: members, with: { templateId: 31 } }
`;
  const list = 'phone\n+4915123456789\n+4915123456780\n';
  const check = async (stop: string) =>
    (await checkFiles({ 'campaign.yaml': yaml, 'members.csv': list, 'stop.csv': stop })).out;
  expect(await check('phone\n15123456789\n')).toContain(
    'members.csv:2:1 warning CS6018 1 row has a number that a file of `exclude` has without its country code, unless it means somebody else; that person would be contacted\n',
  );
  for (const stop of ['phone\n+4915123456789\n', 'phone\n+15123456788\n'])
    expect(await check(stop)).not.toContain('CS6018');
});

describe('one person in several notations is one recipient', () => {
  test('in the audience, in its exclude files, and on the command line', async () => {
    await using rig = await createCampaignRig();
    const cells = [a, '+234 (0) 803 000 0001', '０８０３ ０００ ０００１', b, '0803 000 0003', '+234-803-000-0002'];
    await rig.members(cells.map((cell) => `"${cell}"`));
    await rig.write('stop.csv', 'phone\n(0803) 000 0003\n');
    await rig.campaign(whatsappStep, excluding('stop.csv', ', country: NG'));
    await rig.fault({ kind: 'reset-after', recipient: a });
    expect((await rig.run()).code).toBe(3);
    expect(rig.effects('whatsapp.send')).toEqual(once([a, b]));

    const why = await rig.callsheet(['why', 'campaign.yaml', '0803 000 0003', '--show-numbers']).ended;
    expect(why.stdout).toContain('members.csv:6  exclude  they are in stop.csv:2');
    const known = await rig.callsheet(['why', 'campaign.yaml', '+234 (0) 803 000 0001']).ended;
    expect([known.code, known.stdout.split('\n')[0]]).toEqual([0, '234…0001']);

    const decided = await rig.callsheet(['reconcile', 'campaign.yaml', '--accept', 'hello[0803 000 0001]']).ended;
    expect([decided.code, decided.stdout]).toEqual([0, `hello[${maskNumber(a)}] is now accepted.\n`]);
  });

  test('a number in `reconcile` needs no country where it has its country code', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a]);
    await rig.campaign(whatsappStep);
    await rig.fault({ kind: 'reset-after', recipient: a });
    await rig.run();
    const decided = await rig.callsheet(['reconcile', 'campaign.yaml', '--accept', 'hello[+234 803 000 0001]']).ended;
    expect([decided.code, decided.stdout]).toEqual([0, `hello[${maskNumber(a)}] is now accepted.\n`]);
  });
});

test.each([
  ['axxxxa', ['see: members.csv:4:1 also here', 'see: members.csv:5:1 also here', 'see: members.csv:6:1 also here']],
  [
    'xxxxaxxxax',
    [
      'see: members.csv:3:1 also here',
      'see: members.csv:4:1 also here',
      'see: members.csv:5:1 also here',
      'see: members.csv: lines 7-9, 11 also here',
    ],
  ],
  [
    'x'.repeat(200),
    [
      'see: members.csv:3:1 also here',
      'see: members.csv:4:1 also here',
      'see: members.csv:5:1 also here',
      'see: members.csv: lines 6-102 and more also here',
    ],
  ],
])('the first hundred rows are named, most of them in one line (%#)', async (cells, expected) => {
  const rows = Array.from(cells, (cell, index) => (cell === 'a' ? String(Number(a) + index) : cell));
  const { out } = await checkFiles({ 'campaign.yaml': campaignOf(), 'members.csv': `phone\n${rows.join('\n')}\n` });
  expect(out.match(/see: .* also here$/gm)).toEqual(expected);
});

describe('a country', () => {
  test('that is not there: the hint names it', async () => {
    const { out } = await checkFiles({
      'campaign.yaml': campaignOf(),
      'members.csv': `phone\n${a}\n08030000002\n8030000003\n${b}\n`,
    });
    expect(out).toContain(
      'members.csv:3:1 warning CS6006 2 rows have a number without its country code in `phone` and are left out',
    );
    expect(out).toContain('such as `country: NG`');
  });

  test('leaves out what it does not have', async () => {
    const { exitCode, out } = await checkFiles({
      'campaign.yaml': campaignOf('audiences:\n  members: { file: members.csv, key: phone, country: NG }\n'),
      'members.csv': `phone\n${a}\n08030000002\n0803000000\n447911123456\n+447911123456\n`,
    });
    expect(exitCode).toBe(0);
    expect(out).toContain(
      'members.csv:4:1 warning CS6006 1 row has a number in `phone` that does not exist in NG and is left out',
    );
    expect(out).toContain('members.csv:5:1 warning CS6006 1 row has no usable number in `phone` and is left out');
  });

  test.each([
    ['UK', 'CS6016 There is no country `UK`'],
    ['ng', 'CS2003'],
  ])('%s is refused', async (country, words) => {
    const { exitCode, out } = await checkFiles({
      'campaign.yaml': campaignOf(`audiences:\n  members: { file: members.csv, key: phone, country: ${country} }\n`),
      'members.csv': `phone\n${a}\n`,
    });
    expect(exitCode).toBe(1);
    expect(out).toContain(words);
  });
});

describe('`check` says what an exclude file comes to', () => {
  const files = {
    'campaign.yaml': campaignOf(excluding('stop.csv, more.csv')),
    'members.csv': `phone\n${a}\n${b}\n${b}\n${c}\n`,
    'stop.csv': `phone\n${a}\n${b}\n+234 803 000 0002\n2348030000099\n`,
    'more.csv': 'phone\n2348030000098\n',
  };

  test('to people', async () => {
    const { out } = await checkFiles(files);
    expect(out).toContain(
      'stop.csv: 3 numbers, 2 of them left out of `members`\nmore.csv: 1 number, 0 of them left out of `members`\n✓',
    );
    expect((await checkFiles(files, { quiet: true })).out).toBe('');
  });

  test('to machines', async () => {
    const { out } = await checkFiles(files, { format: 'json' });
    expect((JSON.parse(out) as { excludes: unknown }).excludes).toEqual([
      { campaign: 'campaign.yaml', audience: 'members', file: 'stop.csv', numbers: 3, inAudience: 2 },
      { campaign: 'campaign.yaml', audience: 'members', file: 'more.csv', numbers: 1, inAudience: 0 },
    ]);
    const { 'stop.csv': _, 'more.csv': __, ...plain } = { ...files, 'campaign.yaml': campaignOf() };
    expect(JSON.parse((await checkFiles(plain, { format: 'json' })).out)).not.toHaveProperty('excludes');
  });
});

describe('rows that are left out for an unreadable number are counted', () => {
  const words = '2 rows of members.csv left out: no readable number (`callsheet check` shows them)';
  /** On a page, which leaves the command out where there are buttons. */
  const marked =
    '2 rows of members.csv left out: no readable number<span class="command"> (<code>callsheet check</code> shows them)</span>';
  const leftOut = [{ audience: 'members', file: 'members.csv', rows: 2 }];

  async function rigWithThem(): Promise<CampaignRig> {
    const rig = await createCampaignRig();
    await rig.members([a, '08030000002', b, '']);
    await rig.campaign(whatsappStep);
    return rig;
  }

  test('by a plan, in each format', async () => {
    await using rig = await rigWithThem();
    const plan = async (format: string) =>
      (await rig.callsheet(['plan', 'campaign.yaml', '--format', format]).ended).stdout;
    expect(await plan('text')).toContain(`! ${words}\n`);
    expect(await plan('markdown')).toContain(`> ${words}`);
    expect(await plan('html')).toContain(`<li>${marked}</li>`);
    expect((JSON.parse(await plan('json')) as { leftOut: unknown }).leftOut).toEqual(leftOut);
  });

  test('by a run, before it and at its end, and by a report of it', async () => {
    await using rig = await rigWithThem();
    const ended = await rig.run();
    expect(ended.code).toBe(0);
    expect(ended.stderr.split('\n')[0]).toBe(words);
    expect(ended.stdout).toContain(`\n${words}.\nDone.`);
    const report = async (format: string) =>
      (await rig.callsheet(['report', 'campaign.yaml', '--format', format]).ended).stdout;
    expect(await report('text')).toContain(`\n${words}.\n`);
    expect(await report('html')).toContain(marked);
  });

  test('by the events of a run and of a rehearsal, and by its report', async () => {
    await using rig = await rigWithThem();
    const events = eventsOf(await rig.run('--format', 'json'));
    expect(events.at(0)).toMatchObject({ event: 'started', leftOut });
    expect(events.at(-1)).toMatchObject({ event: 'finished', leftOut });
    const rehearsal = await rig.callsheet(['rehearse', 'campaign.yaml']).ended;
    expect(rehearsal.stdout).toContain(`\n  ${words}.\n`);
    const rehearsed = await rig.callsheet(['rehearse', 'campaign.yaml', '--format', 'json']).ended;
    expect(eventsOf(rehearsed).find(({ event }) => (event as string) === 'rehearsed')).toMatchObject({ leftOut });
  });
});

describe('a placeholder for an empty cell', () => {
  const body = (text: string) => `
hello:
  uses: whatsapp.send
  forEach: members
  with: { type: text, text: { body: "${text}" } }`;
  const list = `phone,first_name,note\n${a},NULL,-\n${b},Ada,#N/A\n${c},nan,x\n`;

  test('that a template sends is a warning, with the rows', async () => {
    const { exitCode, out } = await checkFiles({
      'campaign.yaml': campaignOf('', body('Hi {{ recipient.first_name }}')),
      'members.csv': list,
    });
    expect(exitCode).toBe(0);
    expect(out).toContain(
      'CS6017 2 recipients have a placeholder such as `NULL` in `first_name`, and `hello` would send it',
    );
    expect(out).toContain('see: members.csv:2:15 `first_name` of this recipient');
    expect(out).toContain('see: members.csv:4:15 `first_name` of this recipient');
    expect(out).not.toContain('`note`');
  });

  test('in a column that is not sent, or a name in another spelling, is not reported', async () => {
    const { out } = await checkFiles({
      'campaign.yaml': campaignOf('', body('Hi {{ recipient.first_name }}')),
      'members.csv': `phone,first_name,note\n${a},Null,NULL\n${b},Nan,-\n`,
    });
    expect(out).not.toContain('CS6017');
  });
});

function campaignOf(
  audiences = '',
  steps = 'code: { uses: otp.send, forEach: members, with: { templateId: 31 } }',
): string {
  return `campaign: trial
timezone: Africa/Lagos
account: { appId: sandbox-app, businessPhone: "2348000000001" }
${audiences === '' ? 'audiences:\n  members: { file: members.csv, key: phone }\n' : audiences}steps:
${steps.replace(/^\n/, '').replace(/^/gm, '  ')}
`;
}
