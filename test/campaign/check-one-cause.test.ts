import { describe, expect, test } from 'vitest';
import { checkFiles } from './check-example.ts';

const campaign = `campaign: spring
timezone: Africa/Lagos
starts: 2026-11-23 09:00
account: { appId: spring-app, businessPhone: "2348000000001" }
vars: { sign: Ada }
audiences:
  members: { file: people.csv, key: phone, lastInbound: last }
steps:
  hello:
    uses: whatsapp.send
    forEach: members
    with: { type: text, text: { body: "Hello {{ recipient.name }}. {{ vars.sign }}" } }
  code:
    uses: otp.send
    needs: hello
    forEach: { audience: members, onlyIf: { step: hello, outcome: accepted } }
    with: { templateId: 31 }
  robots:
    uses: aivoice.pause
    runs: on-failure
    with: { jobId: 2001 }
`;
const people = 'phone,name,last\n2348030001001,Ada,2026-11-23T08:30:00+01:00\n';

async function printed(text: string, list = people): Promise<string> {
  const { out, err } = await checkFiles({ 'campaign.yaml': text, 'people.csv': list });
  expect(err).toBe('');
  return out;
}

/** What is printed of the campaign after one slip. */
function after(from: string, to: string): Promise<string> {
  expect(campaign).toContain(from);
  return printed(campaign.replace(from, to));
}

test('a campaign with a step that runs on failure, and watches all the others, is in order', async () => {
  expect(await printed(campaign)).toBe('✓ campaign.yaml: no problems\n');
});

describe('a time zone that does not exist', () => {
  test.each(['Lagos', 'GMT+1', 'WAT', 'UTC+1', 'africa/lagos', 'Africa/Lgos'])(
    '%s is the only finding, in each format',
    async (zone) => {
      const files = { 'campaign.yaml': campaign.replace('Africa/Lagos', zone), 'people.csv': people };
      const json = await checkFiles(files, { format: 'json' });
      const { diagnostics } = JSON.parse(json.out) as { diagnostics: { code: string; range: { start: object } }[] };
      expect(diagnostics.map(({ code, range }) => [code, range.start])).toEqual([
        ['CS5001', { line: 2, column: 11, offset: 27 }],
      ]);
      expect((await checkFiles(files)).out).toContain('✗ campaign.yaml: 1 error;');
    },
  );
});

