import { describe, expect, test } from 'vitest';
import { checkFiles } from './check-example.ts';

const head = 'campaign: spring\ntimezone: Africa/Lagos\n';
const good = `${head}steps:\n  funds: { uses: sms.balance }\n`;
const two = `${head}titel: Spring\nlimits: { concurrency: 0 }\nvars: { a: 1 }\nsteps:\n  funds: { uses: sms.balance }\n`;

describe('check', () => {
  test('says of a good campaign that there is no problem', async () => {
    expect(await checkFiles({ 'campaign.yaml': good })).toEqual({
      exitCode: 0,
      out: '✓ campaign.yaml: no problems\n',
      err: '',
    });
  });

  test('prints every finding with its place, its lines and what to do', async () => {
    const { exitCode, out } = await checkFiles({ 'campaign.yaml': two });
    expect(exitCode).toBe(1);
    expect(out).toBe(`campaign.yaml:3:1 error CS2001 unknown key \`titel\` in the campaign
  2 | timezone: Africa/Lagos
> 3 | titel: Spring
    | ^^^^^
  4 | limits: { concurrency: 0 }
  hint: did you mean \`title\`?

campaign.yaml:4:24 error CS2006 \`concurrency\` must be at least 1, not 0
  3 | titel: Spring
> 4 | limits: { concurrency: 0 }
    |                        ^
  5 | vars: { a: 1 }

campaign.yaml:5:9 warning CS3017 The variable \`a\` is never used
  4 | limits: { concurrency: 0 }
> 5 | vars: { a: 1 }
    |         ^
  6 | steps:

✗ campaign.yaml: 2 errors, 1 warning; run \`callsheet explain CODE\` for details
`);
  });

  test('says of a folder how its files are named', async () => {
    const { exitCode, err } = await checkFiles({ 'campaigns/spring.yaml': good }, { files: ['campaigns'] });
    expect({ exitCode, err }).toEqual({
      exitCode: 2,
      err: 'campaigns is a folder; name the files: campaigns/*.yaml\n',
    });
  });

  test('reads files with Windows line ends', async () => {
    const { out } = await checkFiles({ 'campaign.yaml': two.replaceAll('\n', '\r\n') });
    expect(out.match(/CS\d{4}/g)).toEqual(['CS2001', 'CS2006', 'CS3017']);
    expect(out).not.toContain('\r');
  });

  test('is silent with --quiet when there are only warnings', async () => {
    const warned = `${head}vars: { a: 1 }\nsteps:\n  funds: { uses: sms.balance }\n`;
    expect(await checkFiles({ 'campaign.yaml': warned }, { quiet: true })).toEqual({ exitCode: 0, out: '', err: '' });
  });

  test('shows no more than --max-findings, and counts all', async () => {
    const { out } = await checkFiles({ 'campaign.yaml': two }, { maxFindings: 1 });
    expect(out.match(/CS\d{4}/g)).toEqual(['CS2001']);
    expect(out).toContain('2 errors, 1 warning (2 more not shown)');
  });

  test('takes inputs, and says which are not of the campaign', async () => {
    const campaign = `${head}account: { appId: spring }\ninputs: { job: { type: number } }\nsteps:\n  a: { uses: aivoice.pause, with: { jobId: "{{ inputs.job }}" } }\n`;
    expect((await checkFiles({ 'campaign.yaml': campaign }, { input: ['job=7'] })).exitCode).toBe(0);
    expect((await checkFiles({ 'campaign.yaml': campaign }, { input: ['job=x'] })).out).toContain(
      'CS3015 The input `job` must be a number, not `x`',
    );
    expect((await checkFiles({ 'campaign.yaml': campaign }, { input: ['job=7', 'jop=8'] })).out).toContain(
      'CS3015 `--input jop=…`: the campaign has no such input',
    );
    expect(await checkFiles({ 'campaign.yaml': campaign }, { input: ['job'] })).toEqual({
      exitCode: 2,
      out: '',
      err: '--input takes name=value, not job.\n',
    });
  });

  test('of a file that is not there ends with 2, and prints no findings', async () => {
    expect(await checkFiles({}, { files: ['nowhere.yaml'] })).toEqual({
      exitCode: 2,
      out: '',
      err: 'There is no file nowhere.yaml\n',
    });
  });

  test('of several files checks those that are there, and names those that are not', async () => {
    const campaign = `${head}steps:\n  a: { uses: sms.balance }\n`;
    const files = ['nowhere.yaml', 'campaign.yaml', 'neither.yaml'];
    expect(await checkFiles({ 'campaign.yaml': campaign }, { files })).toEqual({
      exitCode: 2,
      out: '✓ campaign.yaml: no problems\n',
      err: 'There is no file nowhere.yaml\nThere is no file neither.yaml\n',
    });
  });

  test('masks numbers in the lines that it shows', async () => {
    const campaign = `${head}account: { appId: spring }\naudiences: { m: { file: m.csv, key: phone } }\nsteps:\n  a: { uses: otp.send, forEach: m, with: { templateId: 1 } }\n`;
    const { out } = await checkFiles({ 'campaign.yaml': campaign, 'm.csv': 'phone\n2348012345678\n2348012345678\n' });
    expect(out).toContain('> 3 | 234………………5678');
    expect(out).not.toContain('2348012345678');
  });
});

