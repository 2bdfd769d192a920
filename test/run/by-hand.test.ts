import { spawnSync } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createCampaignRig } from '../rig/campaign-rig.ts';

describe('callsheet call', () => {
  test('sends one request and prints its answer', async () => {
    await using rig = await createCampaignRig();
    const data = JSON.stringify({ appId: 'sandbox-app', templateId: 31, to: '2348030000001' });
    const ended = await rig.callsheet(['call', 'otp.send', '--data', data, '--yes']).ended;
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ status: '0', data: { to: '2348030000001', channel: 'sms' } });
    expect(rig.requests('otp.send')).toHaveLength(1);
  });

  test('a request that the service would refuse is not sent', async () => {
    await using rig = await createCampaignRig();
    const ended = await rig.callsheet(['call', 'otp.send', '--data', '{"appId": "sandbox-app"}', '--yes']).ended;
    expect(ended).toMatchObject({ code: 1, stderr: 'Nothing was sent.\n' });
    expect(ended.stdout).toBe(
      'templateId is required (the service answers -22)\nto is required (the service answers -22)\n',
    );
    expect(rig.requests()).toEqual([]);
  });

  test('fields whose value is always the same are added', async () => {
    await using rig = await createCampaignRig();
    const list = await rig.callsheet(['call', 'agents.list']).ended;
    expect(list).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(list.stdout)).toMatchObject({ status: '0', data: { current: 1, size: 100 } });
    const message = await rig.callsheet(['call', 'whatsapp.send']).ended;
    expect(message.stdout).toBe(
      ['appId', 'businessPhone', 'recipient', 'type']
        .map((field) => `${field} is required (the service answers -135)\n`)
        .join(''),
    );
  });

  test('the body can be in a file', async () => {
    await using rig = await createCampaignRig();
    await rig.write('body.json', '{ "appId": "sandbox-app", "templateId": 31, "to": "2348030000001" }');
    expect((await rig.callsheet(['call', 'otp.send', '--data', '@body.json', '--yes']).ended).code).toBe(0);
    expect(rig.requests('otp.send')).toHaveLength(1);
    expect(await rig.callsheet(['call', 'otp.send', '--data', '@none.json', '--yes']).ended).toMatchObject({
      code: 2,
      stderr: '--data: there is no file none.json\n',
    });
  });

  test('an effect is not carried out without a yes', async () => {
    await using rig = await createCampaignRig();
    const data = JSON.stringify({ appId: 'sandbox-app', templateId: 31, to: '2348030000001' });
    const ended = await rig.callsheet(['call', 'otp.send', '--data', data]).ended;
    expect(ended.code).toBe(2);
    expect(rig.requests()).toEqual([]);
  });

  test('an unknown operation, and a body that is not JSON, are refused with a reason', async () => {
    await using rig = await createCampaignRig();
    expect((await rig.callsheet(['call', 'otp.sned']).ended).stderr).toContain(
      'There is no operation otp.sned; expected one of ',
    );
    expect((await rig.callsheet(['call', 'otp.send', '--data', '{']).ended).stderr).toContain(
      '--data takes a JSON object',
    );
  });
});

