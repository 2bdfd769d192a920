import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openContactLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { contactPaths } from '../../src/ledger/state-paths.ts';
import { startCommand } from '../rig/command.ts';
import { dayMs } from '../rig/contacts.ts';

const begins = '2026-11-23T09:00:00';
let folder = '';

const campaign = (name: string, more = ''): string => `campaign: ${name}
timezone: Africa/Lagos
starts: ${begins}
ends: 2026-11-24T20:00:00
account: { appId: sandbox-app }
audiences:
  members: { file: members.csv, key: phone }
${more}steps:
  code:
    uses: otp.send
    purpose: service
    forEach: members
    with: { templateId: 31 }
`;
const people = ['2348000000101', '2348000000102', '2348000000103'];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callsheet-two-'));
  writeFileSync(
    join(folder, 'contacts.yaml'),
    'project: shop\ncaps: [{ max: 1, per: day }, { max: 2, per: rolling 30d }]\n',
  );
  for (const name of ['spring', 'autumn', 'winter']) writeFileSync(join(folder, `${name}.yaml`), campaign(name));
  writeFileSync(join(folder, 'members.csv'), `phone\n${people.join('\n')}\n`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const callsheet = (...args: string[]) => startCommand(args, { cwd: folder }).ended;
const jobsOf = async (name: string, ...more: string[]) => {
  const before = ['--at', '2026-11-23 08:30'];
  const { stdout, stderr } = await callsheet('plan', `${name}.yaml`, '--sandbox', '--jobs', ...before, ...more);
  if (stderr !== '') throw new Error(stderr);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => Object.values(JSON.parse(line) as object).join(' '));
};
const run = (name: string) => callsheet('run', `${name}.yaml`, '--sandbox', '--yes');
const reached = async (name: string): Promise<readonly string[]> => {
  const { stdout } = await callsheet('report', `${name}.yaml`, '--sandbox', '--format', 'csv');
  return [...stdout.matchAll(/^(code\[\d+\]),code,\d+,accepted,/gm)].map(([, job]) => job!);
};
const all = people.map((key) => `code[${key}]`);

test('a campaign gives way to what another one has done: the plan says when, and the run does it', async () => {
  expect(await jobsOf('autumn')).toEqual(all.map((job) => `${job} 2026-11-23T09:00:00+01:00 starts`));
  expect(await run('spring')).toMatchObject({ code: 0, stderr: expect.stringContaining('code finished: 3 accepted') });
  const planned = await jobsOf('autumn');
  expect(planned).toEqual(all.map((job) => `${job} 2026-11-24T09:00:00+01:00 cap`));
  expect(await run('autumn')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Tue 24 Nov 09:00:00  code started'),
  });
  expect([await reached('spring'), await reached('autumn')]).toEqual([all, all]);
  // Two in thirty days, and a third would come after the end of its campaign.
  expect(await jobsOf('winter')).toEqual(all.map((job) => `${job}  capped:2/30d`));
  const { stderr } = await run('winter');
  expect(stderr).toContain('code finished: 0 accepted, 3 skipped');
  const { stdout } = await callsheet('why', 'winter.yaml', people[0]!, '--sandbox');
  expect(stdout).toContain('the cap `2/30d` leaves no room for them in time');
});

test('why names the cap that holds a person, and the line of contacts.yaml that says so', async () => {
  await run('spring');
  const { stdout } = await callsheet('why', 'autumn.yaml', people[0]!, '--sandbox');
  expect(stdout).toMatch(/Tue 24 Nov 00:00:00  cap +the contact cap `1\/day` allows another contact +contacts\.yaml:2/);
});

test('between the end of a cap and the next morning the hours hold a person, and not the rate', async () => {
  writeFileSync(join(folder, 'autumn.yaml'), campaign('autumn', 'limits: { rate: 4/s }\n'));
  await run('spring');
  const { stdout } = await callsheet('why', 'autumn.yaml', people[0]!, '--sandbox');
  expect([...stdout.matchAll(/Tue 24 Nov (\d\d:\d\d:\d\d) {2}(\w+)/g)].map(([, at, rule]) => [at, rule])).toEqual([
    ['00:00:00', 'cap'],
    ['09:00:00', 'window'],
  ]);
});

