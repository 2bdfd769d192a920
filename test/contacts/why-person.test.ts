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
audiences: { members: { file: members.csv, key: phone } }
${more}steps: { code: { uses: otp.send, purpose: service, forEach: members, with: { templateId: 31 } } }
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callsheet-person-'));
  writeFileSync(
    join(folder, 'contacts.yaml'),
    'project: shop\ncaps: [{ max: 1, per: day }, { max: 2, per: rolling 30d }]\n',
  );
  for (const name of ['spring', 'autumn', 'winter']) writeFileSync(join(folder, `${name}.yaml`), campaign(name));
  writeFileSync(join(folder, 'other.yaml'), 'services: { web: {} }\n');
  writeFileSync(join(folder, 'members.csv'), 'phone\n2348000000101\n2348000000102\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const callsheet = (...args: string[]) => startCommand(args, { cwd: folder }).ended;
const run = (name: string) => callsheet('run', `${name}.yaml`, '--sandbox', '--yes');
/** A run takes as long as the machine needs: its jobs may be a second later. */
const steady = (text: string): string =>
  text.replaceAll(/(23 Nov |23T)09:00:\d\d(\.\d+)?/g, (_, day: string) => `${day}09:00:00`);
const at = ['--sandbox', '--at', '2026-11-23 12:00'];

test('why of a number has all campaigns of the folder in the order of time: sent, waiting, capped, suppressed, agreed', async () => {
  await run('spring');
  writeFileSync(
    join(folder, 'consents.csv'),
    'phone,purpose,at,basis,evidence\n2348000000101,service,2026-11-01 00:00,explicit,form 7\n',
  );
  await callsheet('consent', 'consents.csv', '--sandbox');
  await callsheet('suppress', '2348000000101', '--reason', 'moved away', '--channel', 'whatsapp', '--sandbox');
  const { code, stdout, stderr } = await callsheet('why', '+234 800 000 0101', ...at);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(steady(stdout).replace(/since \d{4}-\d\d-\d\d \d\d:\d\d UTC: moved/, 'since NOW: moved')).toBe(`234…0101
  autumn, run 2026-11-23  autumn.yaml
  spring, run 2026-11-23  spring.yaml
  winter, run 2026-11-23  winter.yaml
  times are Africa/Lagos

Mon 23 Nov 09:00:00  spring  code  accepted, sent Mon 23 Nov 09:00:00, settled Mon 23 Nov 09:00:00, 1 attempt, status 0
Tue 24 Nov 09:00:00  autumn  code  waiting: the contact cap \`1/day\` allows another contact (contacts.yaml:2)
Tue 24 Nov 09:00:00  winter  code  waiting: the contact cap \`1/day\` allows another contact (contacts.yaml:2)

Each campaign is planned as if the others sent nothing meanwhile: \`callsheet plan FILE FILE…\` shows what the caps leave.

Suppressed
  for whatsapp since NOW: moved away

Caps
  \`1/day\`: 1 of 1, room for another contact from Tue 24 Nov 00:00 (contacts.yaml:2)
  \`2/30d\`: 1 of 2, room for another contact now (contacts.yaml:2)

Consents
  to service since 2026-11-01 00:00 UTC: explicit, form 7
`);
});

test('a campaign is one however its file begins', async () => {
  writeFileSync(join(folder, 'spring.yaml'), `\ufeff${campaign('spring')}`);
  rmSync(join(folder, 'autumn.yaml'));
  writeFileSync(join(folder, 'autumn.YML'), campaign('autumn').replace('campaign:', '"campaign" :'));
  const { stdout } = await callsheet('why', '2348000000101', '--at', '2026-11-23 12:00');
  expect(stdout.match(/run 2026-11-23 {2}.*/g)).toEqual(
    ['autumn.YML', 'spring.yaml', 'winter.yaml'].map((file) => `run 2026-11-23  ${file}`),
  );
  await run('spring');
  // An edit that is not finished.
  writeFileSync(join(folder, 'spring.yaml'), `\ufeff${campaign('spring')}more: [\n`);
  expect(await callsheet('pause', 'spring.yaml', '--sandbox')).toMatchObject({ code: 0, stderr: '' });
});

test('after a sandbox run, why of a number without --sandbox names it, and so does why of the file', async () => {
  await run('spring');
  const said = 'spring.yaml has not been run (run 2026-11-23); it has been run in the sandbox: add --sandbox.\n';
  const noon = ['--at', '2026-11-23 12:00'];
  expect((await callsheet('why', '2348000000101', ...noon)).stderr).toBe(said);
  expect((await callsheet('why', 'spring.yaml', '2348000000101', ...noon)).stderr).toBe(said);
  expect((await callsheet('why', '2348000000101', ...noon, '--format', 'json')).stderr).toBe('');
});

test('a row of a cap has an end only where it holds the person now', async () => {
  await run('spring');
  const { stdout } = await callsheet('why', '2348000000101', ...at, '--format', 'csv');
  expect(stdout.match(/^cap,.*?\d of \d,/gm)).toEqual([
    'cap,,2026-11-24T00:00:00+01:00,,,,1 of 1,',
    'cap,,,,,,1 of 2,',
  ]);
});

test('consent of text that is neither a number nor a file says which of both it looks like', async () => {
  const said = async (text: string) => (await callsheet('consent', text, '--sandbox')).stderr;
  expect(await said('12')).toMatch(/^12 is not a phone number: .* Nothing was changed\.\n$/);
  expect(await said('consent.csv')).toBe('There is no file consent.csv. Nothing was changed.\n');
});

test('an import under a name that is like a required list asks whether that one was meant', async () => {
  writeFileSync(join(folder, 'contacts.yaml'), 'project: shop\nsuppression: [{ list: do-not-call }]\n');
  const imported = async (list: string) => {
    const { code, stderr } = await callsheet(
      'suppress',
      '--import',
      'members.csv',
      '--column',
      'phone',
      '--list',
      list,
      '--sandbox',
    );
    return { code, stderr };
  };
  const asked = 'contacts.yaml requires no list do-not-cal; did you mean do-not-call?\n';
  expect(await imported('do-not-cal')).toEqual({ code: 0, stderr: asked });
  expect(await imported('do-not-call')).toEqual({ code: 0, stderr: '' });
  expect(await imported('staff')).toEqual({ code: 0, stderr: '' });
});

test('a cap promises nobody a contact that a suppression or their wish to be forgotten forbids', async () => {
  await run('spring');
  const capsOf = async (number: string) => {
    const { stdout } = await callsheet('why', number, ...at);
    const { stdout: csv } = await callsheet('why', number, ...at, '--format', 'csv');
    const [, caps = ''] = stdout.split('\nCaps\n');
    const lines = caps.split('\n\n')[0]!.trimEnd().split('\n');
    expect(csv.match(/`\d.*?`: [^"\r]*/g)).toEqual(lines.map((line) => line.trim()));
    return lines;
  };
  await callsheet('suppress', '2348000000101', '--reason', 'moved away', '--sandbox');
  expect(await capsOf('2348000000101')).toEqual([
    '  `1/day`: 1 of 1, but they are suppressed (contacts.yaml:2)',
    '  `2/30d`: 1 of 2, but they are suppressed (contacts.yaml:2)',
  ]);
  await callsheet('forget', '2348000000102');
  const forgotten = await capsOf('2348000000102');
  expect(forgotten.map((line) => line.replace(/\d of/, 'N of'))).toEqual([
    '  `1/day`: N of 1, but they were forgotten (contacts.yaml:2)',
    '  `2/30d`: N of 2, but they were forgotten (contacts.yaml:2)',
  ]);
});

test('a suppression that has ended is not shown as one that holds', async () => {
  const number = '2348000000101';
  await callsheet('suppress', number, '--reason', 'refused', '--until', '2039-02-01 00:00', '--sandbox');
  const shownAt = async (time: string) => (await callsheet('why', number, '--sandbox', '--at', time)).stdout;
  expect(await shownAt('2038-03-01 12:00')).toMatch(
    /\n\nSuppressed\n {2}for everything since \S+ \S+ UTC until 2039-02-01 00:00 UTC: refused\n/,
  );
  const after = await shownAt('2039-03-01 12:00');
  expect(after).not.toContain('Suppressed');
  expect(after).toContain('`1/day`: 0 of 1, room for another contact now');
});

test('of a person whose row a campaign leaves out, why says which row and by what', async () => {
  const withExclude = campaign('autumn').replace('key: phone', 'key: phone, exclude: [gone.csv]');
  writeFileSync(join(folder, 'autumn.yaml'), withExclude);
  writeFileSync(join(folder, 'gone.csv'), 'phone\n2348000000102\n');
  for (const name of ['spring', 'winter']) rmSync(join(folder, `${name}.yaml`));
  const { stdout } = await callsheet('why', '2348000000102', ...at);
  expect(stdout.split('\nCaps\n')[0]).toBe(`234…0102
  autumn, run 2026-11-23  autumn.yaml
    members.csv:3  exclude  they are in gone.csv:2  autumn.yaml:6
  times are Africa/Lagos

No campaign contacts this number.
`);
});

test('the same as JSON and CSV', async () => {
  await run('spring');
  const { stdout: json } = await callsheet('why', '2348000000101', ...at, '--format', 'json');
  expect(JSON.parse(steady(json))).toMatchObject({
    version: 1,
    key: '2348000000101',
    now: '2026-11-23T12:00:00+01:00',
    forgotten: false,
    timeline: [
      { at: '2026-11-23T09:00:00+01:00', campaign: 'spring', run: '2026-11-23', step: 'code', state: 'accepted' },
      { at: '2026-11-24T09:00:00+01:00', campaign: 'autumn', step: 'code', state: 'waiting' },
      { at: '2026-11-24T09:00:00+01:00', campaign: 'winter', step: 'code', state: 'waiting' },
    ],
    caps: [
      { cap: '1/day', place: 'contacts.yaml:2', max: 1, used: 1, planned: 0, freeAt: '2026-11-24T00:00:00+01:00' },
      { cap: '2/30d', max: 2, used: 1, planned: 0, freeAt: '2026-11-23T12:00:00+01:00' },
    ],
    suppressions: [],
    consents: [],
    unread: [],
    campaigns: [{ file: 'autumn.yaml', steps: [{ step: 'code' }] }, { file: 'spring.yaml' }, { file: 'winter.yaml' }],
  });
  const { stdout: csv } = await callsheet('why', '2348000000101', ...at, '--format', 'csv');
  expect(steady(csv).split('\r\n').slice(0, 2)).toEqual([
    'kind,at,until,campaign,run,step,state,detail',
    'job,2026-11-23T09:00:00+01:00,,spring,2026-11-23,code,accepted,"accepted, sent Mon 23 Nov 09:00:00, settled Mon 23 Nov 09:00:00, 1 attempt, status 0"',
  ]);
  expect(csv).toContain('cap,,2026-11-24T00:00:00+01:00,,,,1 of 1,');
});

test('a campaign whose file is gone is known from the contact ledger, and one with errors is named', async () => {
  await run('spring');
  rmSync(join(folder, 'spring.yaml'));
  writeFileSync(join(folder, 'autumn.yaml'), campaign('autumn').replace('otp.send', 'otp.sent'));
  const { code, stdout, stderr } = await callsheet('why', '2348000000101', ...at);
  expect(code).toBe(0);
  expect(stderr).toContain('otp.sent');
  expect(stdout).toContain('  autumn.yaml has errors (`callsheet check`): what it does is not known\n');
  expect(steady(stdout)).toContain(
    'Mon 23 Nov 09:00:00  spring  code  contacted (otp, service), by the contact ledger\n',
  );
});

test('where no campaign can be read, why says so, and not that the number is wrong', async () => {
  for (const name of ['spring', 'autumn', 'winter'])
    writeFileSync(join(folder, `${name}.yaml`), campaign(name).replace('otp.send', 'otp.sent'));
  const { code, stdout, stderr } = await callsheet('why', '2348000000101', ...at);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(
    'No campaign can be read, so this does not show what is known about this person. See `callsheet check autumn.yaml spring.yaml winter.yaml`. `callsheet suppress NUMBER` and `callsheet consent NUMBER` show what the contact ledger has.\n',
  );
  expect(stderr).not.toContain('not a phone number');
});

test('nobody, no number, no campaigns: each is said', async () => {
  const nobody = await callsheet('why', '2348000009999', ...at);
  expect(nobody).toMatchObject({ code: 1, stderr: '' });
  expect(nobody.stdout).toContain('No campaign has this number.\n');
  expect((await callsheet('why', 'Ada', ...at)).stderr).toContain('Ada is not a phone number');
  expect((await callsheet('why', '2348000000101', '--project', '..')).stderr).toBe(
    'There is no campaign in ..: name the folder of the campaigns with --project\n',
  );
  expect((await callsheet('why', 'spring.yaml')).stderr).toBe(
    'Give the recipient’s number after the file: callsheet why spring.yaml NUMBER\n',
  );
  expect((await callsheet('why', 'spring.yaml', '2348000000101', '--format', 'csv')).stderr).toBe(
    'CSV is for all campaigns: leave out the file\n',
  );
});

test('a suppression that ends sooner does not take the place of one that holds for longer, and a list is not emptied', async () => {
  const number = '2348000000101';
  const suppress = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await callsheet('suppress', ...args, '--sandbox');
    return { code, said: `${stdout}${stderr}`.replace(/since \S+ \S+ UTC/, 'since NOW') };
  };
  await suppress(number, '--reason', 'asked to stop');
  const still = '234…0101 is still suppressed for everything since NOW: asked to stop\n';
  for (const dryRun of [['--dry-run'], []])
    expect(await suppress(number, '--reason', 'refused', '--until', '2039-02-01 00:00', ...dryRun)).toEqual({
      code: 0,
      said: `${dryRun.length > 0 ? still.replace('is still', 'would be still') : still}That ends later, so it holds. To end it sooner, use --remove first.\n`,
    });
  expect((await suppress(number)).said).toBe(still.replace('still ', ''));
  writeFileSync(join(folder, 'dnc.csv'), `phone\n${number}\n`);
  const list = ['--import', 'dnc.csv', '--list', 'dnc'];
  await suppress(...list);
  writeFileSync(join(folder, 'dnc.csv'), 'phone\n');
  const emptied = await suppress(...list, '--replace');
  expect(emptied).toMatchObject({ code: 2, said: expect.stringContaining('dnc.csv has no people') as string });
  expect((await suppress(...list)).said).toBe('dnc: 0 people added, 0 kept, 0 removed\n');
  expect((await suppress()).said).toContain('1 person suppressed for everything: on the list dnc');
});

test('who is suppressed and who has agreed is shown in numbers, and for one person, as text, JSON and CSV', async () => {
  expect((await callsheet('suppress', '--sandbox')).stdout).toBe('Nobody is suppressed\n');
  expect((await callsheet('consent', '--sandbox')).stdout).toBe('No consents hold now\n');
  writeFileSync(join(folder, 'dnc.csv'), 'phone\n2348000000101\n2348000000102\n');
  await callsheet('suppress', '--import', 'dnc.csv', '--list', 'dnc', '--sandbox');
  await callsheet('suppress', '2348000000101', '--reason', 'moved, away', '--channel', 'otp', '--sandbox');
  writeFileSync(
    join(folder, 'consents.csv'),
    'phone,purpose,at,basis,evidence\n2348000000101,service,2026-11-01 00:00,explicit,form 7\n',
  );
  await callsheet('consent', 'consents.csv', '--sandbox');
  const withoutTimes = (text: string): string =>
    text.replace(/\d{4}-\d\d-\d\d(T[\d:.]+\+00:00| \d\d:\d\d UTC)/g, 'NOW');
  const shown = async (...args: string[]): Promise<string> =>
    withoutTimes((await callsheet(...args, '--sandbox')).stdout);
  expect(await shown('suppress')).toBe(
    '1 person suppressed for otp: moved, away\n2 people suppressed for everything: on the list dnc, imported NOW\n',
  );
  expect(await shown('suppress', '--format', 'csv')).toBe(
    'list,reason,channel,purpose,people,imported\r\n,"moved, away",otp,,1,\r\ndnc,on the list dnc,,,2,NOW\r\n',
  );
  expect(JSON.parse(await shown('suppress', '--format', 'json'))).toEqual({
    suppressions: [
      { list: null, reason: 'moved, away', channel: 'otp', purpose: null, people: 1, imported: null },
      { list: 'dnc', reason: 'on the list dnc', channel: null, purpose: null, people: 2, imported: 'NOW' },
    ],
  });
  expect(await shown('suppress', '2348000000101', '--format', 'csv')).toBe(
    'number,list,reason,channel,purpose,from,until\r\n2348000000101,dnc,on the list dnc,,,NOW,\r\n2348000000101,,"moved, away",otp,,NOW,\r\n',
  );
  expect(await shown('suppress', '2348000000101')).toBe(
    '234…0101 is suppressed for everything since NOW: on the list dnc\n234…0101 is suppressed for otp since NOW: moved, away\n',
  );
  expect(await shown('suppress', '2348000000101', '--remove')).toBe(
    '234…0101: 1 suppression removed\n234…0101 is still suppressed for otp since NOW: moved, away\nUse --remove with --channel otp to remove that, too.\n',
  );
  expect(await shown('suppress', '2348000000101', '--remove', '--channel', 'otp')).toBe(
    '234…0101: 1 suppression removed\n',
  );
  expect(await shown('suppress', '2348000000101')).toBe('234…0101 is not suppressed\n');
  expect(await shown('consent')).toBe('1 person agreed to service: explicit\n');
  expect(await shown('consent', '--format', 'csv')).toBe('purpose,channel,basis,people\r\nservice,,explicit,1\r\n');
  expect(await shown('consent', '2348000000101')).toBe('234…0101 has agreed to service since NOW: explicit, form 7\n');
  expect(await shown('consent', '2348000000101', '--format', 'csv')).toBe(
    'number,purpose,channel,basis,at,evidence,expires\r\n2348000000101,service,,explicit,NOW,form 7,\r\n',
  );
  expect((await callsheet('consent', 'consents.csv', '--format', 'csv', '--sandbox')).code).toBe(2);
});

test('a national number is that of one person: in every campaign the same, or the answer asks for its country', async () => {
  const people: Record<string, readonly string[]> = { spring: ['ES', '612345678'], autumn: ['MA', '+34612345678'] };
  for (const [name, [country, number]] of Object.entries(people)) {
    writeFileSync(join(folder, `${name}.csv`), `phone\n${number}\n+2348000000101\n`);
    const audience = `{ file: ${name}.csv, key: phone, country: ${country} }`;
    writeFileSync(join(folder, `${name}.yaml`), campaign(name).replace('{ file: members.csv, key: phone }', audience));
  }
  const campaignsOf = async (number: string): Promise<string[]> => {
    const { stdout, stderr } = await callsheet('why', number, ...at, '--format', 'json');
    if (stderr !== '') return [stderr];
    const { campaigns } = JSON.parse(stdout) as { campaigns: { file: string }[] };
    return campaigns.map(({ file }) => file);
  };
  expect(await campaignsOf('612345678')).toEqual(['autumn.yaml', 'spring.yaml']);
  writeFileSync(join(folder, 'autumn.csv'), 'phone\n0612345678\n+34612345678\n');
  const several = '612345678: several recipients have these digits; write + and the country code\n';
  expect(await campaignsOf('612345678')).toEqual([several]);
  expect((await callsheet('why', 'spring.yaml', '612345678', ...at)).code).toBe(0);
  expect(await campaignsOf('+34612345678')).toEqual(['autumn.yaml', 'spring.yaml']);
});

test('caps are those after what the campaign has sent whose sandbox is furthest ahead', async () => {
  writeFileSync(join(folder, 'spring.yaml'), campaign('spring').replace('starts: 2026-11-23', 'starts: 2026-11-24'));
  await run('spring');
  const { stdout } = await callsheet('why', '2348000000101', '--sandbox');
  expect(stdout).toContain('  `1/day`: 1 of 1, room for another contact from Wed 25 Nov 00:00 (contacts.yaml:2)\n');
});
