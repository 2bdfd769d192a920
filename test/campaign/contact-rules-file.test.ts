import { describe, expect, test } from 'vitest';
import { checkFiles } from './check-example.ts';

const campaign = `campaign: spring
timezone: Africa/Lagos
account: { appId: spring-app, businessPhone: "2348000000001" }
audiences:
  members: { file: people.csv, key: phone, lastInbound: last }
steps:
  hello:
    uses: whatsapp.send
    forEach: members
    with: { type: text, text: { body: Hello } }
`;
const people = 'phone,last\n2348030001001,2026-11-23T08:30:00+01:00\n';

/** What is said of a `contacts.yaml`: place, code, message and hint. */
async function saidOf(contacts: string | Uint8Array, whole = campaign): Promise<readonly string[]> {
  const files = { 'campaign.yaml': whole, 'people.csv': people, 'contacts.yaml': contacts };
  const { out } = await checkFiles(files, { format: 'json' });
  const { diagnostics } = JSON.parse(out) as {
    diagnostics: { file: string; range: { start: { line: number } }; code: string; message: string; hint?: string }[];
  };
  return diagnostics.map(
    ({ file, range, code, message, hint }) => `${file}:${range.start.line} ${code} ${message} (${hint ?? ''})`,
  );
}

const start = 'begin with `project: shop`, then the rules, such as `atLeastApart: 4h`; without rules, delete the file';

describe('a `contacts.yaml` of another shape is called what it is', () => {
  test.each([
    ['a list', '- project: shop\n'],
    ['a word', 'shop\n'],
    ['a number', '42\n'],
  ])('%s', async (_, text) => {
    expect(await saidOf(text)).toEqual([
      `contacts.yaml:1 CS1014 Contact rules are a map of keys and values (${start})`,
    ]);
  });

  test.each([
    ['empty', ''],
    ['a comment alone', '# rules\n'],
  ])('%s', async (_, text) => {
    expect(await saidOf(text)).toEqual([`contacts.yaml:1 CS1014 This file is empty (${start})`]);
  });

  test('two documents', async () => {
    expect(await saidOf('project: shop\n---\nproject: club\n')).toEqual([
      'contacts.yaml:2 CS1008 A second document starts here, but a file contains the contact rules of one project ' +
        '(put all rules into the first document; another project has a folder of its own)',
    ]);
  });

  test('another version of YAML', async () => {
    expect(await saidOf('%YAML 1.1\n---\nproject: shop\n')).toEqual([
      'contacts.yaml:1 CS1007 `%YAML 1.1` changes how words and numbers are read; contact rules use YAML 1.2 ' +
        '(remove this line and the `---` after it)',
    ]);
  });

  test('text in another encoding is refused, as in a campaign', async () => {
    const latin = Buffer.from('project: shop\nx-note: Renée\n', 'latin1');
    expect(await saidOf(latin)).toEqual(['contacts.yaml:1 CS1006 This file is not UTF-8 text (save it as UTF-8)']);
    const wide = Buffer.from('\uFEFFproject: shop\n', 'utf16le');
    expect(await saidOf(wide)).toEqual(['contacts.yaml:1 CS1006 This file is UTF-16 (save it as UTF-8)']);
  });

  test('one that is too large says its own limit, and nothing of audience files', async () => {
    expect(await saidOf(`project: shop\n${'# people\n'.repeat(120_000)}`)).toEqual([
      'contacts.yaml:1 CS1016 This file is larger than 1 MB ' +
        '(only rules belong here; record people with `callsheet suppress --import` or `callsheet consent`)',
    ]);
  });
});