describe('one cause is one finding', () => {
  test('`starts` with an offset: nobody is in the future of a start that is not known', async () => {
    expect(await after('2026-11-23 09:00', '2026-11-23T09:00+01:00')).toMatchInlineSnapshot(`
      "campaign.yaml:3:9 error CS5008 \`2026-11-23T09:00+01:00\` has an offset, but the campaign sets its time zone once, at the top
        2 | timezone: Africa/Lagos
      > 3 | starts: 2026-11-23T09:00+01:00
          |         ^^^^^^^^^^^^^^^^^^^^^^
        4 | account: { appId: spring-app, businessPhone: "2348000000001" }
        hint: all times are in the campaign's \`timezone\`

      ✗ campaign.yaml: 1 error; run \`callsheet explain CODE\` for details
      "
    `);
  });

  test('`starts` on a day that does not exist', async () => {
    expect(await after('2026-11-23 09:00', '2026-02-30 09:00')).toMatchInlineSnapshot(`
      "campaign.yaml:3:9 error CS5003 2026-02-30 is not a date in the calendar
        2 | timezone: Africa/Lagos
      > 3 | starts: 2026-02-30 09:00
          |         ^^^^^^^^^^^^^^^^
        4 | account: { appId: spring-app, businessPhone: "2348000000001" }
        hint: that month has 28 days

      ✗ campaign.yaml: 1 error; run \`callsheet explain CODE\` for details
      "
    `);
  });

  test('`stepz`: what is below it is not judged', async () => {
    expect(await after('steps:', 'stepz:')).toMatchInlineSnapshot(`
      "campaign.yaml:8:1 error CS2001 unknown key \`stepz\` in the campaign
        7 |   members: { file: people.csv, key: phone, lastInbound: last }
      > 8 | stepz:
          | ^^^^^
        9 |   hello:
        hint: did you mean \`steps\`?

      ✗ campaign.yaml: 1 error; run \`callsheet explain CODE\` for details
      "
    `);
  });

  test.each([
    ['steps:', 'tasks:', 'steps'],
    ['timezone:', 'tz:', 'timezone'],
    ['file: people.csv', 'fil: people.csv', 'file'],
    ['file: people.csv', 'csv: people.csv', 'file'],
    ['file: people.csv', 'parquet: people.parquet', 'file'],
    ['file: people.csv', 'url: https://crm.example.com/people', 'http'],
    ['file: people.csv', 'query: people.sql', 'sql'],
    ['key: phone', 'number: phone', 'key'],
  ])('`%s` written as `%s`: the key is not called missing, too', async (right, wrong, meant) => {
    const text = await after(right, wrong);
    expect(text.match(/ (?:error|warning) CS\d+/g)).toEqual([' error CS2001']);
    expect(text).toContain(`  hint: did you mean \`${meant}\`?\n`);
  });

  test('a note does not say where an audience comes from', async () => {
    const text = await after('file: people.csv', 'x-file: people.csv');
    expect(text).toContain('error CS2002 `members` does not say where its recipients come from');
  });

  test('no `steps` at all: nothing is called unused', async () => {
    expect(await printed(campaign.slice(0, campaign.indexOf('steps:')))).toMatchInlineSnapshot(`
      "campaign.yaml:1:1 error CS2002 The campaign has no \`steps\`
      > 1 | campaign: spring
          | ^^^^^^^^^^^^^^^^
        2 | timezone: Africa/Lagos
        hint: add \`steps:\`, and below it each step by its name, such as \`hello:\`

      ✗ campaign.yaml: 1 error; run \`callsheet explain CODE\` for details
      "
    `);
  });

  test('a misspelt audience: the right one is not called unused, and `onlyIf` is not compared with it', async () => {
    expect(await after('forEach: members', 'forEach: member')).toMatchInlineSnapshot(`
      "campaign.yaml:11:14 error CS3003 \`hello\` runs for each of \`member\`, but there is no such audience
        10 |     uses: whatsapp.send
      > 11 |     forEach: member
           |              ^^^^^^
        12 |     with: { type: text, text: { body: "Hello {{ recipient.name }}. {{ vars.sign }}" } }
        hint: did you mean \`members\`?

      ✗ campaign.yaml: 1 error; run \`callsheet explain CODE\` for details
      "
    `);
  });

  test('a misspelt variable: the right one is not called unused', async () => {
    expect(await after('vars.sign }}', 'vars.sgn }}')).toMatchInlineSnapshot(`
      "campaign.yaml:12:71 error CS3008 There is no \`vars.sgn\`
        11 |     forEach: members
      > 12 |     with: { type: text, text: { body: "Hello {{ recipient.name }}. {{ vars.sgn }}" } }
           |                                                                       ^^^^^^^^
        13 |   code:
        hint: did you mean \`sign\`?

      ✗ campaign.yaml: 1 error; run \`callsheet explain CODE\` for details
      "
    `);
  });

  test('two columns of one name: no other column is called missing', async () => {
    expect(await printed(campaign, people.replace('name', 'phone'))).toMatchInlineSnapshot(`
      "people.csv:1:1 error CS6003 Two columns have the name \`phone\`
      > 1 | phone,phone,last
          | ^^^^^
        hint: rename one of them
        see: campaign.yaml:7:20 named here

      ✗ campaign.yaml: 1 error; run \`callsheet explain CODE\` for details
      "
    `);
  });

  test('a column whose name has a space', async () => {
    expect(await after('recipient.name', 'recipient.First name')).toMatchInlineSnapshot(`
      "campaign.yaml:12:65 error CS3008 The name of a column ends at the space: \`First name\` is read as two names
        11 |     forEach: members
      > 12 |     with: { type: text, text: { body: "Hello {{ recipient.First name }}. {{ vars.sign }}" } }
           |                                                                 ^^^^
        13 |   code:
        hint: write \`recipient['First name']\`

      ✗ campaign.yaml: 1 error; run \`callsheet explain CODE\` for details
      "
    `);
    const named = campaign.replace('recipient.name', 'recipient.my_name');
    expect(await printed(named, people.replace('name', 'My Name'))).toMatchInlineSnapshot(`
      "campaign.yaml:12:49 error CS3009 \`people.csv\` has no column \`my_name\`
        11 |     forEach: members
      > 12 |     with: { type: text, text: { body: "Hello {{ recipient.my_name }}. {{ vars.sign }}" } }
           |                                                 ^^^^^^^^^^^^^^^^^
        13 |   code:
        hint: did you mean \`recipient['My Name']\`?

      ✗ campaign.yaml: 1 error; run \`callsheet explain CODE\` for details
      "
    `);
  });
});

