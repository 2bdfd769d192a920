import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startCommand } from '../rig/command.ts';

let folder = '';

const campaign = (name: string, more = ''): string => `campaign: ${name}
timezone: Africa/Lagos
starts: 2026-11-23T09:00:00
ends: 2026-11-24T20:00:00
account: { appId: sandbox-app }
costs: { otp.send: 0.02 }
audiences:
  members: { file: members.csv, key: phone }
${more}steps:
  code:
    uses: otp.send
    purpose: service
    forEach: members
    with: { templateId: 31 }
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callsheet-together-'));
  writeFileSync(
    join(folder, 'contacts.yaml'),
    'project: shop\ncaps: [{ max: 1, per: day }, { max: 2, per: rolling 30d }]\n',
  );
  for (const name of ['spring', 'autumn']) writeFileSync(join(folder, `${name}.yaml`), campaign(name));
  writeFileSync(join(folder, 'winter.yaml'), campaign('winter', 'contacts: { priority: 5 }\n'));
  writeFileSync(join(folder, 'members.csv'), 'phone\n2348000000101\n2348000000102\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const callsheet = (...args: string[]) => startCommand(args, { cwd: folder }).ended;
const together = ['plan', '*.yaml', '--at', '2026-11-23 08:30'];

test('several campaigns are one calendar, which says who gives way to whom, when, and why', async () => {
  const { code, stdout, stderr } = await callsheet(...together);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(
    stdout.replace(/tzdata \w+/, 'tzdata'),
  ).toBe(`3 campaigns: plan  autumn, run 2026-11-23; spring, run 2026-11-23; winter, run 2026-11-23
planned Mon 23 Nov 2026, 08:30 · times are Africa/Lagos · tzdata

               Mon 23 Nov     Tue 24 Nov
                  12    18    00    06    to send  first             last
  autumn code                          █        2  Tue 24 Nov 09:00  Tue 24 Nov 09:00
               waiting: 2 for the contact cap
  spring code  nothing to do                    0
               2 skipped: the cap \`2/30d\` leaves no room for them in time
  winter code  █                                2  Mon 23 Nov 09:00  Mon 23 Nov 09:00
               waiting: 2 for the start

Calendar:
               autumn   spring   winter  reached
  Mon 23 Nov                          2  2 people
  Tue 24 Nov        2                    2 people

Who gives way:
  \`autumn\` (code) gives way to \`winter\`: 2 people later, the last on Tue 24 Nov 09:00 (cap \`1/day\`, contacts.yaml:2):
    234…0101: Mon 23 Nov 09:00 → Tue 24 Nov 09:00
    234…0102: Mon 23 Nov 09:00 → Tue 24 Nov 09:00
  \`spring\` (code) gives way to \`autumn\` and \`winter\`: 2 people not at all (cap \`2/30d\`, contacts.yaml:2):
    234…0101: Mon 23 Nov 09:00 → not sent
    234…0102: Mon 23 Nov 09:00 → not sent

Campaigns:
          run         priority  to send  skipped     cost  first             last
  autumn  2026-11-23         0        2        ·     0.04  Tue 24 Nov 09:00  Tue 24 Nov 09:00
  spring  2026-11-23         0        ·        2
  winter  2026-11-23         5        2        ·     0.04  Mon 23 Nov 09:00  Mon 23 Nov 09:00

4 to send of 6, 2 skipped, cost 0.08
To 2 people, 2 of them from several campaigns.
Assumes immediate, successful responses.
Where a cap has no room for all, the greater priority is sent: \`winter\` (5), \`autumn\` (0), \`spring\` (0).
! CS5105 spring: Nobody would be contacted: all 2 requests are skipped
  The plan says why beside each step; \`callsheet why FILE NUMBER\` explains one person
`);
});

