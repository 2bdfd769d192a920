import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { formatWall, wallAt } from '../../src/time/local-time.ts';
import { http, peer } from '../rig/byte-server.ts';
import { type CampaignRig, createCampaignRig, once, otpStep, people, sumsOf } from '../rig/campaign-rig.ts';
import { noonZone } from '../rig/noon-zone.ts';

const members = people(40);

async function slowCampaign(): Promise<CampaignRig> {
  const rig = await createCampaignRig();
  await rig.members(members);
  await rig.campaign(otpStep, 'limits: { concurrency: 2 }');
  await rig.fault({ kind: 'delay', ms: 150 });
  return rig;
}

async function statusOf(rig: CampaignRig): Promise<{ state: string; summary: Record<string, number> }> {
  const { stdout } = await rig.callsheet(['status', 'campaign.yaml', '--format', 'json']).ended;
  return JSON.parse(stdout) as { state: string; summary: Record<string, number> };
}

describe('from another terminal', () => {
  test('pause holds a running process still, resume lets it go on, and everybody is reached once', async () => {
    await using rig = await slowCampaign();
    const child = rig.callsheet(['run', 'campaign.yaml', '--yes']);
    await rig.answered(2);
    await rig.write('prod.env', 'not a setting\n');
    // In haste people repeat the options of the run: a setting that cannot be read must not keep it from pausing.
    expect(await rig.callsheet(['pause', 'campaign.yaml', '--env-file', 'prod.env']).ended).toEqual({
      code: 0,
      signal: null,
      stdout:
        'Paused: the running process stops starting jobs within a second. `callsheet resume campaign.yaml --env-file prod.env` lets it go on.\n',
      stderr: '--env-file prod.env, line 1: this is not NAME=value. Nothing of it is used.\n',
    });
    await child.line(/paused: nothing new starts until `callsheet resume campaign.yaml`$/);
    // What was in flight is answered; then a process more comes and goes.
    while ((await statusOf(rig)).summary['accepted'] !== rig.requests().length);
    const sent = rig.requests().length;
    expect(sent).toBeLessThan(members.length);
    const status = await statusOf(rig);
    expect(status.state).toBe('paused');
    expect(rig.requests()).toHaveLength(sent);
    expect(status.summary).toMatchObject({ rejected: 0, pending: members.length - sent });

    await rig.noFaults();
    expect((await rig.callsheet(['resume', 'campaign.yaml']).ended).code).toBe(0);
    await child.line(/ resumed$/);
    expect((await child.ended).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once(members));
  });

  test('while a process goes on with the files that it started with, status, plan and why of other files say so', async () => {
    await using rig = await slowCampaign();
    const child = rig.callsheet(['run', 'campaign.yaml', '--yes']);
    await rig.answered(2);
    await rig.callsheet(['pause', 'campaign.yaml']).ended;
    await child.line(/paused: nothing new starts/);
    const said = async (...args: string[]) => (await rig.callsheet(args).ended).stderr.split('\n').slice(-2)[0];
    const all = [
      ['status', 'campaign.yaml'],
      ['plan', 'campaign.yaml'],
      ['why', 'campaign.yaml', members[30]!],
    ];
    const other =
      'The files, inputs or variables have changed since the process of run 1 started, and it continues with the old ones. To use the new ones, stop it and run again.';
    for (const args of all) expect(await said(...args)).not.toBe(other);
    await rig.campaign(otpStep, 'limits: { concurrency: 2, rate: 1/s }');
    for (const args of all) expect(await said(...args)).toBe(other);
    await rig.noFaults();
    child.kill('SIGINT');
    await child.ended;
    for (const args of all) expect(await said(...args)).not.toBe(other);
  });

  test('plan and why of a run that is paused or cancelled say that nothing starts before it is resumed', async () => {
    await using rig = await slowCampaign();
    const child = rig.callsheet(['run', 'campaign.yaml', '--yes']);
    await rig.answered(2);
    const held = (words: string): string =>
      `Run 1 is ${words}: nothing starts until \`callsheet resume campaign.yaml\`. The times assume that it is resumed by then.\n`;
    for (const [control, said] of [
      ['pause', held('paused')],
      ['cancel', held('cancelled')],
      ['resume', expect.stringMatching(/^Stopped .*: cancelled\.\n$/) as string],
    ] as const) {
      expect((await rig.callsheet([control, 'campaign.yaml']).ended).code).toBe(0);
      if (control === 'cancel') await child.ended;
      const looks = [['plan', 'campaign.yaml'] as const, ['why', 'campaign.yaml', members.at(-1)!] as const];
      for (const look of looks) expect(await rig.callsheet(look).ended).toMatchObject({ code: 0, stderr: said });
    }
  });

  test('a paused run ends when the answer to what was in flight halts it', async () => {
    let arrived = (_socket: Socket): void => {};
    const inFlight = new Promise<Socket>((resolve) => void (arrived = resolve));
    await using service = await peer((socket) => arrived(socket));
    await using rig = await createCampaignRig();
    await rig.members(people(3));
    await rig.campaign(otpStep);
    const child = rig.callsheet(['run', 'campaign.yaml', '--yes'], { CALLSHEET_BASE_URL: service.baseUrl });
    const socket = await inFlight;
    expect((await rig.callsheet(['pause', 'campaign.yaml']).ended).code).toBe(0);
    await child.line(/paused: nothing new starts/);
    socket.write(http('200 OK', '{"status":"-10","reason":"no money"}'));
    const ended = await child.ended;
    expect(ended).toMatchObject({
      code: 4,
      stdout: expect.stringContaining('Stopped: the service answered -10: no money; top up the account.'),
    });
    expect(ended.stderr).not.toContain('resumed');
    expect(sumsOf(ended)).toEqual({ code: '· · · · · 3' });
    expect(service.requests).toHaveLength(1);
  });

  test('what is to be typed next is about the same run and state', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(2));
    await rig.campaign(otpStep);
    const about = ['campaign.yaml', '--sandbox', '--state', 'elsewhere', '--run', 'second'];
    expect((await rig.callsheet(['run', ...about, '--yes']).ended).code).toBe(0);
    const resume = '`callsheet resume campaign.yaml --sandbox --state elsewhere --run second`';
    expect(await rig.callsheet(['pause', ...about]).ended).toMatchObject({
      code: 0,
      stdout: `Paused: no process is running, and none starts jobs until ${resume}.\n`,
    });
    expect(await rig.callsheet(['run', ...about]).ended).toMatchObject({
      code: 4,
      stderr: `trial is paused. Resume it with ${resume}. Nothing was sent.\n`,
    });
  });

  test('where the service was given calls to make, pause and cancel say that they go on', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(2));
    const redial = '    uses: voice.redial\n    with: { taskId: 1001, source: 3, text: Hi, lan: EN }\n';
    await rig.campaign(`  call:\n${redial}  other:\n${redial}`);
    expect((await rig.run()).code).toBe(0);
    const goOn = 'Group calls of `call` and `other` that the service has accepted go on: end those in its console.\n';
    const until = 'until `callsheet resume campaign.yaml`.';
    expect((await rig.callsheet(['pause', 'campaign.yaml']).ended).stdout).toBe(
      `Paused: no process is running, and none starts jobs ${until} ${goOn}`,
    );
    expect((await rig.callsheet(['cancel', 'campaign.yaml']).ended).stdout).toBe(
      `Cancelled: no process is running, and none starts ${until} ${goOn}`,
    );
    expect((await rig.callsheet(['resume', 'campaign.yaml']).ended).stdout).not.toContain('go on');
  });

  test('without a process each command says that none is running, and what starts one', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(2));
    await rig.campaign(otpStep);
    expect((await rig.run()).code).toBe(0);
    const said = async (command: string): Promise<string> =>
      (await rig.callsheet([command, 'campaign.yaml']).ended).stdout;
    expect(await said('resume')).toBe(
      'Nothing to resume: the run is neither paused nor cancelled. To run what is left: `callsheet run campaign.yaml`.\n',
    );
    expect(await said('cancel')).toBe(
      'Cancelled: no process is running, and none starts until `callsheet resume campaign.yaml`.\n',
    );
    expect(await said('resume')).toBe(
      'Resumed: no process is running. Start one with `callsheet run campaign.yaml`.\n',
    );
  });

  test('pause does not wait for a file to be right, nor for its audience', async () => {
    await using rig = await slowCampaign();
    const child = rig.callsheet(['run', 'campaign.yaml', '--yes']);
    await rig.answered(2);
    await rig.campaign('code: { uses: nothing }', 'audiences: {');
    await rig.write('members.csv', '');
    expect((await rig.callsheet(['pause', 'campaign.yaml']).ended).code).toBe(0);
    await child.line(/paused: nothing new starts until `callsheet resume campaign.yaml`$/);
    expect((await rig.callsheet(['cancel', 'campaign.yaml']).ended).code).toBe(0);
    expect((await child.ended).code).toBe(4);
    expect(rig.requests().length).toBeLessThan(members.length);
  });

  test('without a run there is nothing to pause, and a file without a name is refused', async () => {
    await using rig = await slowCampaign();
    expect(await rig.callsheet(['resume', 'campaign.yaml']).ended).toMatchObject({
      code: 2,
      stderr: 'Nothing to resume: campaign.yaml has not been run (run 1)\n',
    });
    expect(await rig.callsheet(['pause', 'members.csv']).ended).toMatchObject({
      code: 2,
      stderr: 'There is no file members.csv, or it does not name a campaign. Nothing was changed.\n',
    });
  });

  test('a paused campaign is not run before it is resumed', async () => {
    await using rig = await slowCampaign();
    const child = rig.callsheet(['run', 'campaign.yaml', '--yes']);
    await rig.answered(2);
    await rig.callsheet(['pause', 'campaign.yaml']).ended;
    await child.line(/paused/);
    child.kill('SIGINT');
    expect((await child.ended).code).toBe(4);
    const sent = rig.requests().length;
    expect(await rig.run()).toEqual({
      code: 4,
      signal: null,
      stdout: '',
      stderr: 'trial is paused. Resume it with `callsheet resume campaign.yaml`. Nothing was sent.\n',
    });
    expect(rig.requests()).toHaveLength(sent);
  });

  test('cancel ends a running process when what is in flight is answered; resume takes it back', async () => {
    await using rig = await slowCampaign();
    const child = rig.callsheet(['run', 'campaign.yaml', '--yes']);
    await rig.answered(2);
    expect(await rig.callsheet(['cancel', 'campaign.yaml']).ended).toMatchObject({ code: 0 });
    const ended = await child.ended;
    expect(ended.code).toBe(4);
    expect(ended.stdout).toContain(
      'Stopped: cancelled. To continue, undo the cancel with `callsheet resume campaign.yaml`, then use `callsheet run campaign.yaml`.\n',
    );
    const sent = rig.requests().length;
    expect(sent).toBeLessThan(members.length);
    expect(Object.keys(rig.effects('otp.send'))).toHaveLength(sent);
    expect((await statusOf(rig)).state).toBe('cancelled');
    expect(await rig.run()).toMatchObject({ code: 4, stderr: expect.stringContaining('is cancelled') });
    expect(rig.requests()).toHaveLength(sent);

    await rig.noFaults();
    await rig.callsheet(['resume', 'campaign.yaml']).ended;
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once(members));
  });

  test('resume beside a process that a cancel is ending does not say that it continues', async () => {
    let arrived = (_socket: Socket): void => {};
    const inFlight = new Promise<Socket>((resolve) => void (arrived = resolve));
    await using service = await peer((socket) => arrived(socket));
    await using rig = await createCampaignRig();
    await rig.members(people(3));
    await rig.campaign(otpStep, 'limits: { concurrency: 1 }');
    const child = rig.callsheet(['run', 'campaign.yaml', '--yes'], { CALLSHEET_BASE_URL: service.baseUrl });
    const socket = await inFlight;
    const said = async (command: string) => (await rig.callsheet([command, 'campaign.yaml']).ended).stdout;
    expect(await said('cancel')).toBe(
      'Cancelled: the running process ends when its jobs in flight are answered, and none starts until `callsheet resume campaign.yaml`.\n',
    );
    await child.line(/stopping \(cancelled\)/);
    expect(await said('status')).toContain(
      'once you use `callsheet resume campaign.yaml`, then `callsheet run campaign.yaml`: code',
    );
    expect(await said('resume')).toBe(
      'Resumed. If the running process has seen the cancel, it ends: then start another one with `callsheet run campaign.yaml`.\n',
    );
    socket.write(http('200 OK', '{"status":"0","reason":"ok"}'));
    expect((await child.ended).code).toBe(4);
    expect(service.requests).toHaveLength(1);
  });

  test('a run that is not in progress is refused: another one of the same campaign goes on', async () => {
    await using rig = await slowCampaign();
    await rig.noFaults();
    expect((await rig.run()).code).toBe(0);
    await rig.fault({ kind: 'delay', ms: 1_000 });
    const second = rig.callsheet(['run', 'campaign.yaml', '--yes', '--run', 'second']);
    await rig.answered(members.length + 2);
    expect((await statusOf(rig)).state).toBe('finished');
    expect(await rig.callsheet(['pause', 'campaign.yaml']).ended).toMatchObject({
      code: 0,
      stdout:
        'Paused: no process of this run is running, and none starts jobs until `callsheet resume campaign.yaml`.\n',
      stderr: 'Run 1 is not running, but run second of campaign.yaml is, and continues. Select it with --run second.\n',
    });
    expect(await rig.callsheet(['pause', 'campaign.yaml', '--run', 'third']).ended).toMatchObject({
      code: 2,
      stderr:
        'Nothing to pause: campaign.yaml has not been run (run third); another run of it exists: select it with --run\n',
    });
    expect(await rig.callsheet(['cancel', 'campaign.yaml', '--run', 'second']).ended).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect((await second.ended).code).toBe(4);
  });

  test('after a sandbox run it says where that run is', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(2));
    await rig.campaign(otpStep);
    expect((await rig.callsheet(['run', 'campaign.yaml', '--sandbox']).ended).code).toBe(0);
    const words = 'campaign.yaml has not been run (run 1); it has been run in the sandbox: add --sandbox';
    for (const command of ['status', 'report']) {
      expect(await rig.callsheet([command, 'campaign.yaml']).ended).toMatchObject({ code: 0, stderr: `${words}.\n` });
    }
    for (const command of ['reconcile', 'audit']) {
      expect(await rig.callsheet([command, 'campaign.yaml']).ended).toMatchObject({ code: 2, stderr: `${words}\n` });
    }
  });

  test('there is nothing to pause where nothing was run', async () => {
    await using rig = await slowCampaign();
    expect(await rig.callsheet(['pause', 'campaign.yaml']).ended).toEqual({
      code: 2,
      signal: null,
      stdout: '',
      stderr: 'Nothing to pause: campaign.yaml has not been run (run 1)\n',
    });
  });
});

test('resume names the command that starts it: with --late where its start has passed and nothing was sent', async () => {
  await using rig = await createCampaignRig();
  await rig.members(members);
  const hours = (from: number): string => formatWall(wallAt(Date.now() + from * 3_600_000, noonZone())).slice(0, 16);
  await rig.campaign(otpStep.replace('uses', `at: ${hours(24)}\n  uses`), `starts: ${hours(-1)}`);
  const child = rig.process(['run', 'campaign.yaml', '--yes', '--late']);
  await child.line(/waits for the step/);
  child.kill('SIGTERM');
  await child.ended;
  await rig.callsheet(['pause', 'campaign.yaml']).ended;
  const { stdout } = await rig.callsheet(['resume', 'campaign.yaml']).ended;
  expect(stdout).toBe('Resumed: no process is running. Start one with `callsheet run campaign.yaml --late`.\n');
  const again = await rig.callsheet(['resume', 'campaign.yaml']).ended;
  expect(again.stdout).toContain('To run what is left: `callsheet run campaign.yaml --late`.');
});
