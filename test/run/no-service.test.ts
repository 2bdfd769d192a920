import { describe, expect, test } from 'vitest';
import { createCampaignRig, once, otpStep, people, sumsOf } from '../rig/campaign-rig.ts';
import { freePort } from '../rig/free-port.ts';

describe('no service to talk to', () => {
  test('without settings and without --sandbox nothing is sent, and the message says what is missing', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(3));
    await rig.campaign(otpStep);
    const none = { CALLSHEET_BASE_URL: undefined, CALLSHEET_API_KEY: undefined, CALLSHEET_API_SECRET: undefined };
    expect(await rig.callsheet(['run', 'campaign.yaml', '--yes'], none).ended).toEqual({
      code: 2,
      signal: null,
      stdout: '',
      stderr:
        'No service configured: set CALLSHEET_BASE_URL, CALLSHEET_API_KEY and CALLSHEET_API_SECRET in the environment or with --env-file FILE. Without a service, `callsheet run FILE --sandbox` tries a campaign on the built-in sandbox. Nothing was sent.\n',
    });
    expect(await rig.callsheet(['run', 'campaign.yaml', '--yes'], { CALLSHEET_API_SECRET: ' ' }).ended).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^No service configured: set CALLSHEET_API_SECRET in the environment /),
    });
    expect(rig.requests()).toEqual([]);
    expect(Object.keys(await rig.artefacts()).sort()).toEqual(['campaign.yaml', 'members.csv']);
    expect(await rig.callsheet(['run', 'campain.yaml', '--yes'], none).ended).toMatchObject({
      code: 2,
      stderr: 'There is no file campain.yaml; did you mean campaign.yaml?\n',
    });
    await rig.write('.env', 'CALLSHEET_API_KEY=k\n');
    expect((await rig.callsheet(['run', 'campaign.yaml', '--yes'], none).ended).stderr).toContain(
      ' with --env-file FILE. This folder has a file `.env`: --env-file .env reads it. Without ',
    );
  });

  test('settings may come from a file, and the environment wins', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(2));
    await rig.campaign(otpStep);
    const { CALLSHEET_BASE_URL, CALLSHEET_API_SECRET } = rig.env;
    await rig.write(
      '.env',
      `CALLSHEET_API_KEY=wrong\nCALLSHEET_API_SECRET=${CALLSHEET_API_SECRET}\nCALLSHEET_BASE_URL=${CALLSHEET_BASE_URL}\n`,
    );
    const env = { CALLSHEET_BASE_URL: undefined, CALLSHEET_API_SECRET: undefined };
    const ended = await rig.callsheet(['run', 'campaign.yaml', '--yes', '--env-file', '.env'], env).ended;
    expect(ended).toMatchObject({ code: 0 });
    expect(rig.requests()).toHaveLength(2);
  });

  test('plain http to another machine is refused', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(2));
    await rig.campaign(otpStep);
    const ended = await rig.callsheet(['run', 'campaign.yaml', '--yes'], { CALLSHEET_BASE_URL: 'http://example.com' })
      .ended;
    expect(ended).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^CALLSHEET_BASE_URL, in the environment: /),
    });
  });

  test('a service that is not there: a clear error, 4, and nobody is lost', async () => {
    await using rig = await createCampaignRig();
    const members = people(5);
    await rig.members(members);
    await rig.campaign(otpStep);
    const nowhere = { CALLSHEET_BASE_URL: `http://127.0.0.1:${await freePort()}` };
    const ended = await rig.callsheet(['run', 'campaign.yaml', '--yes', '--state', 'state'], nowhere).ended;
    expect(ended.code).toBe(4);
    expect(ended.stdout).toContain('Stopped: the service cannot be reached: connection refused (ECONNREFUSED).');
    expect(sumsOf(ended)).toEqual({ code: '· · · · · 5' });
  });

  test('a state file belongs to one service', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(2));
    await rig.campaign(otpStep);
    expect((await rig.run()).code).toBe(0);
    const other = { CALLSHEET_BASE_URL: rig.env['CALLSHEET_BASE_URL']!.replace('127.0.0.1', 'localhost') };
    const ended = await rig.callsheet(['run', 'campaign.yaml', '--yes'], other).ended;
    expect(ended).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('records a run at another service'),
    });
    expect(rig.requests()).toHaveLength(2);
  });

  test('the first real send needs confirmation', async () => {
    await using rig = await createCampaignRig();
    const members = people(2);
    await rig.members(members);
    await rig.campaign(otpStep);
    expect(await rig.callsheet(['run', 'campaign.yaml']).ended).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(
        'Sending to a live service needs confirmation, and stdin or stderr is not a terminal. Pass --yes. Nothing was sent.',
      ),
    });
    expect(rig.requests()).toEqual([]);
    expect((await rig.run()).code).toBe(0);
    expect((await rig.callsheet(['run', 'campaign.yaml']).ended).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once(members));
  });

  test('a flag that does not exist never sends', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(2));
    await rig.campaign(otpStep);
    expect(await rig.run('--sandbx')).toMatchObject({ code: 2, stdout: '' });
    expect(rig.requests()).toEqual([]);
  });
});
