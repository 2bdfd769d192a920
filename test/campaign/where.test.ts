import { describe, expect, test } from 'vitest';
import { plan } from '../../src/cli/commands/plan.ts';
import { why } from '../../src/cli/commands/why.ts';
import { commandHost } from '../rig/command-host.ts';
import { memoryFiles } from '../rig/memory-files.ts';
import { checkFiles } from './check-example.ts';

const campaign = (audience: string, forEach = 'members') => `campaign: spring
timezone: Africa/Lagos
audiences:
  members: { file: members.csv, key: phone, ${audience} }
steps:
  code: { uses: otp.send, forEach: ${forEach}, with: { templateId: 31 } }
account: { appId: spring-app }
`;
const members = `phone,age,status,email,joined,tier
2348012345001,34,open,ada@example.com,2026-02-01,gold
2348012345002,17,open,b@example.com,2026-02-01,gold
2348012345003,,open,c@example.com,2026-02-01,gold
2348012345004,40 y,open,d@example.com,2026-02-01,gold
2348012345005,40,closed,e@example.com,2026-02-01,gold
2348012345006,40,open,f@test.example,2026-02-01,silver
2348012345007,40,open,g@example.com,2026-01-31T23:30:00Z,silver
2348012345008,40,open,h@example.com,2026-01-31T22:30:00Z,silver
`;
const where =
  'where: { age: { atLeast: 18, atMost: 65 }, status: { not: closed }, email: { not: { matches: "*@test.*" } }, joined: { after: "2026-01-31" } }';
const forEach = '{ audience: members, where: { tier: gold } }';

const findingsOf = async (yaml: string, list = members) => {
  const { out } = await checkFiles({ 'campaign.yaml': yaml, 'members.csv': list }, { format: 'json' });
  const { diagnostics } = JSON.parse(out) as {
    diagnostics: {
      code: string;
      severity: string;
      message: string;
      hint?: string;
      range: { start: { line: number; column: number } };
    }[];
  };
  return diagnostics.map(({ code, severity, message, hint, range: { start } }) =>
    [`${start.line}:${start.column}`, code, severity, message, ...(hint === undefined ? [] : [`(${hint})`])].join(' '),
  );
};