describe('callsheet doctor', () => {
  test('all is well: settings, key and clock', async () => {
    await using rig = await createCampaignRig();
    const ended = await rig.callsheet(['doctor']).ended;
    expect(ended.code).toBe(0);
    expect(ended.stdout).not.toContain('✗');
    expect(ended.stdout).toContain('\n✓ the account has 1,050.00\n');
    expect(rig.requests().map(({ operation }) => operation)).toEqual(['sms.balance']);
  });

  test('an empty account', async () => {
    await using rig = await createCampaignRig({ world: { money: { balance: 0, gift: 0 } } });
    const { code, stdout } = await rig.callsheet(['doctor']).ended;
    expect(stdout).toContain('\n✗ the account has 0.00\n    Top it up: a run stops at -10.\n');
    expect(code).toBe(1);
  });

  test('of a campaign: one query of each operation that only reads, with its filters', async () => {
    await using rig = await createCampaignRig();
    await rig.campaign(`
a: { uses: agents.list, with: { params: { status: 2 } } }
b: { uses: agents.list, with: { params: { status: 3 } } }
c: { uses: axb.list, with: { params: { appId: "{{ run.id }}" } } }
d: { uses: sms.balance }
e: { uses: aivoice.pause, with: { jobId: 2001 } }
`);
    const { code, stdout } = await rig.callsheet(['doctor', rig.file]).ended;
    expect(stdout).toContain(`✓ settings for ${rig.sandbox.url}\n`);
    expect(stdout).toContain('✓ the service answers the query for the list of agents\n');
    expect(stdout).toContain('✓ the service answers the query for the list of bindings\n');
    expect(code).toBe(0);
    expect(rig.requests().map(({ operation, body }) => [operation, body])).toEqual([
      ['sms.balance', null],
      ['agents.list', { current: 1, size: 1, params: { status: 2 } }],
      ['axb.list', { current: 1, size: 1, params: {} }],
    ]);
  });

  test('of a campaign that cannot be read', async () => {
    await using rig = await createCampaignRig();
    await rig.campaign('a: { uses: agents.lost }');
    const { code, stdout } = await rig.callsheet(['doctor', 'campaign.yaml']).ended;
    expect(stdout).toContain(
      '✗ the campaign campaign.yaml cannot be read\n    `callsheet check campaign.yaml` says why.\n',
    );
    expect(code).toBe(1);
  });

  test('notices that have no address, as a run would refuse them', async () => {
    await using rig = await createCampaignRig();
    await rig.campaign(
      'a: { uses: agents.list }',
      'on: { halted: { webhook: true }, finished: { command: [./a.sh] } }',
    );
    const doctor = (address: string) =>
      rig.callsheet(['doctor', 'campaign.yaml'], { CALLSHEET_NOTICE_URL: address }).ended;
    const without = await doctor('');
    expect(without.stdout).toContain(
      '✗ trial cannot send its notices\n    CALLSHEET_NOTICE_URL is not set: `on.halted` sends to that https address.\n',
    );
    expect([without.code, (await doctor('https://chat.example/hook')).code]).toEqual([1, 0]);
  });

  test('the whole address with its path, and a hint where that may be of another brand', async () => {
    await using rig = await createCampaignRig();
    const service = `${rig.sandbox.url}/v3`;
    const { code, stdout } = await rig.callsheet(['doctor'], { CALLSHEET_BASE_URL: `${service}/` }).ended;
    expect(stdout).toContain(`✓ settings for ${service}\n`);
    expect(stdout).toContain(
      "the address may be another brand's, whose public documents have this path as /v3/getBalance",
    );
    expect(code).toBe(1);
  });

  test('the disk of a campaign is that of its state folder, not that of the working directory', async () => {
    await using rig = await createCampaignRig();
    const campaign = 'campaign: shop\ntimezone: Africa/Lagos\nsteps:\n  funds: { uses: sms.balance }\n';
    await mkdir(join(rig.folder, 'shop'));
    await writeFile(join(rig.folder, 'shop/shop.yaml'), campaign);
    const doctor = () => rig.callsheet(['doctor', 'shop/shop.yaml']).ended;
    const before = await doctor();
    expect([before.code, before.stdout]).toEqual([0, expect.stringContaining('✓ shop is writable, with ')]);
    // Nothing can be kept there.
    await symlink('/proc', join(rig.folder, 'shop/.callsheet'));
    const after = await doctor();
    expect([after.code, after.stdout]).toEqual([1, expect.stringMatching(/✗ shop\/\.callsheet (?:has only|is not)/)]);
  });

  test('a wrong key, and missing settings, are reported with what to do; the secret never is', async () => {
    await using rig = await createCampaignRig();
    const wrong = await rig.callsheet(['doctor'], { CALLSHEET_API_SECRET: 'not-the-secret' }).ended;
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toContain('✗ the service rejected the request\n    The service answered -1: ');
    // A run that stopped says `callsheet doctor`: here it must go on.
    expect(wrong.stdout).toContain(' Usual cause: the key or the secret is wrong, or belongs to another account. ');
    expect(wrong.stdout + wrong.stderr).not.toContain('not-the-secret');
    const none = await rig.callsheet(['doctor'], { CALLSHEET_BASE_URL: undefined }).ended;
    expect(none.stdout).toContain(`✗ no settings for the service
    No service configured: set CALLSHEET_BASE_URL in the environment or with --env-file FILE. Without a service, \`callsheet run FILE --sandbox\` tries a campaign on the built-in sandbox.
`);
  });
});

describe('callsheet init', () => {
  test('a whole path is taken as it is', async () => {
    await using rig = await createCampaignRig();
    const folder = join(rig.folder, 'elsewhere');
    expect((await rig.callsheet(['init', folder]).ended).code).toBe(0);
    expect((await rig.callsheet(['check', join(folder, 'spring-renewal.yaml')]).ended).code).toBe(0);
  });

  test('the next commands that it shows can be pasted, blanks and all', async () => {
    await using rig = await createCampaignRig();
    const { stdout } = await rig.callsheet(['init', "Ada's erste Läufe"]).ended;
    const commands = stdout.split('\n').filter((line) => line.startsWith('  callsheet '));
    expect(commands).toHaveLength(4);
    const main = resolve('dist/src/cli/main.js');
    const sh = (callsheet: string, pasted: readonly string[]) => {
      const script = `set -e\ncallsheet() { ${callsheet} "$@"; }\n${pasted.join('\n')}\n`;
      return spawnSync('sh', ['-c', script], { cwd: rig.folder, encoding: 'utf8' });
    };
    expect(sh(`"${process.execPath}" "${main}"`, commands.slice(0, 3)).status).toBe(0);
    // The inbox serves until it is stopped: its words are enough.
    expect(sh("printf '%s\\n'", commands.slice(3)).stdout).toBe("inbox\nAda's erste Läufe/spring-renewal.yaml\n");
  });

  test('writes a campaign that checks and runs, and never writes over what is there', async () => {
    await using rig = await createCampaignRig();
    expect((await rig.callsheet(['init', 'mine']).ended).code).toBe(0);
    expect((await rig.callsheet(['check', 'mine/spring-renewal.yaml']).ended).code).toBe(0);
    expect((await rig.callsheet(['run', 'mine/spring-renewal.yaml', '--sandbox']).ended).code).toBe(0);
    const file = join(rig.folder, 'mine/spring-renewal.yaml');
    const before = await readFile(file, 'utf8');
    expect(before).toMatch(/^# yaml-language-server: \$schema=campaign\.schema\.json\n/);
    const schema = join(rig.folder, 'other', 'campaign.schema.json');
    await mkdir(join(rig.folder, 'other'));
    await writeFile(schema, 'mine');
    expect((await rig.callsheet(['init', 'other']).ended).stdout).not.toContain('campaign.schema.json');
    expect(await readFile(schema, 'utf8')).toBe('mine');
    const again = await rig.callsheet(['init', 'mine']).ended;
    expect(again).toMatchObject({
      code: 2,
      stderr: 'mine/spring-renewal.yaml already exists. Nothing was written.\n',
    });
    expect(await readFile(file, 'utf8')).toBe(before);
  });
});