describe('a better finding retires the worse', () => {
  test('an unquoted template is not also two YAML errors', async () => {
    const campaign = `${head}account: { appId: spring }\nsteps:\n  a: { uses: aivoice.pause, with: { jobId: {{ run.id }} } }\n`;
    const { out } = await checkFiles({ 'campaign.yaml': campaign });
    expect(out.match(/CS\d{4}/g)).toEqual(['CS1002']);
  });

  test('a delay counts from the needs, from `starts`, or from the others, and else from nothing', async () => {
    const delayed = (top: string, more: string) =>
      `${head}${top}account: { appId: spring }\nsteps:\n  funds: { uses: sms.balance }\n` +
      `  pause: { uses: aivoice.pause, delay: 2h, ${more}with: { jobId: 2001 } }\n`;
    const outOf = async (campaign: string) => (await checkFiles({ 'campaign.yaml': campaign })).out;
    const right = '✓ campaign.yaml: no problems\n';
    expect(await outOf(delayed('', 'needs: funds, '))).toBe(right);
    expect(await outOf(delayed('starts: 2026-11-23 09:00\n', ''))).toBe(right);
    expect(await outOf(delayed('', 'runs: always, '))).toBe(right);
    expect(await outOf(delayed('', ''))).toContain('CS3024 `delay` has no effect: `pause` needs nothing\n');
  });

  test('people with the same cells have the same findings, each of them', async () => {
    const names = ['Ada', 'NULL', '', 'Ada', 'NULL', '', 'x'.repeat(4_100), 'Ada', 'x'.repeat(4_100)];
    const { exitCode, out } = await checkFiles({
      'campaign.yaml': `${head}account: { appId: spring, businessPhone: "2348000000001" }
audiences: { members: { file: members.csv, key: phone } }
steps:
  hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: "Hello {{ recipient.name }}" } } }
`,
      'members.csv': ['phone,name', ...names.map((name, at) => `234803000000${at},${name}`), ''].join('\n'),
    });
    expect(exitCode).toBe(1);
    const found = [...out.matchAll(/(CS4002|CS6007|CS6017) (.*?)[:,]? (?:`text|no value|such|a placeholder)/g)];
    expect(found.map(([, code, whom]) => `${code} ${whom}`)).toEqual([
      'CS4002 For 2 recipients',
      'CS6017 2 recipients have',
      'CS6007 `hello` skips 2 recipients',
    ]);
    const lines = [...out.matchAll(/see: members\.csv:(\d+)/g)].map(([, line]) => Number(line));
    expect(lines.sort((one, other) => one - other)).toEqual([3, 4, 6, 7, 8, 10]);
  });

  test('a name that the service takes once is not sent twice: by two steps, or for two recipients', async () => {
    const redial = (more: string) =>
      `{ uses: voice.redial, ${more}with: { taskId: 1001, taskName: spring, source: 3, text: Hi, lan: EN } }`;
    const campaign = `${head}account: { appId: spring }
audiences: { members: { file: members.csv, key: phone } }
steps:
  code: { uses: otp.send, forEach: members, with: { templateId: 31, orderId: "{{ recipient.club }}" } }
  call: ${redial('')}
  late: ${redial('needs: call, runs: on-failure, ')}
  more: ${redial('')}
`;
    const { exitCode, out } = await checkFiles({
      'campaign.yaml': campaign,
      'members.csv': 'phone,club\n2348030000001,rowing\n2348030000002,rowing\n2348030000003,chess\n',
    });
    expect(exitCode).toBe(1);
    expect(`\n${out}`).toBe(`
campaign.yaml:6:78 error CS4002 For 1 recipient: \`orderId\` is the same as another recipient's (the service returns -20)
  5 | steps:
> 6 |   code: { uses: otp.send, forEach: members, with: { templateId: 31, orderId: "{{ recipient.club }}" } }
    |                                                                              ^^^^^^^^^^^^^^^^^^^^^^
  7 |   call: ${redial('')}
  hint: leave \`orderId\` out to get a different one for each recipient
  see: members.csv:3:15 \`club\` of this recipient

campaign.yaml:9:63 error CS4001 \`more\` and \`call\` have the same \`taskName\`: the service accepts it once and returns -41 for the second
   8 |   late: ${redial('needs: call, runs: on-failure, ')}
>  9 |   more: ${redial('')}
     |                                                               ^^^^^^
  10 |
  hint: use another one, or leave \`taskName\` out
  see: campaign.yaml:7:63 the other one

✗ campaign.yaml: 2 errors; run \`callsheet explain CODE\` for details
`);
  });

  test.each([
    ['"{{ vars.hours }}"', '`allowSendTime`'],
    ['["{{ vars.hours }}"]', 'This period'],
    ['[{ strTime: "{{ vars.hours }}", endTime: "12:00" }]', '`strTime`'],
    ['[{ strTime: "10:00", endTime: "{{ vars.hours }}" }]', '`endTime`'],
  ])('hours of calls that a template makes (%s) are refused: they could be any', async (periods, what) => {
    const call = `{ uses: voice.redial, with: { taskId: 1001, source: 3, text: Hi, lan: EN, allowSendTime: ${periods} } }`;
    const campaign = `${head}account: { appId: spring }\nvars: { hours: "03:00" }\nsteps:\n  call: ${call}\n`;
    const { exitCode, out } = await checkFiles({ 'campaign.yaml': campaign });
    expect(exitCode).toBe(1);
    expect(out).toContain(` error CS5007 ${what} is a template, so it cannot be checked against the window\n`);
  });

  test('a last message that a run can read is not called unreadable, and the other way round', async () => {
    const hello = '{ uses: whatsapp.send, forEach: members, with: { type: text, text: { body: Hi } } }';
    const { out } = await checkFiles({
      'campaign.yaml': `${head}account: { appId: spring, businessPhone: "2348000000001" }
audiences: { members: { file: members.csv, key: phone, lastInbound: seen } }
steps: { hello: ${hello} }
`,
      'members.csv': `phone,seen
2348030000001,2026-11-22 10:00:00.5+01
2348030000002,2026-02-30 10:00
2348030000003,123456789
2348030000004,2026-11-22T10:00:00+24:00
2348030000005,
`,
    });
    expect(out).toContain('CS6013 2 recipients have an unreadable time in `seen`, such as `2026-02-30 10:00`\n');
  });

  test('a last message is in the future when it lies after now and after the start', async () => {
    const checked = (last: string, starts = '') =>
      checkFiles({
        'campaign.yaml': `${head}${starts}account: { appId: spring, businessPhone: "2348000000001" }
audiences: { members: { file: members.csv, key: phone, lastInbound: seen } }
steps: { hello: { uses: whatsapp.send, forEach: members, with: { type: text, text: { body: Hi } } } }
`,
        'members.csv': `phone,seen\n2348030000001,\n2348030000002,${last}\n`,
      });
    const isReported = async (last: string, starts?: string) => (await checked(last, starts)).out.includes('CS6015');
    // It is Mon 23 Nov, 09:00 in Lagos.
    expect(await isReported('2026-11-23 09:05')).toBe(false);
    expect(await isReported('2026-11-23 09:06')).toBe(true);
    expect(await isReported('2026-11-23 09:06', 'starts: 2026-11-23 10:00\n')).toBe(false);
    expect(await isReported('2026-11-23 10:06', 'starts: 2026-11-23 10:00\n')).toBe(true);
    expect(await isReported('2026-11-23 09:06', 'starts: 2026-11-20 10:00\n')).toBe(true);
  });

  test('a misspelt key is not also a missing one', async () => {
    const { out } = await checkFiles({ 'campaign.yaml': good.replace('timezone', 'timezon') });
    expect(out.match(/CS\d{4}/g)).toEqual(['CS2001']);
  });

  test('a step of a wrong shape is not also an unknown need', async () => {
    const campaign = `${head}account: { appId: spring }\nsteps:\n  a: { uses: sms.balanc }\n  b: { uses: aivoice.pause, needs: a, with: { jobId: 1 } }\n`;
    const { out } = await checkFiles({ 'campaign.yaml': campaign });
    expect(out.match(/CS\d{4}/g)).toEqual(['CS2005']);
  });

  test('an unknown step is not also a need that is missing', async () => {
    const campaign = `${head}account: { appId: spring }\nsteps:\n  a: { uses: aivoice.pause, with: { jobId: "{{ steps.nope.total }}" } }\n`;
    const { out } = await checkFiles({ 'campaign.yaml': campaign });
    expect(out.match(/CS\d{4}/g)).toEqual(['CS3008']);
  });
});

describe('formats', () => {
  const files = { 'campaign.yaml': `${head}vars: { a: 1, a: 2 }\nsteps:\n  funds: { uses: sms.balance }\n` };

  test('json is the promise of docs/cli.md', async () => {
    const { out } = await checkFiles(files, { format: 'json' });
    expect(JSON.parse(out)).toEqual({
      version: 1,
      files: ['campaign.yaml'],
      errorCount: 1,
      warningCount: 1,
      diagnostics: [
        {
          code: 'CS1004',
          severity: 'error',
          message: 'The key `a` is twice in this map',
          file: 'campaign.yaml',
          range: { start: { line: 3, column: 15, offset: 54 }, end: { line: 3, column: 16, offset: 55 } },
          hint: 'keep one of them',
          related: [
            {
              message: 'first here',
              file: 'campaign.yaml',
              range: { start: { line: 3, column: 9, offset: 48 }, end: { line: 3, column: 10, offset: 49 } },
            },
          ],
        },
        {
          code: 'CS3017',
          severity: 'warning',
          message: 'The variable `a` is never used',
          file: 'campaign.yaml',
          range: { start: { line: 3, column: 15, offset: 54 }, end: { line: 3, column: 16, offset: 55 } },
        },
      ],
    });
  });

  test('github writes annotations', async () => {
    const { out } = await checkFiles({ 'campaign.yaml': two }, { format: 'github', maxFindings: 1 });
    expect(out).toBe(
      '::error file=campaign.yaml,line=3,endLine=3,col=1,endColumn=6,title=CS2001::unknown key `titel` in the campaign%0Adid you mean `title`?\n',
    );
  });

  test('github shows what is wrong with a block of text below its last line', async () => {
    const text = 'campaign: a\ntimezone: UTC\ntitle: |\n  {{ title }}\n\nsteps:\n  funds:\n    uses: sms.balance\n';
    const { out } = await checkFiles({ 'campaign.yaml': text }, { format: 'github' });
    expect(out).toMatch(/^::error file=campaign\.yaml,line=3,endLine=4,title=/);
  });

  test('sarif names the rules and the places', async () => {
    const { out } = await checkFiles({ 'campaign.yaml': two }, { format: 'sarif' });
    const log = JSON.parse(out) as {
      version: string;
      runs: {
        tool: { driver: { rules: { id: string; help: object }[] } };
        results: { ruleId: string; locations: unknown[] }[];
      }[];
    };
    expect(log.version).toBe('2.1.0');
    expect(log.runs[0]!.tool.driver.rules.map((rule) => rule.id)).toEqual(['CS2001', 'CS2006', 'CS3017']);
    expect(log.runs[0]!.tool.driver.rules[0]!.help).toEqual({
      text: expect.stringContaining('How to fix: '),
      markdown: expect.stringContaining('**How to fix:** '),
    });
    expect(log.runs[0]!.results[0]).toEqual({
      ruleId: 'CS2001',
      ruleIndex: 0,
      level: 'error',
      message: { text: 'unknown key `titel` in the campaign. Hint: did you mean `title`?' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'campaign.yaml' },
            region: { startLine: 3, startColumn: 1, endLine: 3, endColumn: 6 },
          },
        },
      ],
    });
  });
});

