import { expect, test } from 'vitest';
import { createCampaignRig, people } from '../rig/campaign-rig.ts';

const gated = `
funds: { uses: sms.balance, expect: { available: { atLeast: 500000 } } }
code: { uses: otp.send, needs: funds, forEach: members, with: { templateId: 31 } }
again: { uses: otp.send, needs: code, forEach: members, with: { templateId: 31 } }
last: { uses: otp.send, needs: again, forEach: members, with: { templateId: 31 } }
`;

test('a gate that is not met is listed as rejected, and named once as what keeps the others from starting', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(2));
  await rig.campaign(gated);
  const { code, stdout } = await rig.callsheet(['rehearse', 'campaign.yaml']).ended;
  expect(code).toBe(3);
  expect(stdout).toMatch(
    /\n\nRejected, whether retried or not:\n {8}1 {2}funds: available is 100050, expected at least 500000\n\n/,
  );
  expect(stdout.split('\n').at(-2)).toBe(
    'Rehearsal stopped with work left: code: `funds` was rejected; so again and last do not start. A real run continues with the same command.',
  );
});

test('there is money for a list of millions, at the prices of the campaign', async () => {
  await using rig = await createCampaignRig();
  const enough = 'funds: { uses: sms.balance, expect: { available: { atLeast: 2000000 } } }\n';
  await rig.members(people(1));
  await rig.campaign(enough, 'costs: { otp.send: 0.1 }');
  expect(await rig.callsheet(['rehearse', 'campaign.yaml']).ended).toMatchObject({ code: 0 });
});