test('a suppression that is recorded after the plan wins, and its removal lets the next run reach the person', async () => {
  const [first = ''] = people;
  await callsheet('plan', 'spring.yaml', '--sandbox', '--out', 'spring.plan');
  const suppressed = await callsheet('suppress', `+${first}`, '--reason', 'asked to stop', '--sandbox');
  expect(suppressed).toMatchObject({ code: 0, stderr: '' });
  expect(suppressed.stdout).toMatch(/^234…0101 is suppressed for everything since [-\d]+ [\d:]+ UTC: asked to stop\n$/);
  await callsheet('run', 'spring.yaml', '--sandbox', '--yes', '--plan', 'spring.plan');
  expect(await reached('spring')).toEqual(all.slice(1));
  const { stdout } = await callsheet('report', 'spring.yaml', '--sandbox');
  expect(stdout).toContain('1  code skipped: they must not be contacted: asked to stop');
  expect(await callsheet('suppress', first, '--remove', '--sandbox')).toMatchObject({
    code: 0,
    stdout: '234…0101: 1 suppression removed\n',
  });
  await run('spring');
  expect(await reached('spring')).toEqual(all);
});

test('an import refuses a file with a row that nobody can read, and a dry run writes nothing', async () => {
  writeFileSync(join(folder, 'dnc.csv'), `number\n${people[0]}\nn/a\n`);
  const given = ['suppress', '--import', 'dnc.csv', '--list', 'dnc', '--column', 'number', '--sandbox'];
  const refused = await callsheet(...given);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('dnc.csv has 1 row without a usable number: line 3.');
  writeFileSync(join(folder, 'dnc.csv'), `number\n${people[0]}\n`);
  expect((await callsheet(...given, '--dry-run')).stdout).toBe('dnc: 1 person would be added, 0 kept, 0 removed\n');
  expect(await jobsOf('spring')).toEqual(all.map((job) => `${job} 2026-11-23T09:00:00+01:00 starts`));
  expect((await callsheet(...given)).stdout).toBe('dnc: 1 person added, 0 kept, 0 removed\n');
  expect((await jobsOf('spring')).filter((job) => job.includes('suppressed'))).toEqual([
    `${all[0]}  suppressed:on the list dnc`,
  ]);
});

test.each([
  [
    'tel\n1\n',
    'dnc.csv has no column `phone` (the file has only the column `tel`): name the column of the numbers with --column.',
  ],
  ['', 'dnc.csv:1: This file is empty. Its first line must name the columns.'],
  [
    'phone\n"234\n',
    'dnc.csv:2: This file cannot be read as CSV: a quote is opened and never closed. Close each quote, and write one inside quotes twice.',
  ],
  [
    '2348000000101\n',
    'dnc.csv:1: The first line contains a number instead of column names. Add a first line with a name for each column, including `phone`.',
  ],
])(
  'an import of a file that is not such a list says what is wrong with it, and shows no number: %j',
  async (text, words) => {
    writeFileSync(join(folder, 'dnc.csv'), text);
    const { code, stderr } = await callsheet('suppress', '--import', 'dnc.csv', '--list', 'dnc', '--sandbox');
    expect({ code, stderr }).toEqual({ code: 2, stderr: `${words} Nothing was changed.\n` });
  },
);

