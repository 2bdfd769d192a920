import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createCampaignRig, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';

describe('nothing secret, and no whole number, in what people see or keep', () => {
  test('neither on the terminal, nor in any file but the state, after a run with every kind of trouble', async () => {
    const key = { key: 'a-key-of-ours', secret: 'TheSecretOfOurs' };
    await using rig = await createCampaignRig({ world: { keys: [key] } });
    const members = people(12);
    await rig.members(members);
    await rig.campaign(
      `${whatsappStep}${otpStep}
       agents: { uses: agents.list, with: { params: {} } }
       bindings: { uses: axb.list, with: { params: { appId: sandbox-app } } }`.replaceAll('\n       ', '\n'),
      'limits: { concurrency: 2, doubts: 20 }',
    );
    const settings = { CALLSHEET_API_KEY: key.key, CALLSHEET_API_SECRET: key.secret };
    const faults = [
      { kind: 'status', status: '-69', reason: `no rate for ${members[1]}`, recipient: members[1] },
      { kind: 'reset-after', recipient: members[2], operation: 'whatsapp.send' },
      { kind: 'garbage', recipient: members[3], times: 2 },
      { kind: 'http', http: 500, recipient: members[4], times: 2 },
      { kind: 'http', http: 429, headers: { 'retry-after': '1' }, recipient: members[5], times: 1 },
      {
        kind: 'status',
        status: '-10',
        operation: 'otp.send',
        reason: `+${members[9]} too dear`,
        recipient: members[9],
        times: 1,
      },
    ];
    for (const fault of faults) rig.sandbox.sandbox.account.change({ fact: 'faultAdded', fault: fault as never });
    const printed: string[] = [];
    for (const args of [
      ['run', 'campaign.yaml', '--yes'],
      ['run', 'campaign.yaml', '--yes'],
      ['status', 'campaign.yaml'],
      ['reconcile', 'campaign.yaml'],
      ['plan', 'campaign.yaml'],
      ['plan', 'campaign.yaml', '--format', 'html'],
      ['report', 'campaign.yaml'],
      ['report', 'campaign.yaml', '--format', 'html'],
      ['why', 'campaign.yaml', members[1]!],
      ['audit', 'campaign.yaml'],
      ['run', 'campaign.yaml', '--yes', '--format', 'json', '--run', 'x'],
      ['run', 'campaign.yaml', '--sandbox'],
    ]) {
      const { stdout, stderr, code } = await rig.callsheet(args, settings).ended;
      expect([0, 3, 4]).toContain(code);
      printed.push(stderr, ...(args.includes('json') ? [] : [stdout]));
      for (const secret of secrets) expect(stdout).not.toMatch(secret);
    }
    const kept = Object.entries(await rig.artefacts()).filter(
      ([name]) => name !== 'campaign.yaml' && name !== 'members.csv',
    );
    expect(kept.length).toBeGreaterThan(2);
    for (const [name, text] of [...printed.map((text) => ['printed', text] as const), ...kept]) {
      // The sandbox's own ledger keeps what it answered, its invented passwords too.
      const patterns = name.includes('ledger') ? [secrets[0]!, secrets[2]!] : secrets;
      for (const secret of patterns)
        expect({ name, found: secret.exec(text)?.[0] }).toEqual({ name, found: undefined });
      if (/\.db(-wal|-shm)?$/.test(name)) continue;
      for (const number of members) expect({ name, number: text.includes(number) }).toEqual({ name, number: false });
    }
  });

  test('what it keeps is for its owner alone', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(2));
    await rig.campaign(otpStep);
    expect((await rig.run()).code).toBe(0);
    const kept = Object.keys(await rig.artefacts()).filter((name) => name.startsWith('.callsheet/'));
    expect(kept.length).toBeGreaterThan(1);
    for (const name of kept) {
      const { mode } = await stat(join(rig.folder, name));
      expect({ name, mode: (mode & 0o777).toString(8) }).toEqual({ name, mode: '600' });
    }
  });
});

const secrets = [/TheSecretOfOurs/i, /sandbox-password/, /a-key-of-ours/];
