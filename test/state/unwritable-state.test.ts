import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CampaignRig, createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';
import { type Ended, startChild } from '../rig/child.ts';
import { isLong, sampleOf } from '../rig/sample-of.ts';

const main = resolve('dist/src/cli/main.js');
/** Permissions do not hold root back: then somebody else runs it, if they may read what is to be run. */
const isRoot = process.getuid?.() === 0;
const nobody = isRoot ? 65_534 : undefined;
const mayRun =
  process.platform !== 'win32' &&
  (nobody === undefined ||
    spawnSync(process.execPath, [main, '--version'], { uid: nobody, gid: nobody, cwd: '/' }).status === 0);

describe.skipIf(!mayRun)('a state that may not be read and written', () => {
  test('a folder that may not be made: the run is refused before anything is sent', async () => {
    await using rig = await quietRig();
    await chmod(rig.folder, 0o555);
    expect(await runAs(rig)).toEqual(refused(rig, `EACCES: permission denied, mkdir '${rig.folder}/.callsheet'`));
    expect(rig.requests()).toEqual([]);
  });

  test('a folder that may not be written in', async () => {
    await using rig = await quietRig();
    await mkdir(join(rig.folder, '.callsheet'), { mode: 0o555 });
    await chmod(join(rig.folder, '.callsheet'), 0o555);
    const lock = `${rig.folder}/.callsheet/trial.lock`;
    expect(await runAs(rig)).toEqual(refused(rig, `EACCES: permission denied, open '${lock}'`));
    expect(rig.requests()).toEqual([]);
  });

  test('a state file that may only be read', async () => {
    await using rig = await quietRig();
    await makeState(rig);
    const file = join(rig.folder, '.callsheet', 'ledger.db');
    if (isRoot) await chown(file, 0, 0);
    await chmod(file, isRoot ? 0o444 : 0o400);
    const sent = rig.requests().length;
    const { code, stdout, stderr } = await runAs(rig);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^\S+\/ledger\.db cannot be read or written \([^)]+\)+\. Check the permissions of the file and its folder, or use another folder with --state\. Nothing was sent\.\n$/,
    );
    expect(rig.requests()).toHaveLength(sent);
  });

  test('a folder that may not be looked into is never said to hold nothing', async () => {
    await using rig = await quietRig();
    await makeState(rig);
    const folder = join(rig.folder, '.callsheet');
    if (isRoot) await chown(folder, 0, 0);
    await chmod(folder, isRoot ? 0o700 : 0o000);
    const list = `Could not use ${folder}/ledger.db (EACCES: permission denied). Check its permissions and the disk. Nothing more was sent.\n`;
    for (const command of sampleOf(['status', 'plan', 'report', 'reconcile'], 2)) {
      expect(await as(rig, [command, 'campaign.yaml'])).toEqual({ code: 2, signal: null, stdout: '', stderr: list });
    }
    const because = `EACCES: permission denied, stat '${folder}/ledger.db'`;
    expect(await as(rig, ['pause', 'campaign.yaml'])).toEqual(refused(rig, because, ''));
    await chmod(folder, 0o700);
  });

  test.runIf(isLong)('a lock of another owner is named, and not called a bug: root may have run it once', async () => {
    await using rig = await quietRig();
    await makeState(rig);
    const sent = rig.requests().length;
    const folder = join(rig.folder, '.callsheet');
    for (const [lock, commands] of [
      ['ledger.forget.lock', ['run']],
      ['trial.lock', ['run', 'report', 'reconcile']],
    ] as const) {
      const path = join(folder, lock);
      if (isRoot) await chown(path, 0, 0);
      await chmod(path, isRoot ? 0o600 : 0o000);
      for (const command of commands) {
        const { code, stderr } = await as(rig, [command, 'campaign.yaml', ...(command === 'run' ? ['--yes'] : [])]);
        expect([command, code]).toEqual([command, 2]);
        expect(stderr).toContain(path);
        expect(stderr).toContain('EACCES: permission denied');
        expect(stderr).not.toContain('    at ');
      }
      await chmod(path, 0o666);
    }
    expect(rig.requests()).toHaveLength(sent);
  });

  test('an audience that may not be read is reported by its name, not as a bug', async () => {
    await using rig = await quietRig();
    await chmod(join(rig.folder, 'members.csv'), isRoot ? 0o600 : 0o000);
    expect(await as(rig, ['check', 'campaign.yaml'])).toEqual({
      code: 2,
      signal: null,
      stdout: '',
      stderr: `Could not use ${rig.folder}/members.csv (EACCES: permission denied). Check its permissions and the disk. Nothing more was sent.\n`,
    });
  });

  test('what somebody else keeps beside a campaign hinders nobody from being forgotten, and is named', async () => {
    await using rig = await quietRig();
    await makeState(rig);
    const [me] = people(1) as [string];
    const { stdout } = await as(rig, ['report', 'campaign.yaml', '--format', 'csv']);
    expect(stdout).toContain(me);
    await rig.write('.callsheet/report.csv', stdout);
    await rig.write('.callsheet/other.yaml', 'x');
    await mkdir(join(rig.folder, 'database'));
    if (nobody !== undefined) await chown(join(rig.folder, '.callsheet/report.csv'), nobody, nobody);
    const others = ['.callsheet/other.yaml', 'database'];
    for (const name of others) await chmod(join(rig.folder, name), isRoot ? 0o700 : 0o000);
    const said = others.map((name) => `Not reached: ${name}, which this user may not read.\n`).join('');
    for (const dry of [['--dry-run'], []]) {
      const forgotten = await as(rig, ['forget', me, ...dry]);
      expect([forgotten.code, forgotten.stdout]).toEqual([0, expect.stringContaining(said)]);
    }
    expect((await as(rig, ['why', me, '--project', '.'])).stdout).toContain('forget');
    expect(await readFile(join(rig.folder, '.callsheet/report.csv'), 'utf8')).not.toContain(me);
    await chmod(join(rig.folder, 'database'), 0o755);
  });
});

async function quietRig(): Promise<CampaignRig> {
  const rig = await createCampaignRig();
  await rig.members(people(1));
  await rig.campaign(whatsappStep);
  await chmod(rig.folder, 0o755);
  for (const name of await readdir(rig.folder)) await chmod(join(rig.folder, name), 0o644);
  return rig;
}

/** A run of them who may write now. */
async function makeState(rig: CampaignRig): Promise<void> {
  const folder = join(rig.folder, '.callsheet');
  await mkdir(folder);
  if (nobody !== undefined) await chown(folder, nobody, nobody);
  expect((await runAs(rig)).code).toBe(0);
}

function as(rig: CampaignRig, args: readonly string[]): Promise<Ended> {
  const env = { ...rig.env, HOME: '' };
  return startChild([main, ...args], { cwd: rig.folder, env, ...(nobody === undefined ? {} : { uid: nobody }) }).ended;
}

function runAs(rig: CampaignRig): Promise<Ended> {
  return as(rig, ['run', 'campaign.yaml', '--yes']);
}

function refused(rig: CampaignRig, because: string, ending = ' Nothing was sent.'): Ended {
  return {
    code: 2,
    signal: null,
    stdout: '',
    stderr: `${rig.folder}/.callsheet/ledger.db cannot be read or written (${because}). Check the permissions of the file and its folder, or use another folder with --state.${ending}\n`,
  };
}