test('a list that was never imported, or too long ago, stops plan and run, but not in a sandbox', async () => {
  writeFileSync(join(folder, 'contacts.yaml'), 'project: shop\nsuppression: [{ list: dnc, maxAge: 31d }]\n');
  const settings = {
    CALLSHEET_BASE_URL: 'http://127.0.0.1:9',
    CALLSHEET_API_KEY: 'key',
    CALLSHEET_API_SECRET: 'secret',
  };
  const commands = [
    ['plan', 'spring.yaml'],
    ['run', 'spring.yaml', '--yes', '--late'],
  ];
  const isRefused = async (reason: string): Promise<void> => {
    for (const command of commands) {
      const { code, stdout, stderr } = await startCommand(command, { cwd: folder, env: settings }).ended;
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(reason);
    }
  };
  await isRefused('The suppression list `dnc`, which contacts.yaml requires, was never imported');
  const paths = contactPaths({ folder: join(folder, '.callsheet'), sandbox: false });
  const ledger = openContactLedger({ paths, project: 'shop', pepper: undefined });
  if ('kind' in ledger) throw new Error(`refused: ${ledger.kind}`);
  const at = Date.now() - 40 * dayMs;
  const listed = {
    reason: 'listed',
    source: 'dnc',
    channel: undefined,
    purpose: undefined,
    from: at,
    until: undefined,
  };
  await ledger.importList({ name: 'dnc', at, people: [{ ...listed, key: people[0]! }], replaces: true });
  ledger.close();
  await isRefused('The suppression list `dnc` was imported 40 days ago, which is more than 31d: import it again with');
  expect(await callsheet('plan', 'spring.yaml', '--sandbox')).toMatchObject({ code: 0 });
});

test('a sandbox run that is discarded holds nobody back', async () => {
  await run('spring');
  expect((await jobsOf('autumn'))[0]).toBe(`${all[0]} 2026-11-24T09:00:00+01:00 cap`);
  await callsheet('suppress', people[0]!, '--reason', 'stop', '--sandbox');
  expect(await callsheet('run', 'spring.yaml', '--sandbox', '--yes', '--fresh')).toMatchObject({ code: 0 });
  expect(await jobsOf('autumn')).toEqual([
    `${all[0]}  suppressed:stop`,
    ...all.slice(1).map((job) => `${job} 2026-11-24T09:00:00+01:00 cap`),
  ]);
  await callsheet('suppress', people[0]!, '--remove', '--sandbox');
  expect((await jobsOf('autumn'))[0]).toBe(`${all[0]} 2026-11-23T09:00:00+01:00 starts`);
});

test('a ledger that nobody can write to ends a sandbox run that is discarded, and says so', async () => {
  await run('spring');
  const ledger = join(folder, '.callsheet', 'ledger.sandbox.db');
  // By the format of the file, a version of writing that is unknown makes it read-only, for every user.
  const bytes = readFileSync(ledger);
  bytes[18] = 3;
  writeFileSync(ledger, bytes);
  const { code, signal, stderr } = await callsheet('run', 'spring.yaml', '--sandbox', '--yes', '--fresh');
  expect([code, signal]).toEqual([2, null]);
  expect(stderr).toMatch(
    /ledger\.sandbox\.db cannot be read or written \(attempt to write a readonly database\)\. .* Nothing was sent\. To start all trials of this folder over: rm \S+sandbox\*\n$/,
  );
});

test('a damaged ledger and one of another project stop a run before anything is sent', async () => {
  await run('spring');
  const ledger = join(folder, '.callsheet', 'ledger.sandbox.db');
  writeFileSync(join(folder, 'contacts.yaml'), 'project: clinic\ncaps: [{ max: 1, per: day }]\n');
  expect((await run('autumn')).stderr).toContain('is the contact ledger of the project `shop`, not of this one');
  writeFileSync(join(folder, 'contacts.yaml'), 'project: shop\ncaps: [{ max: 1, per: day }]\n');
  for (const log of ['-wal', '-shm']) rmSync(ledger + log, { force: true });
  writeFileSync(ledger, readFileSync(ledger).fill(0x41, 0, 4096));
  const { code, stderr } = await run('autumn');
  expect(code).toBe(2);
  expect(stderr).toMatch(/ledger\.sandbox\.db is damaged .*Nothing was sent\./s);
});

test('without its ledger a key is refused, and is not to be thrown away: the ledger may be in a store', async () => {
  const suppress = () => callsheet('suppress', people[0]!, '--reason', 'asked us');
  await suppress();
  const { database, key } = contactPaths({ folder: join(folder, '.callsheet'), sandbox: false });
  rmSync(database);
  const refused = await suppress();
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('If contacts of this project are counted in a store, name it with --store.');
  expect(refused.stderr).toContain(`contacts.key away, too.`);
  renameSync(key, `${key}.away`);
  expect(await suppress()).toMatchObject({ code: 0 });
});

