import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type CampaignRig, createCampaignRig, once, otpStep } from '../rig/campaign-rig.ts';
import { noonZone } from '../rig/noon-zone.ts';

const [ada, ben, cem, eve] = ['2348030000001', '2348030000002', '2348030000003', '2348030000004'] as const;
/** Two zones in which it is open now. */
const [here, there] = [noonZone(), noonZone(Date.now() + 3_600_000)];

interface Row {
  readonly tz?: string;
  readonly last?: string;
  readonly tier?: string;
}

function listOf(rows: Readonly<Record<string, Row>>): string {
  const lines = Object.entries(rows).map(([phone, { tz = here, last = '2026-01-01T10:00:00Z', tier = 'gold' }]) =>
    [phone, tz, last, tier].join(','),
  );
  return ['phone,tz,last,tier', ...lines, ''].join('\n');
}

/** A run that was confirmed for these people and halted after Ada. */
async function haltedRun(rows: Readonly<Record<string, Row>>): Promise<CampaignRig> {
  const rig = await createCampaignRig();
  await rig.write('members.csv', listOf(rows));
  await rig.write('out.csv', 'phone\n');
  await rig.campaign(
    otpStep.replace('forEach: members', 'forEach: { audience: members, where: { tier: gold } }'),
    `limits: { concurrency: 1 }
audiences:
  members:
    file: members.csv
    key: phone
    timezone: { column: tz }
    lastInbound: last
    exclude: [out.csv]`,
  );
  await rig.fault({ kind: 'status', status: '-10', skip: 1, times: 1 });
  expect((await rig.run()).code).toBe(4);
  return rig;
}

/** What the next run asks about, without a terminal to ask on: undefined where it asks nothing. */
async function askedAbout(rig: CampaignRig): Promise<string | undefined> {
  const { code, stderr } = await rig.callsheet(['run', 'campaign.yaml']).ended;
  if (code === 0) return undefined;
  expect(code).toBe(2);
  return /\nChanged since .*:\n((?: {2}.*\n)*)/.exec(stderr)?.[1];
}

describe('a list that was edited since the yes', () => {
  const three = { [ada]: {}, [ben]: {}, [cem]: {} };

  test('asks nothing if people were only removed', async () => {
    await using rig = await haltedRun(three);
    await rig.write('members.csv', listOf({ [cem]: {}, [ada]: {} }));
    expect(await askedAbout(rig)).toBeUndefined();
    expect(rig.effects('otp.send')).toEqual(once([ada, cem]));
  });

  test('asks nothing if people were added to an exclude list, but about them if they are taken off it again', async () => {
    await using rig = await haltedRun(three);
    await rig.write('out.csv', `phone\n${ben}\n`);
    expect(await askedAbout(rig)).toBeUndefined();
    expect(rig.effects('otp.send')).toEqual(once([ada, cem]));
    await rig.write('out.csv', 'phone\n');
    expect(await askedAbout(rig)).toBe('  code: 1 person added\n');
    expect(rig.effects('otp.send')).toEqual(once([ada, cem]));
  });

  test('asks about a person who takes the place of another', async () => {
    await using rig = await haltedRun(three);
    await rig.write('members.csv', listOf({ [ada]: {}, [ben]: {}, [eve]: {} }));
    expect(await askedAbout(rig)).toBe('  code: 1 person added\n');
    expect(rig.effects('otp.send')).toEqual(once([ada]));
  });

  test('asks about a time zone, which decides when somebody is contacted', async () => {
    await using rig = await haltedRun(three);
    await rig.write('members.csv', listOf({ ...three, [cem]: { tz: there } }));
    expect(await askedAbout(rig)).toBe('  code: 1 person with other values in their columns\n');
    expect(rig.effects('otp.send')).toEqual(once([ada]));
  });

  test('asks nothing about a later last message: every export has later ones', async () => {
    await using rig = await haltedRun(three);
    await rig.write('members.csv', listOf({ ...three, [cem]: { last: '2026-02-01T10:00:00Z' } }));
    expect(await askedAbout(rig)).toBeUndefined();
    expect(rig.effects('otp.send')).toEqual(once([ada, ben, cem]));
  });

  test('asks about a person whom a cell brings into the step, and not about one whom it takes out', async () => {
    await using rig = await haltedRun({ ...three, [eve]: { tier: 'silver' } });
    await rig.write('members.csv', listOf({ ...three, [eve]: {} }));
    expect(await askedAbout(rig)).toBe('  code: 1 person added\n');
    await rig.write('members.csv', listOf({ ...three, [ben]: { tier: 'silver' }, [eve]: { tier: 'silver' } }));
    expect(await askedAbout(rig)).toBeUndefined();
    expect(rig.effects('otp.send')).toEqual(once([ada, cem]));
    await rig.write('members.csv', listOf({ ...three, [eve]: { tier: 'silver' } }));
    expect(await askedAbout(rig)).toBe('  code: 1 person added\n');
  });

  test('asks about a person who was taken out of a step while it was renamed, and comes back', async () => {
    await using rig = await haltedRun(three);
    await rig.write('members.csv', listOf({ ...three, [ben]: { tier: 'silver' } }));
    const campaign = await readFile(rig.file, 'utf8');
    await rig.write('campaign.yaml', campaign.replace('code:', 'login:\n    was: code'));
    expect(await askedAbout(rig)).toBeUndefined();
    await rig.write('members.csv', listOf(three));
    expect(await askedAbout(rig)).toBe('  login: 1 person added\n');
    expect(rig.effects('otp.send')).toEqual(once([ada, cem]));
  });
});
