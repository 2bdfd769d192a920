import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type CampaignRig, createCampaignRig, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';
import { noonZone } from '../rig/noon-zone.ts';
import { sampleOf } from '../rig/sample-of.ts';
import { changed, damage, expectSameAtOnce, shownBy, statusOf } from '../rig/status-at-once.ts';

const numbers = people(5);
const members = (cells: readonly string[], columns: string): string =>
  [`phone,${columns}`, ...numbers.map((number, at) => `${number},${cells[at]}`), ''].join('\n');
const zones = 'audiences:\n  members: { file: members.csv, key: phone, timezone: { column: zone } }';
/** Noon for the first two, and night for the others. */
const [noon, midnight] = [noonZone(), noonZone(Date.now() + 12 * 3_600_000)];
const night = [noon, noon, midnight, midnight, midnight];

interface Waiting {
  readonly steps: string;
  readonly head?: string;
  readonly list?: string;
  /** The run would wait longer than a test. */
  readonly isLong?: true;
}

/** What is left when two people have been written to. */
const campaigns: Readonly<Record<string, Waiting>> = {
  'one step': { steps: otpStep },
  'a step that needs another': { steps: `${whatsappStep}${otpStep.trimEnd()}\n  needs: hello\n` },
  'a step that runs when another has failed': {
    steps: `${otpStep}\nagain: { uses: otp.send, forEach: members, needs: code, runs: on-failure, with: { templateId: 31, channel: sms } }`,
  },
  'people for whom it is night': { steps: otpStep, head: zones, list: members(night, 'zone'), isLong: true },
  'people without a zone': { steps: otpStep, head: zones, list: members([noon, noon, '', 'Nowhere', noon], 'zone') },
  'names that are missing': { steps: whatsappStep, list: members(['Ada', 'Bea', '', '', ''], 'first_name') },
  'people who are not selected': {
    steps: 'code: { uses: otp.send, forEach: { audience: members, where: { tier: gold } }, with: { templateId: 31 } }',
    list: members(['gold', 'gold', 'basic', 'gold', ''], 'tier'),
  },
  'a step for those who were accepted': {
    steps: `${whatsappStep}\ncode: { uses: otp.send, forEach: { audience: members, onlyIf: { step: hello, outcome: accepted } }, needs: hello, with: { templateId: 31 } }`,
  },
};

test.each(sampleOf(Object.entries(campaigns), 2))(
  'says without the list what it says with it: %s',
  async (_, { steps, head = '', list, isLong }) => {
    await using rig = await createCampaignRig();
    if (list === undefined) await rig.members(numbers);
    else await rig.write('members.csv', list);
    await rig.campaign(steps, head);
    const first = await rig.run('--first', '2');
    expect(first).toMatchObject({ code: 0 });
    for (const isEnded of isLong === true ? [false] : [false, true]) {
      if (isEnded) await rig.run();
      await expectSameAtOnce(rig);
    }
  },
);

const doubtful = async (): Promise<CampaignRig> => {
  const rig = await createCampaignRig();
  await rig.members(numbers);
  await rig.campaign(whatsappStep, 'limits: { concurrency: 1, doubts: 5 }');
  await rig.fault({ kind: 'reset-before', operation: 'whatsapp.send', recipient: numbers[1] });
  expect((await rig.run('--first', '3')).code).toBe(3);
  return rig;
};

test('says without the list what it says with it: jobs in doubt, while some are left, at the end, and when they are decided', async () => {
  await using rig = await doubtful();
  expect((await statusOf(rig)).stdout).toContain('In doubt: hello[');
  await expectSameAtOnce(rig);
  expect((await rig.run()).code).toBe(3);
  await expectSameAtOnce(rig);
  await rig.callsheet(['reconcile', 'campaign.yaml', '--accept', `hello[${numbers[1]}]`]).ended;
  await expectSameAtOnce(rig);
});

