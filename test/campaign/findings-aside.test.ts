import { expect, test } from 'vitest';
import { createCampaignRig, otpStep, people } from '../rig/campaign-rig.ts';

const finding = /^campaign\.yaml:\d+:\d+ error CS3001 /;

test('what is read by machine or kept in a file never holds findings for people: those are on stderr', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(1));
  await rig.campaign(`${otpStep}\nlater: { uses: sms.balance, needs: nobody }`);
  const printed = async (line: string) => {
    const [command, ...options] = line.split(' ');
    const { code, stdout, stderr } = await rig.callsheet([command!, 'campaign.yaml', ...options]).ended;
    expect({ line, code }).toEqual({ line, code: 1 });
    return { stdout, stderr };
  };
  const aside = [
    'run --sandbox --format json',
    'rehearse --format json',
    'reconcile --format json',
    'plan --jobs',
    'plan --format html',
    'plan --format markdown',
    'report --format csv',
    'report --format junit',
    'report --format html',
  ];
  for (const line of aside) {
    const { stdout, stderr } = await printed(line);
    expect({ line, stdout }).toEqual({ line, stdout: '' });
    expect(stderr).toMatch(finding);
  }
  for (const line of ['plan', 'status', 'report', 'audit', 'why 2348030000001']) {
    const [command, ...rest] = line.split(' ');
    const json = await rig.callsheet([command!, 'campaign.yaml', ...rest, '--format', 'json']).ended;
    expect({ line, code: json.code, stderr: json.stderr }).toEqual({ line, code: 1, stderr: '' });
    expect(JSON.parse(json.stdout)).toMatchObject({ version: 1, errorCount: 1, diagnostics: [{ code: 'CS3001' }] });
    const text = await rig.callsheet([command!, 'campaign.yaml', ...rest]).ended;
    expect(text.stdout).toMatch(finding);
  }
});
