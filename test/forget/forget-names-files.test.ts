import { expect, test } from 'vitest';
import { createCampaignRig, membersText, otpStep, people } from '../rig/campaign-rig.ts';

const [me, other] = people(2) as [string, string];

test('`forget` finds the number in a list in UTF-16, and takes no file for a list whose name ends alike', async () => {
  await using rig = await createCampaignRig();
  await rig.write('members.csv', Buffer.from(`\ufeff${membersText([`+${me}`, other])}`, 'utf16le'));
  await rig.campaign(otpStep, 'audiences:\n  members: { file: members.csv, key: phone }');
  await rig.write('bers.csv', membersText([me]));
  const { stdout } = await rig.callsheet(['forget', `+${me}`, '.', '--dry-run']).ended;
  expect(stdout.replaceAll(/^Not reached.*\n/gm, '')).toBe(`234…0001 is in 2 places. Nothing was changed.
  bers.csv  not recognized as written by Callsheet: remove the number yourself
  members.csv  a list of campaign.yaml: remove the row yourself
`);
});
