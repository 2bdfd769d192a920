import { expect, test } from 'vitest';
import { createCampaignRig, otpStep } from '../rig/campaign-rig.ts';

test('a plan says that people are contacted who said no, in every format, until the campaign reads the column', async () => {
  await using rig = await createCampaignRig();
  await rig.write('members.csv', 'phone,Do not call\n2348030000001,no\n2348030000002,yes\n2348030000003,yes\n');
  await rig.campaign(otpStep);
  const words =
    '2 recipients have opted out by `Do not call`, which the campaign does not read: they would be contacted';
  const printed = async (...more: readonly string[]): Promise<string> => {
    const { code, stdout } = await rig.callsheet(['plan', 'campaign.yaml', ...more]).ended;
    expect(code).toBe(0);
    return stdout;
  };
  expect((await printed()).replaceAll(/\s+/g, ' ')).toContain(`! CS6047 ${words}`);
  expect(await printed('--format', 'markdown')).toContain(`CS6047 ${words}`);
  const { diagnostics } = JSON.parse(await printed('--format', 'json')) as { diagnostics: { message: string }[] };
  expect(diagnostics.map(({ message }) => message)).toEqual([words]);

  await rig.campaign(
    otpStep,
    'audiences:\n  members: { file: members.csv, key: phone, where: { Do not call: "no" } }\n',
  );
  expect(await printed()).not.toContain('CS6047');
});
