import { describe, expect, test } from 'vitest';
import { why } from '../../src/cli/commands/why.ts';
import { commandHost } from '../rig/command-host.ts';
import { memoryFiles } from '../rig/memory-files.ts';

const campaign = `campaign: tiny
timezone: Africa/Lagos
audiences:
  members:
    file: lists/members.csv
    key: phone
    where: { tier: [gold, silver], city: Lagos }
    exclude:
      - lists/stop.csv
      - lists/wrong.jsonl
  everybody: { file: lists/all.jsonl, key: phone }
steps:
  hello:
    uses: whatsapp.send
    forEach: members
    with: { type: text, text: { body: "Hello" } }
account: { appId: sandbox-app, businessPhone: "2348000000001" }
`;
const members = `phone,tier,city
2348000000011,gold,Lagos
2348000000012,bronze,
"+234 800 000 0013",silver,Lagos
2348000000014,bronze,Lagos
2348000000011,silver,Lagos
2348000000011,gold,Abuja
08000000016,gold,Lagos
2.34800E+12,gold,Lagos
,gold,Lagos
`;
const world = {
  'my/tiny.yaml': campaign,
  'my/lists/members.csv': members,
  'my/lists/stop.csv': 'phone\n2348000000099\n2348000000013\n2348000000014\n',
  'my/lists/wrong.jsonl': '{"phone":"00234 800 000 0013"}\n',
  'my/lists/all.jsonl': '{"phone":2348000000018}\n{"phone":"2348000000018"}\n',
};

async function whyOf(key: string, options: { readonly format?: 'text' | 'json'; readonly showNumbers?: boolean } = {}) {
  const files = memoryFiles(world, process.cwd());
  const { host, out, err } = commandHost({ now: Date.parse('2026-11-23T08:30:00+01:00'), files });
  const code = await why({ format: 'text', input: [], file: 'my/tiny.yaml', key, ...options }, host);
  return { code, out: out(), err: err() };
}

const head = 'This number is not in any audience of this campaign.\n';
const inMembers =
  '  members: 1 recipient; 3 rows are left out by `where`, 1 by `exclude`, 1 as duplicates, 3 without a usable number\n';
const inEverybody =
  '  everybody: 1 recipient; 0 rows are left out by `where`, 0 by `exclude`, 1 as duplicates, 0 without a usable number\n    no row has this number\n';

test('`why` and `check` give one reason why a number cannot be read', async () => {
  const list = 'phone,land\n0171 0011,DE\n0171 0012,\n';
  const reasons = async (country: string): Promise<readonly string[]> => {
    const text = campaign.replace(/ {4}where[^]* {2}everybody.*\n/, `    country: ${country}\n`);
    const world = { 'my/tiny.yaml': text, 'my/lists/members.csv': list };
    const read = ['491710011', '491710012'].map(async (key) => {
      const { host, out } = commandHost({ now: 0, files: memoryFiles(world, process.cwd()) });
      await why({ format: 'text', input: [], file: 'my/tiny.yaml', key }, host);
      return /may be theirs: (.*)/.exec(out())?.[1] ?? out();
    });
    return Promise.all(read);
  };
  const of = (country: string): string => `the number does not exist in ${country}`;
  expect(await reasons('{ column: land }')).toEqual([of('the country of `land`'), 'the number has no country code']);
  expect(await reasons('DE')).toEqual([of('DE'), of('DE')]);
});

test('`why` names what would leave out a row whose number cannot be read when that is right, too', async () => {
  const list = `phone,tier,city\n${'0123'.replace(/./g, '234800000001$&,gold,Lagos\n')}08000000017,bronze,Lagos\n`;
  const world = { 'my/tiny.yaml': campaign.replace(/ {4}exclude[^]* {2}every.*\n/, ''), 'my/lists/members.csv': list };
  const files = memoryFiles(world, process.cwd());
  const { host, out } = commandHost({ now: 0, files });
  await why({ format: 'text', input: [], file: 'my/tiny.yaml', key: '2348000000017' }, host);
  expect(out().split('\n').slice(2)).toEqual([
    '    my/lists/members.csv:6  invalid  may be theirs: the number has no country code',
    '    my/lists/members.csv:6  where    `tier` is `bronze`, not `gold` or `silver`  my/tiny.yaml:7',
    '',
  ]);
});