test('a campaign adds rules to those of its project, and contacts.yaml is needed for that', async () => {
  writeFileSync(join(folder, 'spring.yaml'), campaign('spring', 'contacts: { atLeastApart: 40d }\n'));
  await run('autumn');
  expect(await jobsOf('spring')).toEqual(all.map((job) => `${job}  capped:apart/40d`));
  rmSync(join(folder, 'contacts.yaml'));
  const { code, stderr, stdout } = await callsheet('check', 'spring.yaml');
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).toContain('CS3031');
});

test('where a consent is required, only people who have given it are contacted, until it expires', async () => {
  writeFileSync(join(folder, 'contacts.yaml'), 'project: shop\nconsent: [{ purpose: service }]\n');
  const rows = [`${people[0]},service,2026-11-01 00:00,`, `${people[1]},service,2026-11-01 00:00,2026-11-23 07:59`];
  const head = 'phone,purpose,at,expires,basis,evidence';
  writeFileSync(join(folder, 'consents.csv'), `${[head, ...rows.map((row) => `${row},explicit,form 7`)].join('\n')}\n`);
  const recorded = await callsheet('consent', 'consents.csv', '--sandbox');
  expect(recorded).toMatchObject({ code: 0, stderr: '', stdout: '2 consents recorded; the ledger has 2\n' });
  await run('spring');
  expect(await reached('spring')).toEqual(all.slice(0, 1));
  const { stdout } = await callsheet('report', 'spring.yaml', '--sandbox');
  expect(stdout).toContain('2  code skipped: no consent to `service` is recorded');
  writeFileSync(
    join(folder, 'consents.csv'),
    'phone,purpose,at,basis,evidence\n2348000000101,gossip,2026-11-01 00:00,a,b\n',
  );
  expect(await callsheet('consent', 'consents.csv', '--sandbox')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('consents.csv:2: `purpose` is one of marketing, service'),
  });
});

test('a rehearsal knows what the real ledger knows, and leaves it as it is', async () => {
  writeFileSync(
    join(folder, 'contacts.yaml'),
    'project: shop\ncaps: [{ max: 1, per: day }]\nconsent: [{ purpose: service }]\n',
  );
  writeFileSync(
    join(folder, 'consents.csv'),
    `phone,purpose,at,basis,evidence\n${people.map((key) => `${key},service,2026-11-01 00:00,explicit,form 7`).join('\n')}\n`,
  );
  const summary = async (...more: readonly string[]): Promise<object> => {
    const { stdout } = await callsheet('rehearse', 'spring.yaml', '--format', 'json', ...more);
    const finished = stdout.trimEnd().split('\n').at(-1)!;
    return (JSON.parse(finished) as { readonly summary: object }).summary;
  };
  expect(await summary()).toMatchObject({ accepted: 0, skipped: 3 });
  await callsheet('consent', 'consents.csv');
  await callsheet('suppress', people[0]!, '--reason', 'asked to stop');
  const before = await callsheet('suppress', '--format', 'json');
  expect(await summary()).toMatchObject({ accepted: 2, skipped: 1 });
  expect(await summary()).toMatchObject({ accepted: 2, skipped: 1 });
  expect(await callsheet('suppress', '--format', 'json')).toEqual(before);
  // Of another state folder, where nobody has agreed to anything.
  expect(await summary('--state', 'elsewhere')).toMatchObject({ accepted: 0, skipped: 3 });
});

test('a job that a cap has let go, and that the rate holds until the end, is not skipped for the cap', async () => {
  writeFileSync(join(folder, 'contacts.yaml'), 'project: shop\natLeastApart: 1h\n');
  const later = `  later:
    uses: otp.send
    purpose: service
    forEach: members
    rate: 1/h
    with: { templateId: 31 }
`;
  writeFileSync(
    join(folder, 'spring.yaml'),
    `${campaign('spring').replace('2026-11-24T20:00:00', '2026-11-23T10:30:00')}${later}`,
  );
  const planned = await jobsOf('spring');
  expect(planned.filter((line) => line.startsWith('later'))).toEqual([
    'later[2348000000102] 2026-11-23T09:00:00+01:00 starts',
    'later[2348000000101] 2026-11-23T10:00:00+01:00 cap',
    'later[2348000000103]  ends',
  ]);
});
