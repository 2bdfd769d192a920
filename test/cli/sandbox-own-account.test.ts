import { expect, test } from 'vitest';
import { createCampaignRig } from '../rig/campaign-rig.ts';
import { noonZone } from '../rig/noon-zone.ts';

test('a sandbox run knows the account and the template that a campaign names, and closes nobody’s session by their number', async () => {
  await using rig = await createCampaignRig();
  await rig.write('members.csv', 'phone,wrote\n2340001000101,-1\n2340001000000,-1\n'.replaceAll('-1', hourAgo()));
  await rig.write(
    'campaign.yaml',
    `campaign: own
timezone: ${noonZone()}
account: { appId: shop-app-7, businessPhone: "4930000000001" }
audiences: { members: { file: members.csv, key: phone, timezone: { zone: ${noonZone()} }, lastInbound: wrote } }
steps:
  hello:
    uses: whatsapp.send
    forEach: members
    with: { type: text, text: { body: Hello } }
  code: { uses: otp.send, forEach: members, needs: hello, with: { templateId: 4711 } }
`,
  );
  const { code, stdout, stderr } = await rig.callsheet(['run', 'campaign.yaml', '--sandbox']).ended;
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^ {2}total +4 +· +· +· +· +·$/m);
});

function hourAgo(): string {
  return new Date(Date.now() - 3_600_000).toISOString();
}