describe('`why` names the rule that left somebody out, with the row and the line of the campaign', () => {
  test('each condition of `where` that their row does not meet', async () => {
    expect(await whyOf('2348000000012')).toEqual({
      code: 1,
      err: '',
      out: `${head}${inMembers}\
    my/lists/members.csv:3  where    \`tier\` is \`bronze\`, not \`gold\` or \`silver\`  my/tiny.yaml:7
    my/lists/members.csv:3  where    \`city\` is empty, not \`Lagos\`                my/tiny.yaml:7
    my/lists/members.csv:9  invalid  may be theirs: a spreadsheet rounded the number, and its last digits are lost
${inEverybody}`,
    });
  });

  test('each file of `exclude` in which they are, however they are written there', async () => {
    const { code, out } = await whyOf('2348000000013');
    expect({ code, lines: out.split('\n').slice(2, 4) }).toEqual({
      code: 1,
      lines: [
        '    my/lists/members.csv:4  exclude  they are in my/lists/stop.csv:3     my/tiny.yaml:9',
        '    my/lists/members.csv:4  exclude  they are in my/lists/wrong.jsonl:1  my/tiny.yaml:10',
      ],
    });
  });

  test('both, where either alone would do', async () => {
    const { out } = await whyOf('2348000000014');
    expect(
      out
        .split('\n')
        .slice(2, 4)
        .map((line) => line.replace(/ +/g, ' ')),
    ).toEqual([
      ' my/lists/members.csv:5 where `tier` is `bronze`, not `gold` or `silver` my/tiny.yaml:7',
      ' my/lists/members.csv:5 exclude they are in my/lists/stop.csv:4 my/tiny.yaml:9',
    ]);
  });

  test('a number without a country code, found by its digits and by how it is written', async () => {
    const byDigits = await whyOf('2348000000016', { showNumbers: true });
    expect(byDigits.code).toBe(1);
    expect(byDigits.out.split('\n')[2]).toBe(
      '    my/lists/members.csv:8  invalid  may be theirs: the number has no country code: `08000000016`',
    );
    expect(await whyOf('08000000016')).toEqual({
      code: 1,
      err: '',
      out: `${head}${inMembers}    my/lists/members.csv:8  invalid  the number has no country code\n${inEverybody}`,
    });
  });

  test('a text that is neither a number nor in the list is refused as before', async () => {
    expect(await whyOf('0800 999')).toEqual({
      code: 2,
      out: '',
      err: '0800 999 is not a phone number: use the country code and digits, such as 2348012345678\n',
    });
  });

  test('for a recipient it also shows the other rows', async () => {
    const { code, out } = await whyOf('2348000000011');
    expect({ code, lines: out.split('\n').slice(0, 7) }).toEqual({
      code: 0,
      lines: [
        '234…0011',
        '  members  my/lists/members.csv:2  Africa/Lagos',
        '  members  rows left out:',
        '    my/lists/members.csv:6  duplicate  they are already in line 2',
        '    my/lists/members.csv:7  where      `city` is `Abuja`, not `Lagos`  my/tiny.yaml:7',
        '    my/lists/members.csv:9  invalid    may be theirs: a spreadsheet rounded the number, and its last digits are lost',
        '  times are Africa/Lagos',
      ],
    });
  });

  test('machines read the same', async () => {
    const { code, out } = await whyOf('2348000000018', { format: 'json' });
    expect({ code, value: JSON.parse(out) as unknown }).toEqual({
      code: 0,
      value: {
        version: 1,
        key: '2348000000018',
        timezone: 'Africa/Lagos',
        audiences: [{ name: 'everybody', place: 'my/lists/all.jsonl:1', zone: 'Africa/Lagos' }],
        leftOut: [
          {
            audience: 'members',
            rows: [
              {
                place: 'my/lists/members.csv:9',
                rule: 'invalid',
                detail: 'may be theirs: a spreadsheet rounded the number, and its last digits are lost',
                cell: '2.34800E+12',
              },
            ],
            more: 0,
          },
          {
            audience: 'everybody',
            rows: [{ place: 'my/lists/all.jsonl:2', rule: 'duplicate', detail: 'they are already in line 1' }],
            more: 0,
          },
        ],
        steps: [],
      },
    });
  });
});