describe('an item of a list is named by its place', () => {
  const messagesOf = async (contacts: string) => {
    const files = { 'campaign.yaml': campaign, 'people.csv': people, 'contacts.yaml': `project: shop\n${contacts}\n` };
    const { out } = await checkFiles(files, { format: 'json' });
    const { diagnostics } = JSON.parse(out) as { diagnostics: { message: string; hint?: string }[] };
    return diagnostics.map(({ message, hint }) => (hint === undefined ? message : `${message} (${hint})`));
  };

  test('what it lacks, a key that is unknown, and an item of another kind', async () => {
    expect(await messagesOf('caps: [{ max: 1, per: day, chanel: otp }, { max: 1 }]')).toEqual([
      'unknown key `chanel` in item 1 of `caps` (did you mean `channel`?)',
      'item 2 of `caps` has no `per` (for example `per: day`)',
    ]);
    expect(await messagesOf('consent: [marketing]')).toEqual([
      'item 1 of `consent` must be a map, not text (`marketing`) (such as `{ purpose: marketing, channel: whatsapp }`)',
    ]);
  });

  test('of a fraction, nothing is said about quotes', async () => {
    expect(await messagesOf('caps: [{ max: 1.5, per: day }]')).toEqual(['`max` must be a whole number, not 1.5']);
    expect(await messagesOf('caps: [{ max: "2", per: day }]')).toEqual([
      '`max` must be a whole number, not text (`2`) (write 2 without quotes)',
    ]);
  });
});

describe('a hint says what to write', () => {
  describe('where a list does not have a column that nobody mistyped', () => {
    const hintsOf = async (list: string, ...edits: (readonly [from: string, to: string])[]) => {
      const text = edits.reduce((whole, [from, to]) => whole.replace(from, to), campaign);
      const { out } = await checkFiles({ 'campaign.yaml': text, 'people.csv': list }, { format: 'json' });
      const { diagnostics } = JSON.parse(out) as { diagnostics: { code: string; message: string; hint?: string }[] };
      return diagnostics.map(({ code, message, hint }) => `${code} ${message}: ${hint}`);
    };
    const noKey = 'CS6008 There is no column `tel`, the key of the audience';

    test('the columns that it has, which nobody expects there', async () => {
      expect(await hintsOf(people, ['key: phone', 'key: tel'])).toEqual([
        `${noKey}: the file has the columns \`phone\`, \`name\` and \`last\``,
      ]);
      expect(await hintsOf(people, ['lastInbound: last', 'lastInbound: wrote_at'])).toEqual([
        'CS6008 `people.csv` has no column `wrote_at`: it has the columns `phone`, `name` and `last`',
      ]);
      expect(await hintsOf(people, ['recipient.name', 'recipient.gender'])).toEqual([
        'CS3009 `people.csv` has no column `gender`: it has the columns `phone`, `name` and `last`',
      ]);
    });

    test('the only column, those that have a name, or how many there are', async () => {
      const keyOnly = ['key: phone, lastInbound: last', 'key: tel'] as const;
      const hints = async (list: string) => (await hintsOf(list, keyOnly)).filter((one) => one.startsWith(noKey));
      expect(await hints('number\n2348030001001\n')).toEqual([`${noKey}: the file has only the column \`number\``]);
      expect(await hints('a,b,,\n1,2,,\n')).toEqual([`${noKey}: the file has the columns \`a\` and \`b\``]);
      const many = Array.from({ length: 13 }, (_, index) => `column${index}`);
      expect(await hints(`${many.join(',')}\n${many.join(',')}\n`)).toEqual([`${noKey}: the file has 13 columns`]);
    });
  });

  test('the fields that an operation requires, where `with` is missing', async () => {
    expect(await after('    with: { jobId: 2001 }\n', '')).toMatchInlineSnapshot(`
      "campaign.yaml:18:3 error CS2002 \`robots\` has no \`with\`
        17 |     with: { templateId: 31 }
      > 18 |   robots:
           |   ^^^^^^
        19 |     uses: aivoice.pause
        hint: \`aivoice.pause\` requires \`jobId\`: \`with: { jobId: … }\`

      ✗ campaign.yaml: 1 error; run \`callsheet explain CODE\` for details
      "
    `);
  });

  test('the nearest word for the type of a message', async () => {
    expect(await after('type: text', 'type: txt')).toMatchInlineSnapshot(`
      "campaign.yaml:12:19 error CS4001 \`type\` must be text, image, audio, video, location, document, sticker, interactive or contacts (the service returns -132)
        11 |     forEach: members
      > 12 |     with: { type: txt, text: { body: "Hello {{ recipient.name }}. {{ vars.sign }}" } }
           |                   ^^^
        13 |   code:
        hint: did you mean \`text\`?

      ✗ campaign.yaml: 1 error; run \`callsheet explain CODE\` for details
      "
    `);
  });

  test('the nearest file', async () => {
    expect(await after('people.csv', 'peple.csv')).toMatchInlineSnapshot(`
      "campaign.yaml:7:20 error CS3018 There is no file \`peple.csv\`
        6 | audiences:
      > 7 |   members: { file: peple.csv, key: phone, lastInbound: last }
          |                    ^^^^^^^^^
        8 | steps:
        hint: did you mean \`people.csv\`?

      ✗ campaign.yaml: 1 error; run \`callsheet explain CODE\` for details
      "
    `);
    for (const missing of ['campain.yaml', 'campaign.yml']) {
      const { err } = await checkFiles({ 'campaign.yaml': campaign }, { files: [missing] });
      expect(err).toBe(`There is no file ${missing}; did you mean campaign.yaml?\n`);
    }
  });

  test('an absolute path is called absolute', async () => {
    expect(await after('people.csv', '/work/people.csv')).toMatchInlineSnapshot(`
      "campaign.yaml:7:20 error CS3019 \`/work/people.csv\` is an absolute path
        6 | audiences:
      > 7 |   members: { file: /work/people.csv, key: phone, lastInbound: last }
          |                    ^^^^^^^^^^^^^^^^
        8 | steps:
        hint: write the path relative to the campaign file

      ✗ campaign.yaml: 1 error; run \`callsheet explain CODE\` for details
      "
    `);
  });

  test('a template that is closed with one brace', async () => {
    expect(await after('recipient.name }}', 'recipient.name }')).toMatchInlineSnapshot(`
      "campaign.yaml:12:65 error CS3010 This template is not valid Liquid: expected "|" before filter
        11 |     forEach: members
      > 12 |     with: { type: text, text: { body: "Hello {{ recipient.name }. {{ vars.sign }}" } }
           |                                                                 ^^^^^^^^^^^^^^
        13 |   code:
        hint: close it with \`}}\`

      ✗ campaign.yaml: 1 error; run \`callsheet explain CODE\` for details
      "
    `);
  });

  test('a single row of its kind, in the singular; tabs', async () => {
    expect(await printed(campaign, people.replace('2348030001001', 'abc'))).toMatchInlineSnapshot(`
      "campaign.yaml:7:3 warning CS6009 \`members\` has no recipients: 1 row has no usable number
        6 | audiences:
      > 7 |   members: { file: people.csv, key: phone, lastInbound: last }
          |   ^^^^^^^
        8 | steps:

      people.csv:2:1 warning CS6006 1 row has no usable number in \`phone\` and is left out
      > 2 | abc,Ada,2026-11-23T08:30:00+01:00
          | ^^^
        hint: a cell must contain one number with its country code, 7 to 15 digits in total, such as 2348012345678
        see: campaign.yaml:7:20 named here

      ! nobody would be contacted: \`callsheet plan campaign.yaml\` says why
      ! campaign.yaml: 2 warnings; run \`callsheet explain CODE\` for details
      "
    `);
    expect(await printed(campaign, people.replaceAll(',', '\t'))).toMatchInlineSnapshot(`
      "people.csv:1:1 error CS6002 The columns are separated by tabs, not by commas
      > 1 | phone	name	last
          | ^^^^^^^^^^^^^^^
        hint: set \`sep: "\\t"\` in the audience
        see: campaign.yaml:7:20 named here

      ✗ campaign.yaml: 1 error; run \`callsheet explain CODE\` for details
      "
    `);
  });
});

