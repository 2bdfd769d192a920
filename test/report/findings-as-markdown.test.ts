import { expect, test } from 'vitest';
import { createCampaignRig } from '../rig/campaign-rig.ts';

test('a campaign with errors is a comment of a pull request that says what is wrong', async () => {
  await using rig = await createCampaignRig();
  await rig.write('members.csv', 'telefon\n2348030000001\n');
  await rig.campaign('hello: { uses: otp.send, forEach: members, with: { templateId: 31 } }');
  const { code, stdout, stderr } = await rig.callsheet(['plan', 'campaign.yaml', '--format', 'markdown']).ended;
  expect(code).toBe(1);
  expect(stdout).toBe(`### campaign.yaml: findings

**1 error; nothing else can be shown**

\`callsheet explain CODE\` says more of each

> [!WARNING]
> CS6008 \`members.csv:1:1:\` There is no column \`phone\`, the key of the audience  
> the file has only the column \`telefon\`  
`);
  expect(stderr).toContain('members.csv:1:1 error CS6008');
});