test('the same as JSON, Markdown, a page, and a line per job', async () => {
  const { stdout: json } = await callsheet(...together, '--format', 'json');
  const plan = JSON.parse(json) as { readonly campaigns: readonly object[]; readonly givesWay: readonly object[] };
  expect(plan).toMatchObject({
    version: 1,
    timezone: 'Africa/Lagos',
    now: '2026-11-23T08:30:00+01:00',
    totals: { jobs: 6, toSend: 4, skipped: 2, cost: 0.08, people: 2, shared: 2 },
    calendar: [
      { date: '2026-11-23', jobs: { winter: 2 }, people: 2, severalTimes: 0 },
      { date: '2026-11-24', jobs: { autumn: 2 }, people: 2, severalTimes: 0 },
    ],
    campaigns: [
      { priority: 0, campaign: 'autumn', version: 1 },
      { priority: 0, campaign: 'spring', version: 1 },
      { priority: 5, campaign: 'winter', version: 1 },
    ],
  });
  expect(plan.givesWay[0]).toEqual({
    campaign: 'autumn',
    step: 'code',
    to: ['winter'],
    cap: '1/day',
    place: 'contacts.yaml:2',
    later: 2,
    skipped: 0,
    until: '2026-11-24T09:00:00+01:00',
    people: ['2348000000101', '2348000000102'].map((key) => ({
      key,
      wanted: '2026-11-23T09:00:00+01:00',
      at: '2026-11-24T09:00:00+01:00',
    })),
  });
  const { stdout: markdown } = await callsheet(...together, '--format', 'markdown');
  expect(markdown).toContain('| autumn | 2026-11-23 | 0 | 2 | 0 | 0 | 0.04 | Tue 24 Nov 09:00 | Tue 24 Nov 09:00 |');
  expect(markdown).toContain('- 234…0101: Mon 23 Nov 09:00 → Tue 24 Nov 09:00');
  const { stdout: page } = await callsheet(...together, '--format', 'html');
  expect(page).toContain('<h2 id="who-gives-way">Who gives way</h2>');
  expect(`${markdown}${page}`).not.toContain('2348000000101');
  const { stdout: jobs } = await callsheet(...together, '--jobs');
  expect(jobs.split('\n').slice(0, 3)).toEqual([
    '{"campaign":"winter","address":"code[2348000000101]","at":"2026-11-23T09:00:00+01:00","reason":"starts"}',
    '{"campaign":"winter","address":"code[2348000000102]","at":"2026-11-23T09:00:00+01:00","reason":"starts"}',
    '{"campaign":"autumn","address":"code[2348000000101]","at":"2026-11-24T09:00:00+01:00","reason":"cap"}',
  ]);
  // Each campaign is audited by its own lines.
  writeFileSync(join(folder, 'jobs.jsonl'), jobs);
  const audit = await callsheet('audit', 'winter.yaml', '--jobs', 'jobs.jsonl');
  expect(audit).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^winter: audit  2 starts, from jobs.jsonl\n/) as string,
  });
});

test('what is about one campaign is refused, as are two files with one id, and a time that differs by zone', async () => {
  expect(await callsheet(...together, '--out', 'plan.json')).toEqual({
    code: 2,
    signal: null,
    stdout: '',
    stderr: '--out is for the plan of one campaign, and these are 3\n',
  });
  writeFileSync(join(folder, 'again.yaml'), campaign('spring'));
  const twins = await callsheet('plan', 'spring.yaml', 'again.yaml');
  expect(twins.stderr).toBe(
    'again.yaml has the id of another one of these campaigns, `spring`: give each its own id\n',
  );
  writeFileSync(join(folder, 'autumn.yaml'), campaign('autumn').replace('Africa/Lagos', 'Europe/Madrid'));
  writeFileSync(join(folder, 'winter.yaml'), campaign('winter').replace('Africa/Lagos', 'Asia/Dubai'));
  const zones = await callsheet('plan', 'autumn.yaml', 'winter.yaml', '--at', '2026-11-23 08:30');
  expect(zones.stderr).toContain('is a different time in each of their time zones');
  expect((await callsheet('plan', 'autumn.yaml', 'winter.yaml', '--at', '2026-11-23T08:30+01:00')).code).toBe(0);
});

test('check says which campaigns want the same people, and that a priority decides', async () => {
  const { code, stdout } = await callsheet('check', 'autumn.yaml', 'spring.yaml', 'winter.yaml');
  expect(code).toBe(0);
  expect(stdout.match(/CS3025.*/g)).toEqual([
    'CS3025 2 recipients of `members` may be contacted at the same hours by the campaign `autumn`, which has the same priority: where a cap has no room for both, whichever comes first is sent',
  ]);
});

test('beside the plan of several it is said what keeps a run of one of them from doing it now', async () => {
  expect((await callsheet('run', 'spring.yaml', '--sandbox', '--yes')).code).toBe(0);
  await callsheet('pause', 'spring.yaml', '--sandbox');
  writeFileSync(join(folder, 'autumn.yaml'), campaign('autumn').replace('2026-11-23T09:00', '2026-11-24T09:00'));
  expect((await callsheet('run', 'winter.yaml', '--sandbox', '--yes')).code).toBe(0);
  writeFileSync(join(folder, 'winter.yaml'), campaign('winter').replace('2026-11-23T09:00', '2026-11-24T09:00'));
  const { stderr, stdout } = await callsheet('plan', '*.yaml', '--sandbox', '--format', 'json');
  expect(stderr.split('\n')).toEqual([
    'Run 2026-11-23 is paused: nothing starts until `callsheet resume spring.yaml --sandbox`. The times assume that it is resumed by then.',
    expect.stringMatching(
      /^winter\.yaml would start a new run, 2026-11-24, but .* Until then, `run` refuses to start\.$/,
    ),
    '',
  ]);
  const { campaigns } = JSON.parse(stdout) as {
    readonly campaigns: readonly { readonly refused?: readonly string[] }[];
  };
  expect(campaigns.map(({ refused }) => refused?.length)).toEqual([undefined, undefined, 1]);
});
