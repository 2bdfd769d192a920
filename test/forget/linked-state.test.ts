import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCampaignRig, otpStep, people } from '../rig/campaign-rig.ts';
import { filesWith } from '../rig/files-with.ts';

const [first, me] = people(2) as [string, string];

test.each([
  ['outside the project', '.callsheet', '../state', []],
  ['in the project', '.callsheet', 'kept/state', []],
  ['that --state names', 'kept/link', '../../state', ['--state', 'project/kept/link']],
])('a person is forgotten in a state folder that is a link to a folder %s', async (_, link, target, state) => {
  await using rig = await createCampaignRig();
  await mkdir(join(rig.folder, 'project/kept'), { recursive: true });
  await mkdir(join(rig.folder, 'project', link, '..', target), { recursive: true });
  await symlink(target, join(rig.folder, 'project', link));
  await rig.members([first, me]);
  await rig.campaign(otpStep);
  for (const name of ['members.csv', 'campaign.yaml'])
    await rename(join(rig.folder, name), join(rig.folder, 'project', name));
  const callsheet = async (...args: readonly string[]) => (await rig.callsheet([...args, ...state]).ended).code;
  expect(await callsheet('plan', 'project/campaign.yaml', '--out', 'plan.json')).toBe(0);
  expect(await callsheet('approve', 'project/campaign.yaml', '--plan', 'plan.json')).toBe(0);
  expect(await callsheet('run', 'project/campaign.yaml', '--yes')).toBe(0);
  await rm(join(rig.folder, 'plan.json'));
  const dry = await rig.callsheet(['forget', me, 'project', '--dry-run', ...state]).ended;
  expect(dry.stdout.match(/^ .*$/gm)).toEqual([
    `  ${link}/ledger.db  would be rewritten`,
    `  ${link}/trial.approved.json  would be rewritten`,
    '  members.csv  a list of campaign.yaml: remove the row yourself',
  ]);
  expect(await callsheet('forget', me, 'project')).toBe(0);
  expect(filesWith(rig.folder, me)).toEqual(['project/members.csv']);
});
