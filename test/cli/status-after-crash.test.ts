import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/sqlite.ts';
import { type CampaignRig, createCampaignRig, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';
import { noonZone } from '../rig/noon-zone.ts';
import { sampleOf } from '../rig/sample-of.ts';
import { changed, damage, expectSameAtOnce, shownBy, statusOf } from '../rig/status-at-once.ts';

const numbers = people(6);
const members = (cells: readonly string[], columns: string): string =>
  [`phone,${columns}`, ...numbers.map((number, at) => `${number},${cells[at]}`), ''].join('\n');
const zones = 'audiences:\n  members: { file: members.csv, key: phone, timezone: { column: zone } }';
const [noon, midnight] = [noonZone(), noonZone(Date.now() + 12 * 3_600_000)];

interface Crash {
  readonly steps: string;
  readonly head?: string;
  readonly list?: string;
}

/** What the third request leaves behind, which nobody answers. */
const campaigns: Readonly<Record<string, Crash>> = {
  'a message that is in doubt': { steps: whatsappStep },
  'a code that is retried': { steps: otpStep },
  'a step that waits for another': { steps: `${whatsappStep}${otpStep.trimEnd()}\n  needs: hello\n` },
  'a rate': { steps: otpStep, head: 'limits: { concurrency: 1, rate: 30/s }' },
  'people for whom it is night': {
    steps: whatsappStep.replace('{{ recipient.first_name }}', 'you'),
    head: zones,
    list: members([noon, noon, noon, midnight, midnight, midnight], 'zone'),
  },
  'a retry among people of two zones': {
    steps: otpStep,
    head: zones,
    list: members([noon, noon, noon, midnight, midnight, noon], 'zone'),
  },
  'names that are missing': { steps: whatsappStep, list: members(['Ada', 'Bea', 'Cem', '', '', ''], 'first_name') },
  'jobs that need single looks': { steps: otpStep, head: 'limits: { concurrency: 1, perRecipient: 1/d }' },
};

async function crashed(
  { steps, head = '', list }: Crash,
  beforeKill: (rig: CampaignRig) => Promise<void> = async () => undefined,
): Promise<CampaignRig> {
  const rig = await createCampaignRig();
  if (list === undefined) await rig.members(numbers);
  else await rig.write('members.csv', list);
  await rig.campaign(steps, head.includes('limits:') ? head : `limits: { concurrency: 1 }\n${head}`);
  await rig.fault({ kind: 'hang', recipient: numbers[2] });
  const run = rig.process(['run', 'campaign.yaml', '--yes']);
  await rig.answered(3);
  await beforeKill(rig);
  run.kill('SIGKILL');
  await run.ended;
  await rig.noFaults();
  return rig;
}

test.each(sampleOf(Object.entries(campaigns), 2))(
  'says at once of a run that goes on, and after a crash, what it says when it reads everything: %s',
  async (_, campaign) => {
    await using rig = await crashed(campaign, expectSameAtOnce);
    await expectSameAtOnce(rig);
    expect((await statusOf(rig)).stdout).toContain('stopped with work left');
  },
);

test.each(['a message that is in doubt', 'a code that is retried'])(
  'status after a crash reads no rows of jobs that are over: %s',
  async (name) => {
    await using rig = await crashed(campaigns[name]!);
    const before = await statusOf(rig);
    expect(before.stdout).toContain('Next with `callsheet run campaign.yaml`');
    await fold(rig);
    await damage(rig, changed('[2,', '[3,'));
    expect(await statusOf(rig)).toEqual(before);
  },
);

test('reconcile after a crash reads no rows of jobs that are over, where none is in doubt', async () => {
  await using rig = await crashed(campaigns['a code that is retried']!);
  const before = await shownBy(rig, 'reconcile');
  expect(before.stdout).toContain('1 job had no answer when the process died');
  await fold(rig);
  await damage(rig, changed('[2,', '[3,'));
  expect(await shownBy(rig, 'reconcile')).toEqual(before);
});

test('a job that a person has sent again after a crash is shown as a read of everything shows it', async () => {
  await using rig = await crashed(campaigns['a message that is in doubt']!);
  await rig.run('--first', '3');
  const address = `hello[${numbers[2]}]`;
  const decided = await rig.callsheet(['reconcile', 'campaign.yaml', '--resend', address, '--now']).ended;
  expect(decided).toMatchObject({ code: 0 });
  await expectSameAtOnce(rig);
});

test('of a second process that dies, status says at once what is next', async () => {
  await using rig = await crashed(campaigns['a code that is retried']!);
  await rig.fault({ kind: 'hang', recipient: numbers[4] });
  const run = rig.process(['run', 'campaign.yaml', '--yes']);
  await rig.answered(6);
  run.kill('SIGKILL');
  await run.ended;
  await expectSameAtOnce(rig);
  const before = await statusOf(rig);
  await fold(rig);
  await damage(rig, changed('[2,', '[3,'));
  expect(await statusOf(rig)).toEqual(before);
});

test('of a process that goes on after an edit, and dies, status reads everything', async () => {
  await using rig = await crashed(campaigns['a code that is retried']!);
  await rig.campaign(otpStep.replace('31', '31, flowId: 7'), 'limits: { concurrency: 1, doubts: 5 }');
  await rig.fault({ kind: 'hang', recipient: numbers[4] });
  const run = rig.process(['run', 'campaign.yaml', '--yes', '--accept-edits']);
  await rig.answered(5);
  run.kill('SIGKILL');
  await run.ended;
  await expectSameAtOnce(rig);
  expect((await statusOf(rig)).stdout).toContain('In doubt: code[');
});

/** Brings what is in the log of the state file into the file, as `damage` changes that alone. */
async function fold(rig: CampaignRig): Promise<void> {
  const path = join(rig.folder, '.callsheet', 'trial.db');
  const database = openDatabase(path, { existing: true });
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  await writeFile(path, await readFile(path));
}
