import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSnapshotFolder } from '../../src/snapshot/snapshot-folder.ts';
import { createCampaignRig, membersText, once, otpStep, people } from '../rig/campaign-rig.ts';
import { filesWith } from '../rig/files-with.ts';

const [first, me, third] = people(3) as [string, string, string];

test('after `forget`, snapshots leave the person out, although the source has them in another notation, and count that', async () => {
  await using rig = await createCampaignRig();
  const other = `00${me}`;
  await rig.write('source.csv', membersText([first, other, third]));
  await rig.campaign(
    otpStep,
    'audiences:\n  members: { command: [cat, source.csv], key: phone, columns: { phone: text, first_name: text }, expect: { rows: { atLeast: 3 } } }',
  );
  const snapshot = (...more: readonly string[]) =>
    rig.callsheet(['snapshot', 'campaign.yaml', '--allow-commands', ...more]).ended;
  await rig.run('--allow-commands', '--only', first);
  const kept = join(rig.folder, '.callsheet');
  const digests = (): readonly string[] =>
    openSnapshotFolder(kept, 'trial')
      .records('members')
      .map(({ digest }) => digest);
  expect(filesWith(kept, me)).not.toEqual([]);
  expect((await rig.callsheet(['forget', me]).ended).code).toBe(0);
  const without = digests();
  const read = await snapshot();
  expect([read.code, read.stdout]).toEqual([
    0,
    expect.stringMatching(
      /^members  [0-9a-f]{12}  3 rows → 2 people, 1 forgotten\n  .*nobody joined or left/,
    ) as string,
  ]);
  expect([digests(), filesWith(kept, me)]).toEqual([without, []]);
  const asJson = JSON.parse((await snapshot('--format', 'json')).stdout) as Record<string, unknown>;
  expect(asJson).toMatchObject({ rows: 3, unreadable: 0, forgotten: 1, recipients: 2 });
  const planned = await rig.callsheet(['plan', 'campaign.yaml']).ended;
  expect(planned.stdout).toContain('  3 rows → 2 people (1 forgotten)\n');
  // Everybody of the source was forgotten.
  for (const number of [first, third]) await rig.callsheet(['forget', number]).ended;
  expect((await snapshot()).stdout).toContain('3 rows → 0 people, 3 forgotten');
  expect([first, me, third].flatMap((number) => filesWith(kept, number))).toEqual([]);
});

test('a row of somebody else that has the number as a number can still be read', async () => {
  await using rig = await createCampaignRig();
  await rig.write('source.csv', `phone,friend\n${first},${me}\n${me},${first}\n${third},7\n`);
  await rig.campaign(
    otpStep,
    'audiences:\n  members: { command: [cat, source.csv], key: phone, columns: { phone: text, friend: number } }',
  );
  await rig.run('--allow-commands', '--only', third);
  expect((await rig.callsheet(['forget', me]).ended).code).toBe(0);
  const run = await rig.run('--allow-commands');
  expect([run.code, run.stderr, rig.effects('otp.send')]).toEqual([0, expect.any(String), once([first, third])]);
});

test('where it is not known who was forgotten, a source is not read', async () => {
  await using rig = await createCampaignRig();
  await rig.write('source.csv', membersText([first, me]));
  await rig.campaign(
    otpStep,
    'audiences:\n  members: { command: [cat, source.csv], key: phone, columns: { phone: text, first_name: text } }',
  );
  await rig.callsheet(['forget', me]).ended;
  await rm(join(rig.folder, '.callsheet/contacts.key'));
  const read = await rig.callsheet(['snapshot', 'campaign.yaml', '--allow-commands']).ended;
  expect([read.code, read.stdout]).toEqual([1, expect.stringContaining('error CS6022 ') as string]);
  expect(filesWith(join(rig.folder, '.callsheet'), me)).toEqual([]);
});
