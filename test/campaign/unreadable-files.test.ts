import { execFileSync } from 'node:child_process';
import { mkdir, open, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createNodeFiles } from '../../src/platform/node-files.ts';
import { openProject } from '../../src/project/project.ts';
import { readSettings } from '../../src/project/settings.ts';
import { type CampaignRig, createCampaignRig, once, otpStep, people } from '../rig/campaign-rig.ts';
import { commandHost } from '../rig/command-host.ts';

const members = people(2);
const uploadStep = '\ngreeting: { uses: audio.upload, with: { file: spring.mp3 } }\n';
const excluding = 'audiences:\n  members: { file: members.csv, key: phone, exclude: [gone.csv] }';

/** Things at a path that are not files and cannot be read to their end. */
const strange: readonly [string, (path: string) => Promise<unknown>, string][] = [
  ['a named pipe', async (path) => execFileSync('mkfifo', [path]), 'is a named pipe, not a file'],
  ['a device', (path) => symlink('/dev/zero', path), 'is a device, not a file'],
  ['a folder', (path) => mkdir(path), 'is a folder, not a file'],
];

async function rigWith(): Promise<CampaignRig> {
  const rig = await createCampaignRig();
  await mkdir(join(rig.folder, '.git'));
  await rig.members(members);
  await rig.write('gone.csv', 'phone\n2348099999999\n');
  await rig.write('spring.mp3', 'ID3 sound');
  await rig.campaign(otpStep + uploadStep, excluding);
  return rig;
}

describe.each(strange)('%s', (_, make, words) => {
  test.each(['campaign.yaml', 'members.csv', 'gone.csv', 'spring.mp3'])('as %s is a finding at once', async (name) => {
    await using rig = await rigWith();
    const path = join(rig.folder, name);
    await rm(path);
    await make(path);
    for (const command of [['check'], ['plan'], ['run', '--yes'], ['rehearse']]) {
      const [verb = '', ...more] = command;
      const { code, stdout, stderr } = await rig.callsheet([verb, 'campaign.yaml', ...more]).ended;
      const lacksCampaign = name === 'campaign.yaml' && words.includes('folder');
      expect([verb, code]).toEqual([verb, lacksCampaign ? 2 : 1]);
      // Here the only device is at the end of a link.
      const reason = words.includes('device') ? / outside (its|the campaign's) repository/ : words;
      expect(stdout + stderr).toMatch(lacksCampaign ? 'campaign.yaml' : reason);
      expect(stdout + stderr).not.toContain('Internal error');
    }
    expect(rig.requests()).toEqual([]);
  });

  test('as a plan, a world, settings or a log of requests is refused at once', async () => {
    await using rig = await rigWith();
    await make(join(rig.folder, 'strange'));
    for (const args of [
      ['run', 'campaign.yaml', '--yes', '--plan', 'strange'],
      ['plan', 'campaign.yaml', '--against', 'strange'],
      ['audit', 'campaign.yaml', '--log', 'strange'],
      ['serve', '--world', 'strange'],
    ]) {
      const { code, stderr } = await rig.callsheet(args).ended;
      expect([args, code]).toEqual([args, 2]);
      expect(stderr).toContain(words);
    }
    // Not by the command line: Node 20 reads what `--env-file` names before any program starts.
    const { host } = commandHost({ now: 0 });
    const envFile = join(rig.folder, 'strange');
    expect(readSettings(openProject({ envFile }, host))).toEqual({ fault: `--env-file ${envFile} ${words}.` });
    expect(rig.requests()).toEqual([]);
  });
});

test('a socket is not a file either', async () => {
  await using rig = await rigWith();
  const server = createServer();
  await rm(join(rig.folder, 'members.csv'));
  await new Promise<void>((listening) => server.listen(join(rig.folder, 'members.csv'), listening));
  const { code, stdout } = await rig.callsheet(['check', 'campaign.yaml']).ended;
  server.close();
  expect([code, stdout.includes('This is a socket, not a file')]).toEqual([1, true]);
});

test('a named pipe where the log belongs does not hold up a run', async () => {
  await using rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(otpStep);
  await mkdir(join(rig.folder, '.callsheet'), { mode: 0o700 });
  execFileSync('mkfifo', [join(rig.folder, '.callsheet', 'trial.log')]);
  const { code, stderr } = await rig.run();
  expect(code).toBe(0);
  expect(stderr).toContain('trial.log is a named pipe, not a file: no log is written.\n');
  expect(rig.effects('otp.send')).toEqual(once(members));
});

test('a campaign of three gigabytes is reported by its size, and so is audio of more than 16 MiB', async () => {
  await using rig = await rigWith();
  await grow(join(rig.folder, 'spring.mp3'), 16 * 1024 * 1024 + 1);
  const audio = await rig.callsheet(['check', 'campaign.yaml']).ended;
  expect(audio.stdout).toContain('CS4005 `spring.mp3` has 16,777,217 bytes, more than the 16,777,216 that are read\n');
  await grow(join(rig.folder, 'campaign.yaml'), 3_000_000_000);
  const campaign = await rig.callsheet(['check', 'campaign.yaml']).ended;
  expect([campaign.code, campaign.stdout]).toEqual([
    1,
    expect.stringMatching(/^campaign\.yaml:1:1 error CS1016 This file is larger than 5 MB\n/),
  ]);
});

test('a name with a NUL in it names no file', async () => {
  await using rig = await rigWith();
  await rig.campaign(otpStep + uploadStep.replace('spring.mp3', '"a\\0b.mp3"'));
  const { code, stdout } = await rig.callsheet(['check', 'campaign.yaml']).ended;
  expect([code, stdout.includes('error CS3018')]).toEqual([1, true]);
});

test('a file that grows while it is read is read as far as it went at first', async () => {
  await using rig = await createCampaignRig();
  const path = join(rig.folder, 'growing.csv');
  await writeFile(path, 'x'.repeat(600_000));
  const stream = await createNodeFiles().stream(path);
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    await writeFile(path, 'x'.repeat(600_000), { flag: 'a' });
  }
  expect(length).toBe(600_000);
});

/** Makes a file so large without filling the disk. */
async function grow(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'r+');
  await file.truncate(bytes);
  await file.close();
}
