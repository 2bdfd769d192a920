import { expect, test } from 'vitest';
import { createCampaignRig } from '../rig/campaign-rig.ts';
import { noonZone } from '../rig/noon-zone.ts';

test('a campaign that leaves everybody out says so in every view, and nothing of it is called good', async () => {
  await using rig = await createCampaignRig();
  await rig.write(
    'members.csv',
    'phone,wrote\n2340001000101,2020-01-01T08:00:00Z\n2340001000102,2020-01-01T08:00:00Z\n',
  );
  await rig.write(
    'campaign.yaml',
    `campaign: trial
timezone: ${noonZone()}
account: { appId: sandbox-app, businessPhone: "2348000000001" }
audiences: { members: { file: members.csv, key: phone, lastInbound: wrote } }
steps:
  funds: { uses: sms.balance }
  hello:
    uses: whatsapp.send
    forEach: members
    with: { type: text, text: { body: Hello } }
`,
  );
  const printed = async (...words: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await rig.callsheet(words).ended;
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };
  const words = ['campaign.yaml', '--sandbox'];
  expect(await printed('plan', ...words)).toContain('1 to send of 3, 2 skipped\n');
  const run = await printed('run', ...words);
  expect(run).toContain('\nFinished: nobody was contacted. `callsheet report campaign.yaml --sandbox` says why.\n');
  expect(run).not.toContain('inbox');
  expect(await printed('plan', ...words)).toContain('Nobody would be contacted: all 2 are skipped.\n');
  expect(await printed('rehearse', 'campaign.yaml')).toContain('\nNobody was contacted.\n');
});