test('says without the list what it says with it: jobs that were tried, and an edit that leaves one of them in doubt', async () => {
  await using rig = await createCampaignRig();
  await rig.members(numbers);
  await rig.campaign(otpStep, 'limits: { concurrency: 1 }');
  await rig.fault({ kind: 'reset-before', operation: 'otp.send', recipient: numbers[1] });
  await rig.fault({ kind: 'status', status: '-10', recipient: numbers[2] });
  expect((await rig.run()).code).toBe(4);
  await expectSameAtOnce(rig);
  await rig.campaign(otpStep.replace('31', '32'), 'limits: { concurrency: 1 }');
  // It does not get to the job that was edited.
  expect((await rig.run('--accept-edits', '--first', '1')).code).toBe(0);
  expect((await statusOf(rig)).stdout).toContain('Edited or removed after an attempt');
  await expectSameAtOnce(rig);
});

test('a job in doubt is verified before it is named, and the rows of others are not read', async () => {
  await using rig = await doubtful();
  const before = await statusOf(rig);
  await damage(rig, changed('[2,', '[3,'));
  expect(await statusOf(rig)).toEqual(before);
  await damage(rig, changed('[4,', '[4, '));
  expect(await statusOf(rig)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('a row has changed since it was written'),
  });
});

test.each(['key', 'record'])('a job in doubt whose %s is no longer a text is not believed', async (column) => {
  await using rig = await doubtful();
  await damage(rig, `UPDATE job SET ${column} = CAST(${column} AS BLOB)`);
  expect(await statusOf(rig)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('a row has changed since it was written'),
  });
});

test.each([
  ['missing', '[4,', '[2,', 'its rows are not as many as were written'],
  ['said to be one', '[2,', '[4,', 'a row has changed since it was written'],
])('a job in doubt that is %s in a damaged file is not counted on', async (_, from, to, why) => {
  await using rig = await doubtful();
  await damage(rig, changed(from, to));
  expect(await statusOf(rig)).toMatchObject({ code: 2, stderr: expect.stringContaining(why) });
});

test('status reads no rows where they were counted; commands that read the rows refuse damaged ones', async () => {
  await using rig = await createCampaignRig();
  await rig.members(numbers);
  await rig.campaign(otpStep);
  expect(await rig.run('--first', '2')).toMatchObject({ code: 0 });
  const before = await statusOf(rig);
  await damage(rig, changed('[2,', '[3,'));
  expect(await statusOf(rig)).toEqual(before);
  for (const command of ['run', 'audit', 'report', 'why'] as const) {
    const args = { run: ['--yes'], audit: [], report: [], why: [numbers[0]!] }[command];
    expect(await rig.callsheet([command, 'campaign.yaml', ...args]).ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a row has changed since it was written'),
    });
  }
});

/** The first two have got both messages. */
const twoSteps = async (): Promise<CampaignRig> => {
  const rig = await createCampaignRig();
  await rig.members(numbers);
  await rig.campaign(`${otpStep}${whatsappStep.trimEnd()}\n  needs: code\n`);
  expect(await rig.run('--first', '2')).toMatchObject({ code: 0 });
  return rig;
};

test('why of somebody whose jobs are over reads no records of others; of somebody else it reads all', async () => {
  await using rig = await twoSteps();
  const whyOf = (at: number) => shownBy(rig, 'why', numbers[at]!);
  const before = await whyOf(0);
  expect(before.stdout.match(/happened: accepted/g)).toHaveLength(2);
  await damage(rig, `${changed('[2,', '[3,')} WHERE key = '${numbers[1]}'`);
  expect(await whyOf(0)).toEqual(before);
  for (const at of [1, 3])
    expect(await whyOf(at)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a row has changed since it was written'),
    });
});

test.each([
  ['one of their jobs is missing', `UPDATE job SET key = '1' WHERE step = 2 AND key = '${numbers[0]}'`],
  [
    'one of their jobs has two rows',
    `INSERT INTO job (run, step, position, key, record)
     SELECT run, step, 99, key, record FROM job WHERE step = 2 AND key = '${numbers[0]}'`,
  ],
  ['one of their jobs has changed', `${changed('[2,', '[3,')} WHERE step = 2 AND key = '${numbers[0]}'`],
  ['the key of one is no longer a text', `UPDATE job SET key = CAST(key AS BLOB) WHERE step = 2`],
])('why does not believe a file in which %s', async (_, sql) => {
  await using rig = await twoSteps();
  await damage(rig, sql);
  expect(await shownBy(rig, 'why', numbers[0]!)).toMatchObject({ code: 2, stderr: expect.stringContaining('damaged') });
});