describe('several files', () => {
  test('are checked together, and what each says of the other is a warning', async () => {
    const redial = (id: string, name: string) =>
      `campaign: ${id}\ntimezone: UTC\nsteps:\n  call: { uses: voice.redial, with: { taskId: 1, source: 3, text: Hi, lan: EN, taskName: ${name} } }\n`;
    const files = { 'a.yaml': redial('a', 'morning'), 'b.yaml': redial('b', 'morning'), 'c.yaml': redial('a', 'noon') };
    const { out, exitCode } = await checkFiles(files, { files: Object.keys(files) });
    expect(exitCode).toBe(0);
    expect(out.match(/^\S+ warning .*$/gm)).toEqual([
      'b.yaml:4:3 warning CS3025 `call` has the same task name `morning` as another campaign: the service refuses the second one (-41)',
      'c.yaml:1:1 warning CS3025 Another file has the same campaign id `a`: the two would share one state file and their order ids',
    ]);
  });
});

describe('patterns', () => {
  const files = {
    'a/one.yaml': good,
    'a/b/two.yaml': good.replace('spring', 'autumn'),
    'a/b/list.csv': '',
    'a/.x/no.yaml': '',
    'c.yaml': good.replace('spring', 'winter'),
  };

  test.each([
    ['a/*.yaml', '✓ a/one.yaml: no problems\n'],
    ['a/**/*.yaml', '✓ 2 files: no problems\n'],
    ['**/t?o.yaml', '✓ a/b/two.yaml: no problems\n'],
    ['**/*.yaml', '✓ 3 files: no problems\n'],
  ])('%s', async (pattern, out) => {
    expect(await checkFiles(files, { files: [pattern] })).toEqual({ exitCode: 0, out, err: '' });
  });

  test('that name a file in two ways are one file', async () => {
    const out = await checkFiles(files, { files: ['a/one.yaml', './a/*.yaml'] });
    expect(out).toEqual({ exitCode: 0, out: '✓ a/one.yaml: no problems\n', err: '' });
  });

  test('that stand for nothing are an error', async () => {
    const { exitCode, err } = await checkFiles(files, { files: ['d/*.yaml'] });
    expect([exitCode, err]).toEqual([2, 'No file matches d/*.yaml\n']);
  });
});

describe('paths', () => {
  const campaign = (file: string) => `${head}steps:\n  a: { uses: audio.upload, with: { file: ${file} } }\n`;

  test.each(['../other/x.mp3', '/etc/x.mp3'])('%s leads out of the repository', async (path) => {
    const files = { 'repository/campaign.yaml': campaign(path), 'other/x.mp3': 'ID3 sound', '/etc/x.mp3': 'ID3 sound' };
    const { out } = await checkFiles(files, { files: ['repository/campaign.yaml'] });
    expect(out.match(/CS\d{4}/g)).toEqual(['CS3019']);
  });

  test('may lead up within the repository', async () => {
    const files = {
      '.git/HEAD': '',
      'campaigns/campaign.yaml': campaign('../sound/x.mp3'),
      'sound/x.mp3': 'ID3 sound',
    };
    expect((await checkFiles(files, { files: ['campaigns/campaign.yaml'] })).exitCode).toBe(0);
  });
});