test('a step that runs on failure needs another one that can fail', async () => {
  const alone = campaign.slice(0, campaign.indexOf('vars:')) + campaign.slice(campaign.indexOf('steps:'));
  const robots = alone.slice(0, alone.indexOf('  hello:')) + alone.slice(alone.indexOf('  robots:'));
  expect(await printed(robots)).toMatchInlineSnapshot(`
    "campaign.yaml:8:11 error CS3023 \`robots\` runs on failure, but no other step could fail before it
      7 |     uses: aivoice.pause
    > 8 |     runs: on-failure
        |           ^^^^^^^^^^
      9 |     with: { jobId: 2001 }
      hint: remove \`runs\`

    ✗ campaign.yaml: 1 error; run \`callsheet explain CODE\` for details
    "
  `);
});

test('what exports write for an empty cell is warned of where a text would show it', async () => {
  const cells = ['NULL', '#N/A', 'n/a', 'nan', 'Nancy'].map((name, index) => `234803000100${index},${name},`);
  expect(await printed(campaign, `phone,name,last\n${cells.join('\n')}\n`)).toMatchInlineSnapshot(`
    "campaign.yaml:12:49 warning CS6017 4 recipients have a placeholder such as \`NULL\` in \`name\`, and \`hello\` would send it
      11 |     forEach: members
    > 12 |     with: { type: text, text: { body: "Hello {{ recipient.name }}. {{ vars.sign }}" } }
         |                                                 ^^^^^^^^^^^^^^
      13 |   code:
      hint: clear these cells, and give the template a \`default\`
      see: people.csv:2:15 \`name\` of this recipient
      see: people.csv:3:15 \`name\` of this recipient
      see: people.csv:4:15 \`name\` of this recipient
      see: people.csv:5:15 \`name\` of this recipient

    ! nobody would be contacted: \`callsheet plan campaign.yaml\` says why
    ! campaign.yaml: 1 warning; run \`callsheet explain CODE\` for details
    "
  `);
});
