import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CampaignRig, createCampaignRig } from '../rig/campaign-rig.ts';

const step = `
code:
  uses: otp.send
  forEach: { audience: members }
  with: { templateId: 31 }
`;
const nigeria = '2026-12-25: Christmas Day\n2026-12-26: Boxing Day\n';
const kingdom = '2026-12-25: Christmas Day\n2026-12-28: Boxing Day\n';

async function rigOf(holidays: string, calendars: Readonly<Record<string, string>>, more = ''): Promise<CampaignRig> {
  const rig = await createCampaignRig({ world: { timestampValid: '30d' } });
  await mkdir(join(rig.folder, 'holidays'));
  await rig.members(['2348012345001', '447700900123']);
  await rig.campaign(step, `starts: 2026-12-25 10:00\nwindow: { holidays: ${holidays} }\n${more}`);
  for (const [name, text] of Object.entries(calendars)) await rig.write(`holidays/${name}.yaml`, text);
  return rig;
}
const command = async (rig: CampaignRig, ...args: readonly string[]) => {
  const { code, stdout, stderr } = await rig.callsheet([...args]).ended;
  return { code, out: `${stdout}${stderr}` };
};

describe('holidays', () => {
  test('of one country keep a window closed for everybody, and plan and why name them', async () => {
    await using rig = await rigOf('NG', { 'NG-2026': nigeria });
    const plan = await command(rig, 'plan', 'campaign.yaml', '--at', '2026-12-25 09:00');
    expect(plan.out).toContain('closed on holidays: 2026-12-25 Christmas Day, 2026-12-26 Boxing Day');
    expect(plan.out).toMatch(/2 {2}Sun 27 Dec 09:00/);
    const why = await command(rig, 'why', 'campaign.yaml', '2348012345001', '--at', '2026-12-25 09:00');
    expect(why.out).toMatch(
      /the window 09:00–20:00 opens in \S+, after 2026-12-26 Boxing Day, 2026-12-25 Christmas Day/,
    );
  });

  test('are named only to whom they keep waiting', async () => {
    await using rig = await rigOf('NG', { 'NG-2026': nigeria });
    const later = step.replace('code:', 'later:').replace('uses', 'at: 2026-12-27 08:00\n  uses');
    await rig.campaign(`${step}${later}`, 'starts: 2026-12-26 10:00\nwindow: { holidays: NG }\n');
    const { out } = await command(rig, 'plan', 'campaign.yaml', '--at', '2026-12-25 09:00');
    expect(out.match(/closed on holidays: .*/g)).toEqual(['closed on holidays: 2026-12-26 Boxing Day']);
    const why = await command(rig, 'why', 'campaign.yaml', '2348012345001', '--at', '2026-12-25 09:00');
    expect(why.out.match(/opens in \S+.*?(?= {2})/g)?.map((words) => words.replace(/ Etc\S+?(?=,|$)/, ''))).toEqual([
      'opens in, after 2026-12-26 Boxing Day',
      'opens in',
    ]);
  });

  test('say nothing of a step that has nothing left to do', async () => {
    await using rig = await rigOf('NG', { 'NG-2026': '2026-12-26: Boxing Day\n' }, 'ends: 2026-12-30 18:00\n');
    const plan = () => command(rig, 'plan', 'campaign.yaml', '--sandbox');
    await command(rig, 'run', 'campaign.yaml', '--sandbox', '--at', '2026-12-25 12:00');
    expect((await plan()).out).not.toContain('closed on holidays');
  });

  test('by number are those of each person’s country', async () => {
    await using rig = await rigOf('{ by: number }', { 'NG-2026': nigeria, 'GB-2026': kingdom });
    const jobs = await command(rig, 'plan', 'campaign.yaml', '--jobs', '--at', '2026-12-25 09:00');
    const starts = Object.fromEntries(
      jobs.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { address: string; at: string })
        .map(({ address, at }) => [address, at.slice(0, 10)]),
    );
    expect(starts).toEqual({ 'code[2348012345001]': '2026-12-27', 'code[447700900123]': '2026-12-26' });
    const ofKingdom = step.replace('audience: members', 'audience: members, where: { phone: "447700900123" }');
    const settings = 'starts: 2026-12-25 10:00\nwindow: { holidays: { by: number } }\n';
    await rig.campaign(ofKingdom, settings);
    const { out } = await command(rig, 'plan', 'campaign.yaml', '--at', '2026-12-25 09:00');
    expect(out.match(/closed on holidays: .*/g)).toEqual([
      'closed on holidays: 2026-12-25 Christmas Day (United Kingdom)',
    ]);
  });

  test('are kept by the run, and the audit finds who was contacted on one', async () => {
    await using rig = await rigOf('NG', { 'NG-2026': '2026-12-24: a day that is not kept yet\n' });
    const trial = await command(rig, 'run', 'campaign.yaml', '--sandbox', '--at', '2026-12-25 09:59');
    expect(trial.code).toBe(0);
    expect((await command(rig, 'audit', 'campaign.yaml', '--sandbox')).code).toBe(0);
    await rig.write('holidays/NG-2026.yaml', nigeria);
    const audit = await command(rig, 'audit', 'campaign.yaml', '--sandbox');
    expect(audit.code).toBe(1);
    expect(audit.out).toMatch(/on 2026-12-25 in \S+, which is a holiday: Christmas Day/);
  });

  test('of a year without a calendar are a finding, and a day of it is not sent on', async () => {
    await using rig = await rigOf('NG', { 'NG-2026': nigeria }, 'ends: 2027-01-05 12:00\n');
    const check = await command(rig, 'check', 'campaign.yaml');
    expect(check.code).toBe(1);
    expect(check.out).toContain(
      'CS5014 The holidays of Nigeria in 2027 are not known: there is no `holidays/NG-2027.yaml`',
    );
    await rig.campaign(
      step,
      'starts: 2026-12-30 19:00\nwindow: { open: "19:30", close: "19:31", days: [wed], holidays: NG }\nlimits: { rate: 1/h }\n',
    );
    const plan = await command(rig, 'plan', 'campaign.yaml', '--at', '2026-12-30 18:00');
    expect(plan.out).toContain('1 skipped: the window never opens');
  });

  test.each([
    ['what does not start on its day starts on the next', 'starts: 2026-12-31 21:00', ''],
    ['a delay', 'starts: 2026-12-28 09:00', 'delay: 3d\n'],
    ['a time of its own', 'starts: 2026-12-21 09:00', 'at: 2027-01-04 09:00\n'],
  ])('are needed of the year into which a campaign without `ends` goes on: %s', async (_, starts, wait) => {
    await using rig = await rigOf('NG', { 'NG-2026': nigeria });
    const check = async (settings: string, steps: string): Promise<string> => {
      await rig.campaign(steps, `${settings}\nwindow: { holidays: NG }\n`);
      return (await command(rig, 'check', 'campaign.yaml')).out;
    };
    const asked = 'there is no `holidays/NG-2027.yaml`';
    const waiting = step.replace(/^( *)uses:/m, `$1${wait === '' ? '' : `${wait}$1`}uses:`);
    expect(await check(starts, waiting)).toContain(asked);
    expect(await check('starts: 2026-12-28 09:00', step)).not.toContain('CS5014');
    expect(await check(`${starts}\nends: 2026-12-31 23:00`, step)).not.toContain('CS5014');
  });
});

test('`calendar` proposes a file that `check` accepts', async () => {
  await using rig = await rigOf('NG', {});
  const proposed = await command(rig, 'calendar', 'NG', '2026');
  expect(proposed.out).toContain('2026-12-25: "Christmas Day"\n');
  await rig.write('holidays/NG-2026.yaml', proposed.out);
  expect((await command(rig, 'check', 'campaign.yaml')).code).toBe(0);
  expect(await command(rig, 'calendar', 'XX', '2026')).toEqual({
    code: 2,
    out: 'XX is not a country: use its two letters, such as NG\n',
  });
  expect((await command(rig, 'calendar', 'NG', '26')).code).toBe(2);
});