test.each([
  ['a person has a number twice in the list', 'Ada', (list: string) => `${list}${numbers[0]},Ada\n`, 'duplicate'],
  ['a number that may be theirs', 'Ada', (list: string) => `${list}0${numbers[0]!.slice(3)},Ada\n`, 'invalid'],
  ['rows of others are left out', 'Ada', (list: string) => `${list}${numbers[1]},Ada\n`, 'happened'],
])('why of one person says what it says with all rows of the list: %s', async (_, name, listOf, shown) => {
  await using rig = await createCampaignRig();
  await rig.write(
    'members.csv',
    listOf(
      members(
        numbers.map(() => name),
        'first_name',
      ),
    ),
  );
  await rig.campaign(`${otpStep}${whatsappStep}`);
  expect(await rig.run('--first', '2')).toMatchObject({ code: 0 });
  expect((await shownBy(rig, 'why', numbers[0]!)).stdout).toContain(shown);
  await expectSameAtOnce(rig);
});

test.each([
  ['a sum', "UPDATE tally SET counts = replace(counts, '[0,0,2,', '[0,0,3,')", 'a count has changed'],
  ['the number of jobs', "UPDATE meta SET value = replace(value, '[5]', '[6]')", 'its names have changed'],
  ['the list of what is being sent', "UPDATE head SET intents = '[ ]'", 'a row has changed'],
])('status refuses a file in which %s has changed', async (_, sql, why) => {
  await using rig = await createCampaignRig();
  await rig.members(numbers);
  await rig.campaign(otpStep);
  expect(await rig.run('--first', '2')).toMatchObject({ code: 0 });
  await damage(rig, sql);
  expect(await statusOf(rig)).toMatchObject({ code: 2, stderr: expect.stringContaining(why) });
});

test('a number of jobs that is wrong under a right checksum is an error of the audit, and of the next run', async () => {
  await using rig = await createCampaignRig();
  await rig.members(numbers);
  await rig.campaign(otpStep);
  expect(await rig.run('--first', '2')).toMatchObject({ code: 0 });
  const path = join(rig.folder, '.callsheet', 'trial.db');
  const { openDatabase } = await import('../../src/platform/sqlite.ts');
  const { storeNamesSum } = await import('../../src/state/sqlite/file/checksum.ts');
  const database = openDatabase(path, { existing: true });
  database.transaction(() => {
    database.exec(`UPDATE meta SET value = replace(value, '"jobs":[5]', '"jobs":[6]')`);
    storeNamesSum(database);
  });
  database.close();
  expect(await rig.callsheet(['audit', 'campaign.yaml']).ended).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('code: the state file counts 6 jobs, and there are 5'),
  });
  expect(await rig.run()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the number of its jobs is not what was counted'),
  });
});

test('what a person decides, and who is forgotten, is counted again', async () => {
  await using rig = await createCampaignRig();
  await rig.members(numbers);
  await rig.campaign(whatsappStep, 'limits: { concurrency: 1, doubts: 5 }');
  await rig.fault({ kind: 'reset-before', operation: 'whatsapp.send', recipient: numbers[1] });
  expect((await rig.run('--first', '2')).code).toBe(3);
  const decided = await rig.callsheet(['reconcile', 'campaign.yaml', '--accept', `hello[${numbers[1]}]`]).ended;
  expect(decided).toMatchObject({ code: 0 });
  expect((await statusOf(rig)).stdout).toContain('  hello          2         ·        ·        ·         ·        3\n');
  expect((await rig.run('--first', '3')).code).toBe(0);
  expect((await rig.callsheet(['forget', numbers[4]!]).ended).code).toBe(0);
  expect((await statusOf(rig)).stdout).toContain('  hello          3         ·        ·        ·         ·        1\n');
});