describe('`check` compares `where` with the list', () => {
  test('a cell that cannot be compared is a warning in its row', async () => {
    expect(await findingsOf(campaign(where))).toEqual([
      '5:15 CS6020 warning 1 row has no number in `age`, which `atLeast` compares (write numbers such as `1200` or `12.5`, without a unit; this row is left out)',
    ]);
  });

  test.each(['TRUE', '{ not: TRUE }', '[open, 007]'])('a word that YAML changes is an error: %s', async (value) => {
    const found = await findingsOf(campaign(`where: { status: ${value} }`), members.replaceAll('closed', 'TRUE'));
    const [word, read] = value.includes('TRUE') ? ['TRUE', '`true`'] : ['007', 'the number 7'];
    expect(found.filter((one) => one.includes('status') || one.includes('CS1005'))).toEqual([
      expect.stringContaining(
        `CS1005 error YAML reads \`${word}\` as ${read}, but cells are compared as text (put it in quotes: "${word}")`,
      ),
    ]);
  });

  test('a column may have the name of something that every object has', async () => {
    const list = members.replace('tier', 'constructor').replace('status', 'valueOf');
    const yaml = campaign(
      'where: { constructor: [gold, silver] }',
      '{ audience: members, where: { valueOf: { not: closed } } }',
    );
    expect(await findingsOf(yaml, list)).toEqual([]);
  });

  test('a column without a single number or time is an error', async () => {
    const yaml = campaign('where: { tier: { atLeast: 1 }, email: { before: "2026-01-01" } }');
    expect(await findingsOf(yaml)).toEqual([
      '4:3 CS6009 warning `members` has no recipients: 8 rows do not match `where`',
      '4:71 CS6020 error `atLeast` compares a number, but `tier` of `members.csv` has none: it has texts such as `gold` (compare texts with `oneOf`, `not` or `matches`, or write numbers such as `1200` or `12.5`, without a unit)',
      '4:93 CS6020 error `before` compares a date or time, but `email` of `members.csv` has none: it has texts such as `ada@example.com` (compare texts with `oneOf`, `not` or `matches`, or write `2026-11-22`, `2026-11-22 18:30`, `2026-11-22T18:30:00+01:00`, or seconds since 1970)',
    ]);
  });

  test('days as a spreadsheet counts them are named as such', async () => {
    const counted = members.replace(/,\d{4}-\d{2}-\d{2}[^,]*,/g, ',46325.4,');
    expect(await findingsOf(campaign('where: { joined: { after: "2026-01-31" } }'), counted)).toContainEqual(
      expect.stringMatching(
        /such as `46325\.4` \(this is how a spreadsheet counts days: there, format the column as a date/,
      ),
    );
  });

  test('a value, a pattern and a limit that no row has are warnings, each at its place', async () => {
    const yaml = campaign(
      'where: { status: { not: [closd, closed] }, joined: { after: 2027-01-01 }, email: { matches: ["*@*", "*.org"] } }',
      '{ audience: members, where: { tier: [gold, silvr] } }',
    );
    expect(await findingsOf(yaml)).toEqual([
      '4:3 CS6009 warning `members` has no recipients: 8 rows do not match `where`',
      '4:70 CS6021 warning No row of `members.csv` has `closd` in `status` (did you mean `closed`?)',
      '4:105 CS6021 warning In no row of `members.csv` is `joined` after 2027-01-01 (correct the limit, or remove the condition)',
      '4:145 CS6021 warning No row of `members.csv` has a text like `*.org` in `email` (correct the pattern, or remove it)',
    ]);
    const ofStep = campaign('country: NG', '{ audience: members, where: { tier: [gold, silvr] } }');
    expect(await findingsOf(ofStep)).toEqual([
      '6:79 CS6021 warning No recipient of `members` has `silvr` in `tier` (did you mean `silver`?)',
    ]);
  });

  test('an empty cell beside other values is for rows that are still to come, and alone a mistake', async () => {
    const list = 'phone,out\n2348012345001,nein\n2348012345002,ja\n';
    expect(await findingsOf(campaign('where: { out: [nein, ""] }'), list)).toEqual([]);
    expect(await findingsOf(campaign('where: { out: "" }'), list)).toContainEqual(
      expect.stringContaining('CS6021 warning No row of `members.csv` has an empty cell in `out`'),
    );
  });

  test('a value is one that a row has, though the row is left out for its number; a step has recipients, not rows', async () => {
    const list = 'phone,ok,tier,age\n2348012345001,ja,gold,\n12,j,silver,\n13,,,20\n';
    const rows = 'where: { ok: [ja, j, nie] }';
    expect(await findingsOf(campaign(rows, '{ audience: members, where: { tier: [gold, silver] } }'), list)).toEqual([
      '4:66 CS6021 warning No row of `members.csv` has `nie` in `ok` (use a value that the column has, or remove this one)',
      '6:79 CS6021 warning No recipient of `members` has `silver` in `tier` (use a value that the column has, or remove this one)',
      expect.stringContaining('3:1 CS6006 warning 2 rows have no usable number'),
    ]);
    const found = await findingsOf(campaign('where: { age: { atLeast: 18 } }'), list);
    expect(found.filter((one) => one.includes('CS602'))).toEqual([]);
  });

  test('a pattern that is written as a value is named with how to write it: it leaves nobody out', async () => {
    const hint = 'a value is compared as it is written; for a pattern, write';
    expect(await findingsOf(campaign('where: { email: { not: "*@example.org" }, tier: "go?d" }'))).toEqual(
      expect.arrayContaining([
        `4:68 CS6021 warning No row of \`members.csv\` has \`*@example.org\` in \`email\` (${hint} \`email: { not: { matches: "*@example.org" } }\`)`,
        expect.stringContaining(`(${hint} \`tier: { matches: "go?d" }\`)`),
      ]),
    );
  });

  test('an unknown column, an unknown condition, a value of the wrong type and a date that is not in the calendar', async () => {
    const yaml = campaign(
      'where: { agee: { atLeast: 18 }, status: { nott: closed }, age: { atMost: "65" }, joined: { before: 2026-02-30 }, tier: { after: 3/4/2026 } }',
    );
    expect(await findingsOf(yaml)).toEqual([
      '4:3 CS6009 warning `members` has no recipients: 8 rows do not match `where`',
      '4:54 CS6008 error `members.csv` has no column `agee` (did you mean `age`?)',
      '4:87 CS2001 error unknown key `nott` in `status` (did you mean `not`?)',
      '4:118 CS2003 error `atMost` must be a number, not text (`65`) (write 65 without quotes)',
      '4:144 CS5003 error 2026-02-30 is not a date in the calendar (that month has 28 days)',
      '4:173 CS2007 error `3/4/2026` is not a date such as `2026-11-23`, or a local date-time such as `2026-11-23 09:00` (write the year first, then the month: `2026-MM-DD`)',
    ]);
  });
});

test('`why` names each condition that left a person out, in the audience and in a step', async () => {
  const said = async (key: string) => {
    const world = { 'campaign.yaml': campaign(where, forEach), 'members.csv': members };
    const { host, out } = commandHost({
      now: Date.parse('2026-11-23T08:30:00Z'),
      files: memoryFiles(world, process.cwd()),
    });
    await why({ format: 'text', input: [], file: 'campaign.yaml', key }, host);
    return out()
      .split('\n')
      .filter((line) => line.includes('where  ') || line.includes('`where` does not'));
  };
  const all = await Promise.all([2, 3, 4, 5, 6, 7, 8].map((person) => said(`234801234500${person}`)));
  expect(all.map((lines) => lines.map((line) => line.trim().replace(/^members\.csv:\d  where  /, '')))).toEqual([
    ['`age` is `17`, not at least 18  campaign.yaml:4'],
    ['`age` is empty, not at least 18  campaign.yaml:4', '`age` is empty, not at most 65   campaign.yaml:4'],
    [
      '`age` is `40 y` and no number, not at least 18  campaign.yaml:4',
      '`age` is `40 y` and no number, not at most 65   campaign.yaml:4',
    ],
    ['`status` is `closed`, which `not` leaves out  campaign.yaml:4'],
    ['`email` is `f@test.example`, which `not` leaves out  campaign.yaml:4'],
    ['will not be sent: the step’s `where` does not select them: `tier` is `silver`, not `gold`  campaign.yaml:6'],
    ['`joined` is `2026-01-31T22:30:00Z`, not after 2026-01-31  campaign.yaml:4'],
  ]);
});

test('`plan` counts whom `exclude` and each condition leave out, in text and JSON', async () => {
  const planned = async (format: 'text' | 'json') => {
    const world = {
      'campaign.yaml': campaign(`exclude: [stop.csv], ${where}`, forEach),
      'members.csv': `${members}2348012345009,50,open,i@example.com,2026-02-01,gold\n`,
      'stop.csv': 'phone\n2348012345009\n2348012345010\n',
    };
    const { host, out } = commandHost({
      now: Date.parse('2026-11-23T08:30:00Z'),
      files: memoryFiles(world, process.cwd()),
    });
    expect(await plan({ format, jobs: false, input: [], file: 'campaign.yaml' }, host)).toBe(0);
    return out();
  };
  expect((await planned('text')).split('\n').filter((line) => line.includes('`where`'))).toEqual([
    '`members` has 2 recipients; `exclude` leaves out 1 row; `where` leaves out 3 whose `age` is not at least 18, 1 whose `status` is `closed`, 1 whose `email` is like `*@test.*`, 1 whose `joined` is not after 2026-01-31.',
    '`code` is for 1 recipient; `where` leaves out 1 whose `tier` is not `gold`.',
  ]);
  expect((JSON.parse(await planned('json')) as { selection: unknown }).selection).toEqual([
    {
      audience: 'members',
      recipients: 2,
      excluded: 1,
      leftOut: [
        { column: 'age', reason: '`age` is not at least 18', rows: 3 },
        { column: 'status', reason: '`status` is `closed`', rows: 1 },
        { column: 'email', reason: '`email` is like `*@test.*`', rows: 1 },
        { column: 'joined', reason: '`joined` is not after 2026-01-31', rows: 1 },
      ],
    },
    {
      audience: 'members',
      step: 'code',
      recipients: 1,
      leftOut: [{ column: 'tier', reason: '`tier` is not `gold`', rows: 1 }],
    },
  ]);
});

describe('`sep` separates the columns', () => {
  const list = 'phone;name\n+234 801 234 5001;"Ada; B"\n2348012345002;Bola, C\n';
  test.each([[';'], ['|'], ['\t']])('of the list and of `exclude`, by %j, with quotes', async (sep) => {
    const files = {
      'campaign.yaml': campaign(
        `sep: ${JSON.stringify(sep)}, exclude: [stop.csv], where: { name: ["Ada${sep} B", "Bola, C"] }`,
      ),
      'members.csv': list.replaceAll(';', sep),
      'stop.csv': `phone${sep}why\n2348012345002${sep}said so\n`,
    };
    const { out } = await checkFiles(files, { format: 'json' });
    expect(JSON.parse(out)).toMatchObject({
      diagnostics: [],
      excludes: [{ campaign: 'campaign.yaml', audience: 'members', file: 'stop.csv', numbers: 1, inAudience: 1 }],
    });
  });

  test('and a list with another separator is an error', async () => {
    expect(await findingsOf(campaign('sep: ";"'))).toEqual([
      '1:1 CS6002 error The columns are separated by commas, not by `;` (set `sep: ","` in the audience)',
    ]);
  });

  test('an empty cell at the edge of a row with tabs stays a cell', async () => {
    const yaml = campaign('sep: "\\t", where: { name: "", city: Lagos }');
    const { out } = await checkFiles(
      { 'campaign.yaml': yaml, 'members.csv': 'name\tphone\tcity\n\t2348012345001\tLagos\n\t"2348012345002"\tLagos\n' },
      { format: 'json' },
    );
    expect(JSON.parse(out)).toMatchObject({ diagnostics: [] });
  });
});

test('a spreadsheet is named as what to export instead', async () => {
  const yaml = campaign('').replace('members.csv, key: phone, ', 'members.xlsx, key: phone');
  expect(await findingsOf(yaml)).toEqual([
    '4:20 CS2007 error `members.xlsx` is not a path that ends in `.csv`, `.jsonl` or `.parquet`, the first two perhaps with `.gz` behind it (this is a spreadsheet: export the list from it as “CSV UTF-8”, with the numbers formatted as text)',
  ]);
});

test.each([
  [
    'members.tsv',
    'rename the file so that it ends in `.csv`, and set `sep: "\\t"` in the audience: tabs separate its columns',
  ],
  ['members.json', 'write one JSON object a line, with no list around the lines, into a file that ends in `.jsonl`'],
  ['members.CSV', 'write the ending in small letters, also in the name of the file'],
])('%s says what to write', async (name, hint) => {
  const [found] = await findingsOf(campaign('').replace('members.csv, key: phone, ', `${name}, key: phone`));
  expect(found).toContain(`CS2007 error \`${name}\` is not a path`);
  expect(found).toContain(`(${hint})`);
});
