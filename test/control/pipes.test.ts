import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCampaignRig, otpStep, people } from '../rig/campaign-rig.ts';

test.skipIf(process.platform === 'win32')('a control room waits for nobody who writes to a pipe', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(1));
  await rig.campaign(otpStep);
  spawnSync('mkfifo', ['-m', '600', join(rig.folder, 'pipe')]);
  await mkdir(join(rig.folder, 'private'), { mode: 0o700 });
  const open = async (...more: readonly string[]) => {
    const words = ['open', 'campaign.yaml', '--public-url', 'https://callsheet.example.com', ...more];
    const { code, stderr } = await rig.callsheet(words).ended;
    return [code, stderr];
  };
  expect(await open('--accounts', 'pipe')).toEqual([2, '--accounts pipe: pipe is a named pipe, not a file.\n']);
  expect(await open('--accounts', 'private')).toEqual([2, '--accounts private: private is a folder, not a file.\n']);
  expect(await open('--tls-cert', 'pipe', '--tls-key', 'pipe')).toEqual([
    2,
    'The certificate cannot be read: pipe is a named pipe, not a file.\n',
  ]);
});