describe('an unknown key of `contacts.yaml`', () => {
  test('is in this file, not in `contacts`; `project` is one that it may mean', async () => {
    expect(await saidOf('projekt: shop\n')).toEqual([
      'contacts.yaml:1 CS2001 unknown key `projekt` in `contacts.yaml` (did you mean `project`?)',
      'contacts.yaml:1 CS2002 `project` is missing in `contacts.yaml` ' +
        '(name the project, such as `project: shop`: its contact ledger has this name, too)',
    ]);
    expect(await saidOf('project: shop\natLeastApat: 4h\n')).toEqual([
      'contacts.yaml:2 CS2001 unknown key `atLeastApat` in `contacts.yaml` (did you mean `atLeastApart`?)',
    ]);
  });

  test('`contacts:` is what a campaign has above its rules', async () => {
    expect(await saidOf('project: shop\ncontacts:\n  atLeastApart: 4h\n')).toEqual([
      'contacts.yaml:2 CS2001 unknown key `contacts` in `contacts.yaml` (write the rules without `contacts:` above them)',
    ]);
  });

  test('is not a note, nor a key that the campaign has under `contacts`', async () => {
    const rules = [
      'x-note: from legal',
      'priority: 1',
      'caps: [{ max: 1, per: day }]',
      'atLeastApart: 4h',
      'suppression: [{ list: dnc }]',
      'consent: [{ purpose: marketing }]',
    ];
    expect(await saidOf(['project: shop', ...rules, ''].join('\n'))).toEqual([]);
  });
});

describe('times that hold nobody, or longer than the calendar in which people plan', () => {
  const year = 'is longer than a year (the longest is `366d`)';

  test('in `contacts.yaml`', async () => {
    const rules = [
      'caps: [{ max: 1, per: rolling 366d }, { max: 9, per: rolling 400d }]',
      'atLeastApart: 99999999999999d',
      'suppression: [{ list: dnc, maxAge: 31d }, { list: blocked, maxAge: 367d }]',
    ];
    expect(await saidOf(['project: shop', ...rules, ''].join('\n'))).toEqual([
      `contacts.yaml:2 CS2006 \`per: rolling 400d\` ${year}`,
      `contacts.yaml:3 CS2006 \`atLeastApart: 99999999999999d\` ${year}`,
      `contacts.yaml:4 CS2006 \`maxAge: 367d\` ${year}`,
    ]);
    expect(await saidOf('project: shop\natLeastApart: 0s\nsuppression: [{ list: dnc, maxAge: PT0S }]\n')).toEqual([
      'contacts.yaml:2 CS2006 `atLeastApart: 0s` is zero (leave it out, or write a time such as `4h`)',
      'contacts.yaml:3 CS2006 `maxAge: PT0S` is zero, and every list is older (write a time such as `31d`)',
    ]);
  });

  test('in the `contacts` of a campaign', async () => {
    expect(await saidOf('project: shop\n', `${campaign}contacts: { atLeastApart: 400d }\n`)).toEqual([
      `campaign.yaml:11 CS2006 \`atLeastApart: 400d\` ${year}`,
    ]);
  });
});

test('a step that contacts a number is to have recipients; a misspelt `forEach` is one finding', async () => {
  const rules = 'project: shop\natLeastApart: 4h\n';
  const [, once] = await saidOf(rules, campaign.replace('    forEach: members\n', ''));
  expect(once).toMatch(/^campaign\.yaml:7 CS3032 `hello` contacts a number that is not a recipient \(/);
  expect(await saidOf(rules, campaign.replace('forEach:', 'for_each:'))).toEqual([
    'campaign.yaml:9 CS2001 unknown key `for_each` in `hello` (did you mean `forEach`?)',
  ]);
});

test('of two campaigns that share it, its findings are said and counted once', async () => {
  const { out } = await checkFiles(
    {
      'spring.yaml': campaign,
      'autumn.yaml': campaign.replace('spring', 'autumn'),
      'people.csv': people,
      'contacts.yaml': 'project: shop\ncaps: [{ max: 2, per: week }]\n',
    },
    { files: ['spring.yaml', 'autumn.yaml'] },
  );
  expect(out.match(/.*CS2007.*/g)).toEqual([
    'contacts.yaml:2:23 error CS2007 `week` is not `day`, or a rolling time such as `rolling 24h` or `rolling 7d`',
  ]);
  expect(out).toContain('2 files: 1 error;');
});
